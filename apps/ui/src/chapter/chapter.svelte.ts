// Why: the paragraphs of one chapter, and what is done to all of them at once.
import { reviewChapter } from "../api/paragraphs.ts";
import type { ReviewState } from "../api/types.ts";
import { attempt, toasts } from "../state/toasts.svelte.ts";
import { ChapterParagraphs } from "./chapter_paragraphs.svelte.ts";

export class ChapterState extends ChapterParagraphs {
  /** Every translation of the chapter, as one step to undo. */
  async reviewAll(state: ReviewState): Promise<void> {
    const done = await attempt(() => reviewChapter(this.book.id, this.id, state));
    if (!done) return;
    this.book.changed(done.change_id);
    toasts.done(
      state === "approved" ? "review.now.allApproved" : "review.now.all",
      { n: done.n_paragraphs },
      this.book.undoAction(done.change_id),
    );
    await this.load();
  }
}
