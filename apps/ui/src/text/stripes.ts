// Why: a chapter as a strip of its paragraphs: runs of one state, gravest first, ready to be drawn.
import type { Outline } from "../api/types.ts";

export const STATES = [
  "findings",
  "needs_work",
  "stale",
  "suggestions",
  "rehearsed",
  "open",
  "reviewed",
  "approved",
  "done",
] as const;
export type StripState = (typeof STATES)[number];

export interface Stripe {
  state: StripState;
  /** Indexes of paragraphs, the last one not among them. */
  start: number;
  end: number;
}

/** An empty line has no state of its own: it looks like the paragraph before it, or after it at the beginning. */
function blend(empty: Outline["empty"], states: Uint8Array): void {
  for (const [first = 0, last = first] of empty) {
    const neighbour = states[first - 1] ?? states[last + 1];
    if (neighbour !== undefined) states.fill(neighbour, first, last + 1);
  }
}

/** Every paragraph once, with the state that matters most about it. */
export function stripes(outline: Outline): Stripe[] {
  const n = outline.n_paragraphs;
  const states = new Uint8Array(n).fill(STATES.length - 1);
  for (const [rank, state] of STATES.entries()) {
    if (state === "done") continue;
    for (const [first = 0, last = first] of outline[state]) {
      for (let at = first; at <= Math.min(last, n - 1); at++) states[at] = Math.min(states[at] ?? rank, rank);
    }
  }
  blend(outline.empty, states);
  const found: Stripe[] = [];
  for (let at = 0; at < n; at++) {
    const state = STATES[states[at] ?? 0] ?? "done";
    const last = found.at(-1);
    if (last?.state === state) last.end = at + 1;
    else found.push({ state, start: at, end: at + 1 });
  }
  return found;
}
