// Why: the tests of the whole program: the real server, a scripted model and Chromium.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a program and a browser of its own; a machine has two cores at least.
    maxWorkers: 2,
    // Reading Playwright takes a second, and no file leaves anything behind: it is read once.
    isolate: false,
    // Chromium stops answering now and then on a busy machine: one walk of forty seconds took more than three minutes, once.
    retry: 1,
  },
});
