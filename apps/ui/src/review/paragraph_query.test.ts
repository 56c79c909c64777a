// Why: an address that somebody kept or sent shows the same paragraphs again, and nonsense in it shows all.
import { expect, it } from "vitest";
import { readQuery, writeQuery } from "./paragraph_query.ts";

it("reads back what it wrote", () => {
  const query = {
    state: "needs_work",
    author: "a/b",
    check: "C1",
    stale: true,
    min_length: 20,
    max_length: 300,
  } as const;
  expect(readQuery(writeQuery(query))).toEqual(query);
});

it("leaves out what it does not understand", () => {
  expect(readQuery("state=gone&min_length=-4&max_length=many&author=")).toEqual({});
});
