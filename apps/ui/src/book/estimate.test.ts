// Why: a wrong word about money, or a book translated into its own language, is noticed too late by people.
import { expect, it } from "vitest";
import { isFree, sameLanguages } from "./estimate.ts";

it("free is what costs nothing, not what has no known price", () => {
  expect(isFree({ model: "rehearsal", cost_micros: null })).toBe(true);
  expect(isFree({ model: "local", cost_micros: [0, 0] })).toBe(true);
  expect(isFree({ model: "cloud/new", cost_micros: null })).toBe(false);
});

it("a language is the same in any region, and another in another script", () => {
  expect([sameLanguages("en", "en-GB"), sameLanguages("ja", "ja")]).toEqual([true, true]);
  expect([sameLanguages("zh-Hans", "zh-TW"), sameLanguages("ja", "en"), sameLanguages(null, "en")]).toEqual([
    false,
    false,
    false,
  ]);
});
