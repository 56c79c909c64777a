// Why: a strip that shows a paragraph twice, or in the better of two states, would lie about the chapter.
import { expect, it } from "vitest";
import { stripes } from "./stripes.ts";

const none = {
  empty: [],
  open: [],
  findings: [],
  suggestions: [],
  stale: [],
  draft: [],
  needs_work: [],
  approved: [],
  reviewed: [],
  rehearsed: [],
};

it("every paragraph stands once, by the state that matters most", () => {
  const outline = { ...none, n_paragraphs: 8, open: [[2, 3]], findings: [[3, 4]], stale: [[4, 5]] };
  expect(stripes(outline)).toEqual([
    { state: "done", start: 0, end: 2 },
    { state: "open", start: 2, end: 3 },
    { state: "findings", start: 3, end: 5 },
    { state: "stale", start: 5, end: 6 },
    { state: "done", start: 6, end: 8 },
  ]);
});

it("what was reviewed and what was only rehearsed are told apart from the rest", () => {
  const outline = {
    ...none,
    n_paragraphs: 6,
    open: [[0, 1]],
    rehearsed: [[1, 1]],
    draft: [[2, 2]],
    approved: [],
    reviewed: [[3, 4]],
    needs_work: [[5, 5]],
    findings: [[4, 4]],
  };
  expect(stripes(outline).map(({ state }) => state)).toEqual([
    "open",
    "rehearsed",
    "done",
    "reviewed",
    "findings",
    "needs_work",
  ]);
});

it("empty lines look like what stands before them", () => {
  const outline = {
    ...none,
    n_paragraphs: 5,
    open: [
      [1, 1],
      [3, 3],
    ],
    empty: [
      [0, 0],
      [2, 2],
      [4, 4],
    ],
  };
  expect(stripes(outline)).toEqual([{ state: "open", start: 0, end: 5 }]);
});

it("what lies beyond the chapter is not drawn, and an empty chapter is nothing", () => {
  expect(stripes({ ...none, n_paragraphs: 2, open: [[1, 9]] })).toEqual([
    { state: "done", start: 0, end: 1 },
    { state: "open", start: 1, end: 2 },
  ]);
  expect(stripes({ ...none, n_paragraphs: 0 })).toEqual([]);
});
