// Why: sums about money have to be right.
import { expect, it } from "vitest";
import type { CostRow } from "../api/types.ts";
import { group } from "./group.ts";

const row = (run: string, chapter: number, model: string, micros: number): CostRow => ({
  run,
  kind: "translation",
  model,
  chapter_id: `c${chapter}`,
  chapter,
  n_tasks: 1,
  created_at_ms: 0,
  input_tokens: 100,
  cached_input_tokens: 40,
  output_tokens: 10,
  reasoning_tokens: 0,
  cost_micros: micros,
});
const rows = [row("r1", 2, "a", 5), row("r1", 1, "a", 7), row("r2", 2, "b", 20)];

it("adds up every way, and every way gives the same total", () => {
  for (const way of ["run", "chapter", "model", "kind"] as const) {
    expect(group(rows, way).reduce((sum, bar) => sum + bar.micros, 0)).toBe(32);
  }
  expect(group(rows, "model").map((bar) => [bar.key, bar.micros])).toEqual([
    ["b", 20],
    ["a", 12],
  ]);
});

it("keeps chapters in the book's order", () => {
  expect(group(rows, "chapter").map((bar) => [bar.key, bar.micros, bar.cached])).toEqual([
    ["c1", 7, 40],
    ["c2", 25, 80],
  ]);
});
