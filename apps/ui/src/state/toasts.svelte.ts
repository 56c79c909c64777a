// Why: what was done and what failed is said in one place, with a way back where there is one.
import { Problem } from "../api/problem.ts";
import { type Key, t } from "../i18n/index.svelte.ts";

export interface Toast {
  id: number;
  kind: "done" | "failed";
  text: string;
  hint?: string;
  action?: { label: string; run: () => void };
}

class Toasts {
  list: Toast[] = $state.raw([]);
  #next = 1;

  done(key: Key, values?: Record<string, string | number>, action?: Toast["action"]): void {
    this.#add({ kind: "done", text: t(key, values), ...(action ? { action } : {}) }, action ? 12_000 : 5_000);
  }

  failed(thrown: unknown): void {
    const problem = Problem.of(thrown);
    const text = problem.code === "unreachable" ? t("error.unreachable") : problem.message;
    const hint = problem.code === "unreachable" ? t("error.unreachable.hint") : problem.hint;
    this.#add({ kind: "failed", text, ...(hint ? { hint } : {}) }, 20_000);
  }

  close(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  #add(toast: Omit<Toast, "id">, ms: number): void {
    const id = this.#next++;
    this.list = [...this.list.filter((other) => other.text !== toast.text), { ...toast, id }].slice(-4);
    setTimeout(() => this.close(id), ms);
  }
}

export const toasts = new Toasts();

/** Does something and says so if it fails; gives nothing back then. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return undefined;
    toasts.failed(thrown);
    return undefined;
  }
}
