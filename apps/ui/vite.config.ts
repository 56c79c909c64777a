// Why: how the page becomes the few files that are put into the program, and how it is served while being worked on.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const browsers = ["chrome123", "firefox121", "safari17.5"];

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    // The server takes these files in. They are kept in the repository, so that the program is built without Node.
    outDir: "../server/page",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Nothing is written into the document or into a style sheet as a `data:` address: the page's policy forbids it.
    assetsInlineLimit: 0,
    // One style sheet: one that failed to load while the server was away is never asked for again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Whose packages are in it; goes into the notices of a release.
    license: { fileName: "licences.md" },
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/api": { target: process.env.TSUMUGI_SERVER ?? "http://127.0.0.1:4870", changeOrigin: true } },
  },
});
