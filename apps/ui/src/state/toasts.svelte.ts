// Why: what was done and what failed is said in one place, one message at a time, with a way back where there is one. A
// message belongs to the view it was said in and goes with it.
import { isAborted, Problem } from "../api/problem.ts";
import { type Key, t, type Values } from "../i18n/index.svelte.ts";
import { problemWords } from "../i18n/problem_words.ts";

export interface Toast {
  id: number;
  kind: "done" | "failed";
  text: string;
  hint?: string;
  action?: { label: string; run: () => void };
  at: number;
}

/** A message said just before the view changed is about the way there, and stays. */
const FRESH_MS = 1_000;

class Toasts {
  current: Toast | undefined = $state.raw();
  #next = 1;

  done(key: Key, values?: Values, action?: Toast["action"]): void {
    this.#show({ kind: "done", text: t(key, values), ...(action ? { action } : {}) }, action ? 12_000 : 5_000);
  }

  failed(thrown: unknown): void {
    const problem = Problem.of(thrown);
    // That the server is away is said above every view, and more than once would be too often.
    if (problem.code === "unreachable" || problem.status === 401) return;
    const { text, hint, detail } = problemWords(problem);
    const more = hint ?? detail;
    this.#show({ kind: "failed", text, ...(more ? { hint: more } : {}) }, 20_000);
  }

  close(id = this.current?.id): void {
    if (this.current?.id === id) this.current = undefined;
  }

  /** Another view is shown. */
  moved(): void {
    if (this.current && performance.now() - this.current.at > FRESH_MS) this.current = undefined;
  }

  #show(toast: Omit<Toast, "id" | "at">, ms: number): void {
    const id = this.#next++;
    this.current = { ...toast, id, at: performance.now() };
    setTimeout(() => this.close(id), ms);
  }
}

export const toasts = new Toasts();

/** Does something and says so if it fails; gives nothing back then. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (isAborted(thrown)) return undefined;
    toasts.failed(thrown);
    return undefined;
  }
}
