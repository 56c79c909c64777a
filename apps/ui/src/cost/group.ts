// Why: the server gives rows of what each run used in each chapter; charts want them added up one way or another.
import type { CostRow } from "../api/types.ts";

export const WAYS = ["run", "chapter", "model", "kind"] as const;
export type Way = (typeof WAYS)[number];

export interface Bar {
  key: string;
  row: CostRow;
  micros: number;
  input: number;
  cached: number;
  output: number;
  tasks: number;
}

/** Adds rows up by a run, a chapter, a model or a pass. Chapters keep the book's order; the rest is dearest first. */
export function group(rows: readonly CostRow[], way: Way): Bar[] {
  const bars = new Map<string, Bar>();
  for (const row of rows) {
    const key = way === "chapter" ? row.chapter_id : row[way];
    const bar = bars.get(key) ?? { key, row, micros: 0, input: 0, cached: 0, output: 0, tasks: 0 };
    bar.micros += row.cost_micros;
    bar.input += row.input_tokens;
    bar.cached += row.cached_input_tokens;
    bar.output += row.output_tokens;
    bar.tasks += row.n_tasks;
    bars.set(key, bar);
  }
  const all = [...bars.values()];
  return way === "chapter"
    ? all.sort((a, b) => a.row.chapter - b.row.chapter)
    : all.sort((a, b) => b.micros - a.micros || b.input + b.output - a.input - a.output);
}
