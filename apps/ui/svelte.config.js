// Why: the compiler and the checker read their settings here; styles go to a file, never into the document.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { css: "external", runes: true },
};
