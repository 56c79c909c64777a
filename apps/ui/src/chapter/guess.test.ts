// Why: rows are laid out by a guess until they are measured.
import { expect, it } from "vitest";
import type { Paragraph } from "../api/types.ts";
import { guessHeight } from "./guess.ts";

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
    n_comments: 0,
    findings: [],
    ...change,
  };
}
it("a paragraph that is not here yet has a height", () => {
  expect(guessHeight(undefined, 60)).toBeGreaterThan(0);
});

it("longer paragraphs are guessed to be higher", () => {
  expect(guessHeight(paragraph(0, { text: "字".repeat(400) }), 60)).toBeGreaterThan(guessHeight(paragraph(0), 60));
});
