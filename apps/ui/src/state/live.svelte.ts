// Why: the page learns of changes in the library (another tab, another program, a run) without asking again and again.
import { openLibraryEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";

type Listener = (name: string, data: Record<string, unknown>) => void;

class Live {
  #listeners = new Set<Listener>();
  #stop: (() => void) | undefined;

  /** Receives every event as long as a component lives; meant for `$effect(() => live.subscribe(…))`. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stop ??= follow({
      open: openLibraryEvents,
      onEvent: (event) => {
        const data = parsed(event.data);
        for (const each of this.#listeners) each(event.name, data);
      },
      again: () => this.#listeners.size > 0,
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }
}

export function parsed(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const live = new Live();

/** Runs `work` after `ms` milliseconds, once for all calls in between. */
export function throttle(work: () => void, ms = 250): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      work();
    }, ms);
  };
}
