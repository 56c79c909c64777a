// Why: where the page begins: with the sentences of the person's language, then the frame.
import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import App from "./App.svelte";
import { words } from "./i18n/index.svelte.ts";
import { keys } from "./keys/keys.svelte.ts";

keys.listen(window);
const target = document.getElementById("page");
await words.load();
if (target) mount(App, { target });
