// Why: due on a day means that the whole day counts.
import { expect, it } from "vitest";
import { isLate } from "./due.ts";

it("is late from the day after", () => {
  const now = new Date(2026, 10, 17, 23, 59);
  expect(isLate("2026-11-16", now)).toBe(true);
  expect(isLate("2026-11-17", now)).toBe(false);
  expect(isLate("2026-11-18", now)).toBe(false);
});
