// Why: a wrong sum shows the wrong paragraph.
import { describe, expect, it } from "vitest";
import { Heights } from "./heights.ts";

describe("Heights", () => {
  it("knows where rows are, before and after measuring", () => {
    const heights = new Heights(5, 10);
    expect(heights.total).toBe(50);
    expect(heights.measure(1, 25)).toBe(15);
    expect([0, 1, 2, 3, 4, 5].map((row) => heights.top(row))).toEqual([0, 10, 35, 45, 55, 65]);
    expect(heights.isMeasured(1)).toBe(true);
    expect(heights.isMeasured(2)).toBe(false);
  });

  it("finds the row at a place", () => {
    const heights = new Heights(5, 10);
    heights.measure(1, 25);
    expect([-5, 0, 9, 10, 34, 35, 64, 65, 1000].map((place) => heights.rowAt(place))).toEqual([
      0, 0, 0, 1, 1, 2, 4, 4, 4,
    ]);
  });

  it("agrees with plain adding for many random heights", () => {
    let seed = 7;
    const chance = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const plain = Array.from({ length: 1000 }, () => Math.ceil(chance() * 200));
    const heights = new Heights(1000, 40);
    plain.forEach((height, row) => {
      heights.measure(row, height);
    });
    let top = 0;
    plain.forEach((height, row) => {
      expect(heights.top(row)).toBe(top);
      expect(heights.rowAt(top)).toBe(row);
      expect(heights.rowAt(top + height - 1)).toBe(row);
      top += height;
    });
  });

  it("draws only what is seen, and a little more", () => {
    const heights = new Heights(50_000, 60);
    expect(heights.window(600_000, 800, 5)).toEqual({ start: 9_995, end: 10_019 });
    expect(new Heights(0, 10).window(0, 100, 5)).toEqual({ start: 0, end: 0 });
  });
});
