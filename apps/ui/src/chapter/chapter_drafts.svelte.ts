// Why: the rows of a chapter show which of them have unsaved words.
import { type Draft, drafts } from "../state/drafts.ts";

export class ChapterDrafts {
  readonly #book: string;
  ids: ReadonlySet<string>;

  constructor(book: string) {
    this.#book = book;
    this.ids = $state.raw(new Set(drafts.of(book)));
  }

  get(paragraph: string): Draft | undefined {
    return drafts.get(this.#book, paragraph);
  }

  keep(paragraph: string, draft: Draft): void {
    drafts.keep(this.#book, paragraph, draft);
    if (!this.ids.has(paragraph)) this.ids = new Set(this.ids).add(paragraph);
  }

  drop(paragraph: string): void {
    drafts.drop(this.#book, paragraph);
    if (!this.ids.has(paragraph)) return;
    const rest = new Set(this.ids);
    rest.delete(paragraph);
    this.ids = rest;
  }
}
