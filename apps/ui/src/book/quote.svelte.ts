// Why: whatever costs money is asked about in one way: a price for each request, and a second yes above the person's line.
import { Problem } from "../api/problem.ts";
import type { Settings } from "../api/types.ts";

/** A request changes with every letter that is typed; the estimate waits this long for the next one. */
const PAUSE_MS = 250;

interface Limited {
  max_cost_micros?: number | null | undefined;
}

interface Asking<Request, Answer> {
  /** The request; `undefined` while there is nothing to ask about. */
  request: () => Request | undefined;
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>;
  /** The least and the most it will cost, in millionths of a dollar, where that is known. */
  price: (answer: Answer) => readonly number[] | null | undefined;
}

export class Quote<Request extends Limited, Answer> {
  answer: Answer | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  settings: Settings | undefined = $state.raw();
  /** Whether the person has been told that it is much. */
  sure = $state(false);
  readonly #asking: Asking<Request, Answer>;
  #times = $state(0);

  constructor(asking: Asking<Request, Answer>) {
    this.#asking = asking;
    $effect(() => {
      const request = asking.request();
      void this.#times;
      if (!request) return;
      const stop = new AbortController();
      const timer = setTimeout(() => void this.#refresh(request, stop.signal), PAUSE_MS);
      return () => {
        clearTimeout(timer);
        stop.abort();
      };
    });
  }

  /** What the answer depends on has changed elsewhere. */
  askAgain() {
    this.#times += 1;
  }

  /** Whether the work may begin; the first time it is much, the person is asked instead. */
  agreed(): boolean {
    if (this.sure || !this.#isMuch()) return true;
    this.sure = true;
    return false;
  }

  async #refresh(request: Request, signal: AbortSignal) {
    try {
      this.answer = await this.#asking.ask(request, signal);
      this.problem = undefined;
    } catch (thrown) {
      if (signal.aborted) return;
      this.answer = undefined;
      this.problem = Problem.of(thrown);
    }
  }

  #isMuch(): boolean {
    const price = this.answer === undefined ? undefined : this.#asking.price(this.answer);
    const limit = this.#asking.request()?.max_cost_micros ?? Number.POSITIVE_INFINITY;
    const most = Math.min(price?.[1] ?? 0, limit);
    return this.settings !== undefined && most > this.settings.ask_above_usd * 1_000_000;
  }
}
