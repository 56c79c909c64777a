// Why: the map must not hide a bad chapter nor paint a good one.
import { expect, it } from "vitest";
import { SHADES, shade } from "./heat.ts";

it("grows with findings per paragraph, from none to the darkest", () => {
  const shades = [0, 1, 3, 8, 40].map((n_findings) => shade({ n_findings, n_work: 100 }));
  expect(shades).toEqual([0, 1, 2, 3, 4]);
  expect(Math.max(...shades)).toBe(SHADES - 1);
  expect(shade({ n_findings: 1, n_work: 0 })).toBe(4);
  expect(shade({ n_findings: null, n_work: 10 })).toBe(0);
});
