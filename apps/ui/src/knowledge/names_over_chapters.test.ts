// Why: a picture of consistency that counts a form twice, or in the wrong chapter, sends people to the wrong place.
import { expect, it } from "vitest";
import type { Drift } from "../api/drift.ts";
import { namesOverChapters } from "./names_over_chapters.ts";

const rendering = (form: string, is_agreed: boolean, chapters: [number, number][]) => ({
  form,
  is_agreed,
  n_paragraphs: chapters.reduce((sum, [, n]) => sum + n, 0),
  paragraphs: [],
  first_chapter: 1,
  last_chapter: 9,
  chapters: chapters.map(([chapter, n_paragraphs]) => ({ chapter, n_paragraphs })),
});

it("counts agreed and all forms in each chapter, and leaves gaps where a name is not", () => {
  const drift = (source: string, renderings: ReturnType<typeof rendering>[]) =>
    ({ entry: "term", id: source, source, translation: source, renderings }) as unknown as Drift;
  const { chapters, rows } = namesOverChapters([
    drift("a", [
      rendering("A", true, [
        [1, 2],
        [5, 1],
      ]),
      rendering("Ah", false, [[5, 3]]),
    ]),
    drift("b", [rendering("B", true, [[2, 4]])]),
  ]);
  expect(chapters).toEqual([1, 2, 5]);
  expect(rows[0]?.cells).toEqual([{ same: 2, all: 2 }, undefined, { same: 1, all: 4 }]);
  expect(rows[1]?.cells).toEqual([undefined, { same: 4, all: 4 }, undefined]);
});
