// Why: the paragraphs of one chapter: which are shown, which are here, where the reader is.
import { paragraph as fetchOne, outline as fetchOutline, paragraphs } from "../api/paragraphs.ts";
import { Problem } from "../api/problem.ts";
import type { Outline, Paragraph } from "../api/types.ts";
import type { BookState } from "../state/book.svelte.ts";
import { attempt } from "../state/toasts.svelte.ts";
import type { Filter } from "./filters.ts";
import { ParagraphActions } from "./paragraph_actions.svelte.ts";
import { BLOCK, IndexRanges, ParagraphCache, ranges } from "./paragraph_cache.ts";

/** So many rows beyond the ones in view are asked for too. */
const AHEAD = 40;
/** Rows that fly by are not asked for. */
const PAUSE_MS = 40;

export class ChapterParagraphs extends ParagraphActions {
  readonly id: string;
  readonly #cache = new ParagraphCache();
  /** Counts changes of what is near, since that itself is not watched. */
  #changes = $state(0);
  outline: Outline | undefined = $state.raw();
  /** Whether something can be shown. */
  loaded = $state(false);
  problem: Problem | undefined = $state.raw();
  filter: Filter = $state("all");
  activeIndex = $state(-1);
  /** The rows in view. */
  #window = { start: 0, end: AHEAD };
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asked = new Map<number, AbortController>();
  #stopped = false;

  /** The indexes that are shown, in order. */
  readonly rows: IndexRanges = $derived.by(() => {
    if (this.filter !== "all") return new IndexRanges(this.outline?.[this.filter] ?? []);
    const n = this.book.chapter(this.id)?.n_paragraphs ?? 0;
    return new IndexRanges(n > 0 ? [[0, n - 1]] : []);
  });

  constructor(book: BookState, id: string) {
    super(book);
    this.id = id;
  }

  /** How many paragraphs are kept at the moment. */
  get nKept(): number {
    return this.#cache.size;
  }

  /** The paragraph at a row, if it is here yet. */
  row(row: number): Paragraph | undefined {
    void this.#changes;
    const index = this.rows.at(row);
    return index === undefined ? undefined : this.#cache.at(index);
  }

  /** Begins where the reader wants to be: at a paragraph, or at the first one with text. */
  async open(id: string | undefined): Promise<Paragraph | undefined> {
    try {
      const wanted = id === undefined ? undefined : await fetchOne(this.book.id, id).catch(() => undefined);
      const isHere = wanted?.chapter_id === this.id;
      await this.#bring(isHere ? wanted.paragraph_index - (wanted.paragraph_index % BLOCK) : 0);
      this.loaded = true;
      this.problem = undefined;
      return isHere ? this.#cache.at(wanted.paragraph_index) : await this.#firstWithText();
    } catch (thrown) {
      this.problem = Problem.of(thrown);
      return undefined;
    }
  }

  /** A paragraph of this chapter that a link names, wherever it is; everything is shown if it would be filtered out. */
  async reach(id: string): Promise<Paragraph | undefined> {
    const wanted = this.find(id) ?? (await attempt(() => fetchOne(this.book.id, id)));
    if (wanted?.chapter_id !== this.id) return undefined;
    if (!this.rows.has(wanted.paragraph_index)) this.filter = "all";
    return this.ensure(wanted.paragraph_index);
  }

  /** Asks again for what is in view, and forgets the rest: anything may have changed. */
  async load(): Promise<void> {
    const first = this.rows.at(this.#window.start) ?? 0;
    const last = this.rows.at(this.#window.end - 1) ?? first;
    this.#cache.only(first, last + 1);
    this.#abort();
    if (this.outline) void this.loadOutline();
    await this.#fill(true);
  }

  /** Tells which rows are in view. */
  see(start: number, end: number): void {
    this.#window = { start, end };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#fill(false);
    }, PAUSE_MS);
  }

  async loadOutline(): Promise<void> {
    const answer = await attempt(() => fetchOutline(this.book.id, this.id));
    if (answer) this.outline = answer;
  }

  async choose(filter: Filter): Promise<void> {
    this.filter = filter;
    if (filter !== "all") await this.loadOutline();
  }

  /** Nothing is asked for any more. */
  stop(): void {
    this.#stopped = true;
    this.#abort();
  }

