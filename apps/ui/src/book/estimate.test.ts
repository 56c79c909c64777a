// Why: a wrong word about money, or a book translated into its own language, is noticed too late by people.
import { expect, it } from "vitest";
import { isFree, rehearsals, sameLanguages } from "./estimate.ts";

it("free is what costs nothing, not what has no known price", () => {
  expect(isFree({ model: "rehearsal", cost_micros: null })).toBe(true);
  expect(isFree({ model: "local", cost_micros: [0, 0] })).toBe(true);
  expect(isFree({ model: "cloud/new", cost_micros: null })).toBe(false);
});

it("text is a rehearsal's until a real translation is begun", () => {
  const rehearsal = { kind: "translation", model: "rehearsal" };
  expect(rehearsals([rehearsal, { kind: "survey", model: "cloud" }])).toEqual([rehearsal]);
  expect([rehearsals([]), rehearsals([rehearsal, { kind: "translation", model: "cloud" }])]).toEqual([[], []]);
});

it("a language is the same in any region, and another in another script", () => {
  expect([sameLanguages("en", "en-GB"), sameLanguages("ja", "ja")]).toEqual([true, true]);
  expect([sameLanguages("zh-Hans", "zh-TW"), sameLanguages("ja", "en"), sameLanguages(null, "en")]).toEqual([
    false,
    false,
    false,
  ]);
});
