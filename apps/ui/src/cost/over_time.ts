// Why: what was spent so far at the time each run began, for the picture of cost over time.
import type { CostRow } from "../api/types.ts";
import { group } from "./group.ts";

export interface Spent {
  at: number;
  /** This run's own, and everything up to it. */
  own: number;
  sum: number;
  run: string;
}

export function overTime(rows: readonly CostRow[], measure: "money" | "tokens"): Spent[] {
  let sum = 0;
  return group(rows, "run")
    .sort((a, b) => a.row.created_at_ms - b.row.created_at_ms)
    .map((bar) => {
      const own = measure === "money" ? bar.micros : bar.input + bar.output;
      sum += own;
      return { at: bar.row.created_at_ms, own, sum, run: bar.key };
    });
}
