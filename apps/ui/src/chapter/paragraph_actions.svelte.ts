// Why: everything that is done to paragraphs, whether they are those of a chapter or found all over the book.
import { conflictOf, paragraph as fetchOne, judge, lock, review, select, versions, write } from "../api/paragraphs.ts";
import { Problem } from "../api/problem.ts";
import type { Changed, Paragraph, ReviewState, Version } from "../api/types.ts";
import type { Key } from "../i18n/index.svelte.ts";
import type { BookState } from "../state/book.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";
import { ChapterDrafts } from "./chapter_drafts.svelte.ts";
import type { PendingConflict } from "./conflict.ts";

export abstract class ParagraphActions {
  readonly book: BookState;
  readonly drafts: ChapterDrafts;
  active: string | undefined = $state();
  editing: string | undefined = $state();
  /** The paragraph about which something is being said. */
  commenting: string | undefined = $state();
  /** Suggestions of paragraphs that were looked at. */
  waiting: ReadonlyMap<string, Version[]> = $state.raw(new Map());
  conflict: PendingConflict | undefined = $state.raw();

  constructor(book: BookState) {
    this.book = book;
    this.drafts = new ChapterDrafts(book.id);
  }

  /** The paragraph, if it is here. */
  abstract find(id: string | undefined): Paragraph | undefined;
  /** Keeps what a paragraph is now. */
  abstract put(paragraph: Paragraph): void;
  /** What else is to be known anew after a change. */
  protected abstract changed(): void;

  activate(paragraph: Paragraph): void {
    // A comment that was begun elsewhere is kept; its field must not catch the keys of another paragraph.
    if (this.active !== paragraph.paragraph_id) this.commenting = undefined;
    this.active = paragraph.paragraph_id;
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

  /** Says how far a translation is; the state it has already takes that back. */
  async review(paragraph: Paragraph, wanted: ReviewState): Promise<boolean> {
    // A key is pressed where no button would be.
    if ((paragraph.review === "approved" || wanted === "approved") && !this.book.may("edit")) return false;
    const state = paragraph.review === wanted ? "draft" : wanted;
    return this.#change(paragraph, `review.now.${state}`, () =>
      review(this.book.id, paragraph.paragraph_id, state, paragraph.version ?? null),
    );
  }

  async judge(paragraph: Paragraph, version: string, accept: boolean): Promise<boolean> {
    if (!this.book.decides(paragraph)) return false;
    const done = await this.#change(paragraph, accept ? "chapter.accepted" : "chapter.rejected", () =>
      judge(this.book.id, paragraph.paragraph_id, version, accept),
    );
    if (done) await this.loadSuggestions(paragraph.paragraph_id).catch(() => undefined);
    return done;
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

  async #change(paragraph: Paragraph, said: Key, work: () => Promise<Changed>): Promise<boolean> {
    try {
      const changed = await work();
      this.put(changed.paragraph);
      this.book.changed(changed.change_id);
      const told = changed.suggested ? (`chapter.suggested.${changed.suggested}` as const) : said;
      toasts.done(told, {}, this.book.undoAction(changed.change_id));
      // What became a suggestion waits beside the text, where it can be seen.
      if (changed.suggested) await this.loadSuggestions(paragraph.paragraph_id).catch(() => undefined);
      this.changed();
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
