// Why: the paragraphs of one chapter and everything that is done to them, apart from how they are drawn.

import { everyPage } from "../api/client.ts";
import {
  conflictOf,
  paragraph as fetchOne,
  judge,
  lock,
  paragraphs,
  select,
  versions,
  write,
} from "../api/paragraphs.ts";
import { Problem } from "../api/problem.ts";
import type { Changed, Conflict, Paragraph, Version } from "../api/types.ts";
import type { Key } from "../i18n/index.svelte.ts";
import type { BookState } from "../state/book.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";

export const FILTERS = ["all", "open", "findings", "suggestions", "stale"] as const;
export type Filter = (typeof FILTERS)[number];

export interface PendingConflict {
  paragraph: Paragraph;
  conflict: Conflict;
}

export class ChapterState {
  readonly book: BookState;
  readonly id: string;
  all: Paragraph[] = $state.raw([]);
  loaded = $state(false);
  problem: Problem | undefined = $state.raw();
  filter: Filter = $state("all");
  active: string | undefined = $state();
  editing: string | undefined = $state();
  conflict: PendingConflict | undefined = $state.raw();
  /** Suggestions of paragraphs that were looked at. */
  waiting: ReadonlyMap<string, Version[]> = $state.raw(new Map());
  #loading: AbortController | undefined;

  readonly shown: Paragraph[] = $derived.by(() =>
    this.filter === "all" ? this.all : this.all.filter((each) => passes(each, this.filter)),
  );

  constructor(book: BookState, id: string) {
    this.book = book;
    this.id = id;
  }

  /** Loads the chapter page by page; a second call replaces what is shown only when it is whole. */
  async load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const again = this.loaded;
    const fresh: Paragraph[] = [];
    try {
      await everyPage(
        (cursor) => paragraphs(this.book.id, this.id, cursor),
        (items) => {
          fresh.push(...items);
          // What is there is shown at once, and then each time it has doubled: laying out anew has its price.
          if (!again && fresh.length >= 2 * this.all.length) this.all = [...fresh];
        },
        loading.signal,
      );
      if (loading.signal.aborted) return;
      this.all = fresh;
      this.loaded = true;
      this.problem = undefined;
    } catch (thrown) {
      if (!loading.signal.aborted) this.problem = Problem.of(thrown);
    }
  }

  stop(): void {
    this.#loading?.abort();
  }

  find(id: string | undefined): Paragraph | undefined {
    return id === undefined ? undefined : this.all.find((each) => each.paragraph_id === id);
  }

  put(paragraph: Paragraph): void {
    const at = this.all.findIndex((each) => each.paragraph_id === paragraph.paragraph_id);
    if (at < 0) return;
    this.all = this.all.with(at, paragraph);
  }

  /** Shows a translation that was accepted just now; the rest of the paragraph follows when it is loaded again. */
  accept(id: string, translation: string): boolean {
    const paragraph = this.find(id);
    if (!paragraph || paragraph.translation === translation || this.editing === id) return false;
    this.put({ ...paragraph, translation, translation_pieces: null });
    return true;
  }

  /** Loads one paragraph again, after something happened to it elsewhere. */
  async refresh(id: string): Promise<void> {
    if (!this.find(id)) return;
    try {
      this.put(await fetchOne(this.book.id, id));
      if (this.waiting.has(id)) await this.loadSuggestions(id);
    } catch {
      // The next load tells what is wrong.
    }
  }

  async loadSuggestions(id: string): Promise<void> {
    const { items } = await versions(this.book.id, id);
    const waiting = items.filter((version) => version.standing === "suggestion");
    this.waiting = new Map(this.waiting).set(id, waiting);
  }

  async save(paragraph: Paragraph, text: string, basedOn = paragraph.version ?? null): Promise<boolean> {
    return this.#change(paragraph, "chapter.saved", () => write(this.book.id, paragraph.paragraph_id, text, basedOn));
  }

  async select(paragraph: Paragraph, version: string | null): Promise<boolean> {
    return this.#change(paragraph, "chapter.selected", () =>
      select(this.book.id, paragraph.paragraph_id, version, paragraph.version ?? null),
    );
  }

  async toggleLock(paragraph: Paragraph): Promise<boolean> {
    const locked = !paragraph.locked;
    return this.#change(paragraph, locked ? "chapter.lockedNow" : "chapter.unlockedNow", () =>
      lock(this.book.id, paragraph.paragraph_id, locked),
    );
  }

  async judge(paragraph: Paragraph, version: string, accept: boolean): Promise<boolean> {
    const done = await this.#change(paragraph, accept ? "chapter.accepted" : "chapter.rejected", () =>
      judge(this.book.id, paragraph.paragraph_id, version, accept),
    );
    if (done) await this.loadSuggestions(paragraph.paragraph_id).catch(() => undefined);
    return done;
  }

  async #change(paragraph: Paragraph, said: Key, work: () => Promise<Changed>): Promise<boolean> {
    try {
      const changed = await work();
      this.put(changed.paragraph);
      this.book.changed(changed.change_id);
      toasts.done(said, {}, this.book.undoAction(changed.change_id));
      return true;
    } catch (thrown) {
      const problem = Problem.of(thrown);
      const conflict = conflictOf(problem);
      if (conflict) this.conflict = { paragraph, conflict };
      else toasts.failed(problem);
      return false;
    }
  }
}

export function passes(paragraph: Paragraph, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "open":
      return !paragraph.is_empty && paragraph.translation == null;
    case "findings":
      return paragraph.findings.length > 0;
    case "suggestions":
      return paragraph.n_suggestions > 0;
    case "stale":
      return paragraph.stale != null;
  }
}

/** The next paragraph of a kind from a place on, in a direction; -1 for none. */
export function step(
  list: readonly Paragraph[],
  from: number,
  by: 1 | -1,
  wanted: (each: Paragraph) => boolean,
): number {
  for (let at = from + by; at >= 0 && at < list.length; at += by) {
    const each = list[at];
    if (each && wanted(each)) return at;
  }
  return -1;
}

/** A guess at a row's height before it is measured, from how much text it has. */
export function guessHeight(paragraph: Paragraph, perLine: number): number {
  if (paragraph.is_empty) return 28;
  const width = (text: string) => text.length * (/[⺀-鿿가-힣]/.test(text) ? 2 : 1);
  const longest = Math.max(width(paragraph.text), width(paragraph.translation ?? ""));
  return 40 + Math.max(1, Math.ceil(longest / perLine)) * 32;
}
