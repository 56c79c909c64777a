// Why: where the page begins.
import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import App from "./App.svelte";
import { keys } from "./keys/keys.svelte.ts";

keys.listen(window);
const target = document.getElementById("page");
if (target) mount(App, { target });
