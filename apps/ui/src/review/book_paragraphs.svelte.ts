// Why: the paragraphs of the whole book that an editor works through, chapter after chapter, loaded page by page.
import { filtered } from "../api/paragraphs.ts";
import { Problem } from "../api/problem.ts";
import type { Paragraph } from "../api/types.ts";
import { ParagraphActions } from "../chapter/paragraph_actions.svelte.ts";
import type { ParagraphQuery } from "./paragraph_query.ts";

export class BookParagraphs extends ParagraphActions {
  /** What was found so far. What no longer fits after a change stays until the next search, so that nothing jumps. */
  items: readonly Paragraph[] = $state.raw([]);
  next: string | undefined = $state();
  loaded = $state(false);
  problem: Problem | undefined = $state.raw();
  #query: ParagraphQuery = {};
  #search = 0;

  async search(query: ParagraphQuery): Promise<void> {
    this.#query = query;
    this.#search++;
    this.editing = undefined;
    await this.#load(undefined);
    if (!this.find(this.active)) this.active = this.items[0]?.paragraph_id;
  }

  /** Asks again for as much as is shown. */
  async again(): Promise<void> {
    const wanted = this.items.length;
    const editing = this.editing;
    await this.#load(undefined);
    while (this.next && this.items.length < wanted) await this.more();
    this.editing = editing;
  }

  async more(): Promise<void> {
    if (this.next) await this.#load(this.next);
  }

  /** The paragraph before or behind the active one, in whatever chapter it stands. */
  async step(by: 1 | -1): Promise<Paragraph | undefined> {
    const at = this.items.findIndex((each) => each.paragraph_id === this.active);
    if (by === 1 && at === this.items.length - 1) await this.more();
    return this.items[at + by];
  }

  find(id: string | undefined): Paragraph | undefined {
    return this.items.find((each) => each.paragraph_id === id);
  }

  put(paragraph: Paragraph): void {
    this.items = this.items.map((each) => (each.paragraph_id === paragraph.paragraph_id ? paragraph : each));
  }

  protected changed(): void {
    void this.book.load();
  }

  async #load(cursor: string | undefined): Promise<void> {
    const search = this.#search;
    try {
      const page = await filtered(this.book.id, this.#query, cursor);
      if (search !== this.#search) return;
      this.items = cursor ? [...this.items, ...page.items] : page.items;
      this.next = page.next ?? undefined;
      this.problem = undefined;
    } catch (thrown) {
      if (search === this.#search) this.problem = Problem.of(thrown);
    }
    this.loaded = true;
  }
}
