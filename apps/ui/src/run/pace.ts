// Why: how long a run will still take, from how fast paragraphs came lately.

interface Sample {
  at: number;
  done: number;
}

export class Pace {
  #samples: Sample[] = [];
  static readonly #WINDOW = 120_000;

  note(at: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last && at - last.at < 500) last.done = done;
    else this.#samples.push({ at, done });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > Pace.#WINDOW) this.#samples.shift();
  }

  /** Milliseconds until everything is done, or nothing when there is too little to go by. */
  left(all: number): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < 2_000 || last.done <= first.done) return undefined;
    return ((all - last.done) * (last.at - first.at)) / (last.done - first.done);
  }
}
