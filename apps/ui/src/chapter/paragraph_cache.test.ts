// Why: what is kept near the reader must be the right paragraphs, and never more than a few thousand.
import { describe, expect, it } from "vitest";
import type { Paragraph } from "../api/types.ts";
import { BLOCK, IndexRanges, ParagraphCache, ranges } from "./paragraph_cache.ts";

const paragraph = (index: number) => ({ paragraph_id: `p${index}`, paragraph_index: index }) as Paragraph;

describe("near", () => {
  it("lets go of what is furthest from the reader, by id too", () => {
    const near = new ParagraphCache();
    for (let index = 0; index < 100; index++) near.put(paragraph(index));
    near.shrink(90, 20);
    expect(near.size).toBe(20);
    expect([near.at(0), near.find("p0"), near.at(79)]).toEqual([undefined, undefined, undefined]);
    expect([near.at(81)?.paragraph_id, near.find("p99")?.paragraph_index]).toEqual(["p81", 99]);
  });

  it("keeps nothing but what is asked for", () => {
    const near = new ParagraphCache();
    for (let index = 0; index < 10; index++) near.put(paragraph(index));
    near.only(3, 5);
    expect([near.size, near.at(3)?.paragraph_id, near.find("p5")]).toEqual([2, "p3", undefined]);
  });

  it("asks for whole blocks, each once", () => {
    const wanted = [BLOCK - 1, BLOCK, BLOCK + 1];
    expect(ranges(wanted, true)).toEqual([
      { start: 0, end: BLOCK },
      { start: BLOCK, end: 2 * BLOCK },
    ]);
  });

  it("asks for single ones where they lie apart, and for neighbours together", () => {
    expect(ranges([3, 5, 900, 2_000], false)).toEqual([
      { start: 3, end: 6 },
      { start: 900, end: 901 },
      { start: 2_000, end: 2_001 },
    ]);
    const many = ranges(
      Array.from({ length: 3 * BLOCK }, (_, index) => index),
      false,
    );
    expect(many.map(({ start, end }) => end - start)).toEqual([BLOCK, BLOCK, BLOCK]);
  });
});

describe("spans", () => {
  const spans = new IndexRanges([
    [2, 4],
    [7, 7],
    [10, 99_999],
  ]);
  const written = [2, 3, 4, 7, 10, 11];

  it("are the list they stand for", () => {
    expect(spans.length).toBe(3 + 1 + 99_990);
    expect(written.map((_, row) => spans.at(row))).toEqual(written);
    expect(written.map((index) => spans.rowOf(index))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([spans.at(-1), spans.at(spans.length)]).toEqual([undefined, undefined]);
  });

  it("know the place of what is not in them", () => {
    expect([0, 5, 8, 200_000].map((index) => spans.rowOf(index))).toEqual([0, 3, 4, spans.length]);
  });

  it("step to the next and the one before, from inside and outside", () => {
    expect([0, 4, 5, 7, 99_999].map((index) => spans.next(index, 1))).toEqual([2, 7, 7, 10, undefined]);
    expect([2, 4, 6, 7, 100_000].map((index) => spans.next(index, -1))).toEqual([undefined, 3, 4, 4, 99_999]);
  });

  it("may be none at all", () => {
    const none = new IndexRanges([]);
    expect([none.length, none.at(0), none.rowOf(3), none.next(3, 1)]).toEqual([0, undefined, 0, undefined]);
  });
});
