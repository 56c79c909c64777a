// Why: a highlight beside its word is worse than none.
import { expect, it } from "vitest";
import { pieces } from "./markup.ts";
import { spotPieces } from "./spots.ts";

const drawn = (written: string, spans: number[][]) =>
  spotPieces(pieces(written), spans).map(({ piece, hit }) => [
    piece.piece === "text" ? piece.text : piece.piece === "ruby" ? piece.base : piece.piece,
    hit,
  ]);

it("cuts text where a place begins and ends, in characters", () => {
  expect(drawn("𠮷a lamp.", [[3, 7]])).toEqual([
    ["𠮷a ", false],
    ["lamp", true],
    [".", false],
  ]);
});

it("counts the base of ruby and nothing of tags", () => {
  expect(drawn("<1>ab</1>｜澪《みお》は", [[2, 3]])).toEqual([
    ["open", false],
    ["ab", false],
    ["close", false],
    ["澪", true],
    ["は", false],
  ]);
});

it("leaves pieces as they are where nothing was found", () => {
  expect(drawn("ab<2/>c", [])).toEqual([
    ["ab", false],
    ["void", false],
    ["c", false],
  ]);
});