  /** Drops what was asked for: its answers may be older than a change that is known now. */
  #abort(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
  }

  override activate(paragraph: Paragraph): void {
    super.activate(paragraph);
    this.activeIndex = paragraph.paragraph_index;
  }

  /** The active paragraph, also when it was scrolled far away. */
  async current(): Promise<Paragraph | undefined> {
    return this.active === undefined ? undefined : this.ensure(this.activeIndex);
  }

  /** The next paragraph with text, in a direction. */
  async step(by: 1 | -1): Promise<Paragraph | undefined> {
    let index = this.rows.next(this.activeIndex, by);
    while (index !== undefined) {
      const each = await this.ensure(index);
      if (!each?.is_empty) return each;
      index = this.rows.next(index, by);
    }
    return undefined;
  }

  /** The next paragraph in which something was found, in a direction. */
  async stepToFinding(by: 1 | -1): Promise<Paragraph | undefined> {
    if (!this.outline) await this.loadOutline();
    const found = new IndexRanges(this.outline?.findings ?? []);
    let index = found.next(this.activeIndex, by);
    while (index !== undefined && !this.rows.has(index)) index = found.next(index, by);
    return index === undefined ? undefined : this.ensure(index);
  }

  protected changed(): void {
    if (this.outline) void this.loadOutline();
  }

  find(id: string | undefined): Paragraph | undefined {
    return id === undefined ? undefined : this.#cache.find(id);
  }

  put(paragraph: Paragraph): void {
    if (!this.#cache.at(paragraph.paragraph_index)) return;
    this.#cache.put(paragraph);
    this.#changes++;
  }

  async #firstWithText(): Promise<Paragraph | undefined> {
    for (let index = 0; index < BLOCK; index++) {
      const each = this.#cache.at(index);
      if (each && !each.is_empty) return each;
    }
    return undefined;
  }

  /** The paragraph at an index, which is fetched if it is not here. */
  async ensure(index: number): Promise<Paragraph | undefined> {
    if (!this.#cache.at(index)) {
      const start = index - (index % BLOCK);
      await attempt(() => this.#bring(start));
    }
    return this.#cache.at(index);
  }

  /** Asks for what is missing around the rows in view, and no longer for what has gone out of it. */
  async #fill(again: boolean): Promise<void> {
    const { start, end } = this.#window;
    const missing: number[] = [];
    for (let row = Math.max(0, start - AHEAD); row < end + AHEAD; row++) {
      const index = this.rows.at(row);
      const inView = row >= start && row < end;
      if (index !== undefined && ((again && inView) || !this.#cache.at(index))) missing.push(index);
    }
    const wanted = ranges(missing, this.filter === "all");
    for (const [first, asked] of this.#asked) {
      if (wanted.some((range) => range.start === first)) continue;
      asked.abort();
      this.#asked.delete(first);
    }
    const fresh = wanted.filter((range) => !this.#asked.has(range.start));
    try {
      await Promise.all(fresh.map((range) => this.#fetch(range.start, range.end)));
      this.problem = undefined;
    } catch (thrown) {
      this.problem = Problem.of(thrown);
    }
  }

  /** Asks for a block until it is here: a change elsewhere drops every request under way. */
  async #bring(start: number): Promise<void> {
    while (!this.#stopped && !(await this.#fetch(start)));
  }

  /** Asks for paragraphs and keeps them; `false` if the request was dropped. */
  async #fetch(start: number, end = start + BLOCK): Promise<boolean> {
    const asked = new AbortController();
    this.#asked.set(start, asked);
    try {
      const { items } = await paragraphs(this.book.id, this.id, start, end, asked.signal);
      for (const item of items) this.#cache.put(item);
      this.#cache.shrink(this.rows.at(this.#window.start) ?? start);
      this.#changes++;
      return true;
    } catch (thrown) {
      if (!asked.signal.aborted) throw thrown;
      return false;
    } finally {
      if (this.#asked.get(start) === asked) this.#asked.delete(start);
    }
  }

  /** Shows a translation that was accepted just now; the rest of the paragraph follows when it is loaded again. */
  accept(id: string, translation: string): boolean {
    const paragraph = this.find(id);
    if (!paragraph || paragraph.translation === translation || this.editing === id) return false;
    this.put({ ...paragraph, translation, translation_pieces: null, review: "draft" });
    return true;
  }
}
