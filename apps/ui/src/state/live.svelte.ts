// Why: the page learns of changes in the library (another tab, another program, a run) without asking again and again.
import { openLibraryEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import { connection } from "./connection.svelte.ts";

type Listener = (name: string, data: Record<string, unknown>) => void;

/** Said to every listener when the stream is open: what changed before that was not heard, so everything is asked anew. */
export const CONNECTED = "connected";

/** Whether an event is about what books say; where people are and what they are told is asked for by itself. */
export const isAboutBooks = (name: string): boolean => name !== "presence_changed" && name !== "notices_changed";

class Live {
  #listeners = new Set<Listener>();
  #stop: (() => void) | undefined;
  #connected = false;

  /** Receives every event as long as a component lives; meant for `$effect(() => live.subscribe(…))`. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stop ??= follow({
      open: openLibraryEvents,
      onEvent: ({ name, data }) => this.#hear(name, parsed(data)),
      onState: (connected) => this.#connection(connected),
      again: () => this.#listeners.size > 0,
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
      this.#connected = false;
    };
  }

  /** Begins anew after the server asked for another token. */
  restart(): void {
    this.#stop?.();
    this.#stop = undefined;
    const [first] = this.#listeners;
    if (first) this.subscribe(first);
  }

  #connection(connected: boolean): void {
    if (connected && !this.#connected) {
      connection.back();
      this.#publish(CONNECTED, {});
    } else if (!connected && this.#connected) connection.lost();
    this.#connected = connected;
  }

  /** A snapshot says where the stream begins; one after missed events means that everything is asked anew. */
  #hear(name: string, data: Record<string, unknown>): void {
    if (name !== "snapshot") this.#publish(name, data);
    else if (data.missed !== false) this.#publish(CONNECTED, {});
  }

  #publish(name: string, data: Record<string, unknown>): void {
    for (const each of this.#listeners) each(name, data);
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
