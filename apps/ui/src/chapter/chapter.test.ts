// Why: filters and steps decide what a reviewer gets to see.
import { describe, expect, it } from "vitest";
import type { Paragraph } from "../api/types.ts";
import { guessHeight, passes, step } from "./chapter.svelte.ts";

function paragraph(index: number, change: Partial<Paragraph> = {}): Paragraph {
  return {
    paragraph_id: `p${index}`,
    chapter_id: "c1",
    paragraph_index: index,
    kind: "text",
    text: `source ${index}`,
    pieces: [],
    translation: null,
    translation_pieces: null,
    is_empty: false,
    version: null,
    author: null,
    locked: false,
    stale: null,
    n_versions: 0,
    n_suggestions: 0,
    findings: [],
    ...change,
  };
}
const finding = { check: "B1", severity: "block", message: "m", message_zh: "z", span: null };
const list = [
  paragraph(0),
  paragraph(1, { is_empty: true }),
  paragraph(2, { translation: "x", findings: [finding] }),
  paragraph(3, { n_suggestions: 1, stale: "source" }),
  paragraph(4, { findings: [finding] }),
];

describe("filters", () => {
  it("show what they are named after", () => {
    const shown = (filter: Parameters<typeof passes>[1]) =>
      list.filter((each) => passes(each, filter)).map((each) => each.paragraph_index);
    expect(shown("all")).toEqual([0, 1, 2, 3, 4]);
    expect(shown("open")).toEqual([0, 3, 4]);
    expect(shown("findings")).toEqual([2, 4]);
    expect(shown("suggestions")).toEqual([3]);
    expect(shown("stale")).toEqual([3]);
  });
});

describe("step", () => {
  const wanted = (each: Paragraph) => each.findings.length > 0;
  it("goes to the next and the previous finding, and stays at the ends", () => {
    expect(step(list, -1, 1, wanted)).toBe(2);
    expect(step(list, 2, 1, wanted)).toBe(4);
    expect(step(list, 4, 1, wanted)).toBe(-1);
    expect(step(list, 4, -1, wanted)).toBe(2);
    expect(step(list, 2, -1, wanted)).toBe(-1);
  });
});

it("longer paragraphs are guessed to be higher", () => {
  expect(guessHeight(paragraph(0, { text: "字".repeat(400) }), 60)).toBeGreaterThan(guessHeight(paragraph(0), 60));
});
