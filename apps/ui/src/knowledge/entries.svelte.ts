// Why: the lists of terms, characters and memories are kept, judged, removed and undone the same way.
import type { Key } from "../i18n/index.svelte.ts";
import type { BookState } from "../state/book.svelte.ts";
import { attempt, toasts } from "../state/toasts.svelte.ts";

interface Requests<Item> {
  list: (book: string) => Promise<Item[]>;
  keep: (book: string, item: Partial<Item>) => Promise<{ change_id?: string | null }>;
  remove: (book: string, id: string) => Promise<{ change_id?: string | null }>;
}

export class Entries<Item extends { id: string; standing: string }> {
  readonly #book: BookState;
  readonly #requests: Requests<Item>;
  list: readonly Item[] = $state.raw([]);
  loaded = $state(false);

  constructor(book: BookState, requests: Requests<Item>) {
    this.#book = book;
    this.#requests = requests;
  }

  async load(): Promise<void> {
    const list = await attempt(() => this.#requests.list(this.#book.id));
    if (list) this.list = list;
    this.loaded = true;
  }

  async keep(item: Partial<Item>): Promise<boolean> {
    return this.#change("knowledge.saved", () => this.#requests.keep(this.#book.id, item));
  }

  async judge(item: Item, standing: string): Promise<boolean> {
    return this.#change(standing === "confirmed" ? "knowledge.confirmed" : "knowledge.rejected", () =>
      this.#requests.keep(this.#book.id, { ...item, standing }),
    );
  }

  async remove(item: Item): Promise<boolean> {
    return this.#change("knowledge.removed", () => this.#requests.remove(this.#book.id, item.id));
  }

  async #change(said: Key, work: () => Promise<{ change_id?: string | null }>): Promise<boolean> {
    const changed = await attempt(work);
    if (!changed) return false;
    this.#book.changed(changed.change_id);
    toasts.done(said, {}, this.#book.undoAction(changed.change_id));
    await this.load();
    return true;
  }
}
