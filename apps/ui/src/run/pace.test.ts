// Why: a time left that jumps about is worse than none.
import { expect, it } from "vitest";
import { Pace } from "./pace.ts";

it("says nothing before there is something to go by", () => {
  const pace = new Pace();
  pace.note(0, 0);
  pace.note(500, 10);
  expect(pace.left(100)).toBeUndefined();
});

it("follows a steady rate, and one slow reply changes little", () => {
  const pace = new Pace();
  for (let second = 0; second <= 60; second++) pace.note(second * 1_000, second * 2);
  expect(pace.left(220)).toBeCloseTo(50_000, -2);
  pace.note(75_000, 121);
  const after = pace.left(220) ?? 0;
  expect(after).toBeGreaterThan(50_000);
  expect(after).toBeLessThan(70_000);
});
