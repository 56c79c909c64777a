// Why: makes the pictures of the manual, `npm run pictures`, apart from the tests.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/pictures/docs.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
