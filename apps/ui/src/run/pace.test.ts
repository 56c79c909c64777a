// Why: a time that is wildly wrong is worse than none.
import { expect, it } from "vitest";
import { Pace } from "./pace.ts";

it("tells nothing before it has something to go by", () => {
  const pace = new Pace();
  expect(pace.left(100)).toBeUndefined();
  pace.note(0, 10);
  pace.note(1_000, 20);
  expect(pace.left(100)).toBeUndefined();
});

it("goes by the speed of late", () => {
  const pace = new Pace();
  for (let second = 0; second <= 10; second++) pace.note(second * 1_000, second * 5);
  expect(pace.left(100)).toBeCloseTo(10_000);
  for (let second = 11; second <= 200; second++) pace.note(second * 1_000, 50 + (second - 10));
  expect(pace.left(260)).toBeCloseTo(20_000, -2);
});
