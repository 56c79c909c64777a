// Why: how long a run will still take, from a smoothed rate: one slow reply must not turn minutes into hours.

/** How much the newest sample weighs after one minute; older ones fade. */
const HALF_LIFE_MS = 60_000;
/** Samples closer together tell nothing about the rate. */
const SHORTEST_MS = 1_000;

export class Pace {
  #last: { at: number; done: number } | undefined;
  /** Paragraphs per millisecond. */
  #rate: number | undefined;
  #watched = 0;

  note(at: number, done: number): void {
    const last = this.#last;
    if (!last || done < last.done) {
      this.#last = { at, done };
      return;
    }
    const took = at - last.at;
    if (took < SHORTEST_MS) return;
    const now = (done - last.done) / took;
    const weight = 1 - 0.5 ** (took / HALF_LIFE_MS);
    this.#rate = this.#rate === undefined ? now : this.#rate + weight * (now - this.#rate);
    this.#watched += took;
    this.#last = { at, done };
  }

  /** Milliseconds until everything is done, or nothing when there is too little to go by. */
  left(all: number): number | undefined {
    if (this.#rate === undefined || this.#rate <= 0 || this.#watched < 3_000 || !this.#last) return undefined;
    return Math.max(0, all - this.#last.done) / this.#rate;
  }
}
