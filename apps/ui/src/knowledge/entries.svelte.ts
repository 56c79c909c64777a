// Why: the lists of terms, characters and memories are kept, judged, removed and undone the same way.
import { type EntryKind, keep, remove, type Standing } from "../api/knowledge.ts";
import type { Key } from "../i18n/index.svelte.ts";
import type { BookState } from "../state/book.svelte.ts";
import { attempt, toasts } from "../state/toasts.svelte.ts";

interface Kept {
  id: string;
  standing: Standing;
}

export class Entries<Item extends Kept> {
  readonly #book: BookState;
  readonly #kind: EntryKind;
  readonly #fetch: (book: string) => Promise<Item[]>;
  list: readonly Item[] = $state.raw([]);
  loaded = $state(false);

  constructor(book: BookState, kind: EntryKind, fetch: (book: string) => Promise<Item[]>) {
    this.#book = book;
    this.#kind = kind;
    this.#fetch = fetch;
  }

  async load(): Promise<void> {
    const list = await attempt(() => this.#fetch(this.#book.id));
    if (list) this.list = list;
    this.loaded = true;
  }

  async keep(item: Partial<Item>): Promise<boolean> {
    return this.#change("knowledge.saved", () => keep(this.#book.id, this.#kind, item));
  }

  async judge(item: Item, standing: Standing): Promise<boolean> {
    return this.#change(standing === "confirmed" ? "knowledge.confirmed" : "knowledge.rejected", () =>
      keep(this.#book.id, this.#kind, { ...item, standing }),
    );
  }

  async remove(item: Item): Promise<boolean> {
    return this.#change("knowledge.removed", () => remove(this.#book.id, this.#kind, item.id));
  }

  async #change(said: Key, work: () => Promise<{ change_id?: string | null } | undefined>): Promise<boolean> {
    let id: string | null | undefined;
    const done = await attempt(async () => {
      id = (await work())?.change_id;
      return true;
    });
    if (!done) return false;
    this.#book.changed(id);
    toasts.done(said, {}, this.#book.undoAction(id));
    await this.load();
    return true;
  }
}
