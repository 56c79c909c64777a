// Why: everything that is done to the paragraphs of one chapter, apart from how they are drawn.
import { conflictOf, judge, lock, review, reviewChapter, select, write } from "../api/paragraphs.ts";
import { Problem } from "../api/problem.ts";
import type { Changed, Paragraph, ReviewState } from "../api/types.ts";
import type { Key } from "../i18n/index.svelte.ts";
import { attempt, toasts } from "../state/toasts.svelte.ts";
import { ChapterParagraphs } from "./chapter_paragraphs.svelte.ts";
import type { PendingConflict } from "./conflict.ts";

export class ChapterState extends ChapterParagraphs {
  conflict: PendingConflict | undefined = $state.raw();

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
    const state = paragraph.review === wanted ? "draft" : wanted;
    return this.#change(paragraph, `review.now.${state}`, () =>
      review(this.book.id, paragraph.paragraph_id, state, paragraph.version ?? null),
    );
  }

  /** Every translation of the chapter, as one step to undo. */
  async reviewAll(): Promise<void> {
    const done = await attempt(() => reviewChapter(this.book.id, this.id, "reviewed"));
    if (!done) return;
    this.book.changed(done.change_id);
    toasts.done("review.now.all", { n: done.n_paragraphs }, this.book.undoAction(done.change_id));
    await this.load();
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
      if (this.outline) void this.loadOutline();
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
