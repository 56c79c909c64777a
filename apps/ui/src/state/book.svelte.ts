// Why: everything the views of one book share: the book itself, the undo stack of this sitting, and what the
// assistant is told about where the person is.
import { getContext, setContext } from "svelte";
import { book as fetchBook, undo } from "../api/books.ts";
import { Problem } from "../api/problem.ts";
import type { BookPage, ChapterCard, Paragraph } from "../api/types.ts";
import { t } from "../i18n/index.svelte.ts";
import { chaptersOfOthers } from "../team/chapters_of_others.ts";
import { type Act, team } from "../team/team.svelte.ts";
import { attempt, toasts } from "./toasts.svelte.ts";

/** A change the server can take back, or the way back itself where it has no number. */
export type Step = string | (() => Promise<unknown>);

export class BookState {
  readonly id: string;
  page: BookPage | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  /** The paragraph and the words the person has chosen, for the assistant. */
  selection: { chapter?: string; paragraph?: string; text?: string } = $state.raw({});
  assistantOpen = $state(false);
  /** Counts changes made elsewhere (undo, replace, assistant), so that views load again. */
  revision = $state(0);
  /** Chapters that were given to others who are not done, and not to this person. */
  #ofOthers: ReadonlySet<string> = $state.raw(new Set());
  #undoable: Step[] = [];

  constructor(id: string) {
    this.id = id;
  }

  async load(): Promise<void> {
    try {
      this.page = await fetchBook(this.id);
      this.problem = undefined;
      if (team.exists && this.may("translate") && !this.may("edit")) this.#ofOthers = await chaptersOfOthers(this.id);
    } catch (thrown) {
      this.problem = Problem.of(thrown);
    }
  }

  chapter(id: string): ChapterCard | undefined {
    return this.page?.chapters.find((chapter) => chapter.id === id);
  }

  /** Whether the person may do it in this book; what they may not is not offered. */
  may(act: Act): boolean {
    return team.may(act, this.id);
  }

  /** Whether the person decides which text of a paragraph stands. What a translator writes over approved text, or in a chapter
   * that was given to others, is a suggestion. */
  decides({ review, chapter_id }: Pick<Paragraph, "review" | "chapter_id">): boolean {
    if (this.may("edit")) return true;
    return this.may("translate") && review !== "approved" && !this.#ofOthers.has(chapter_id);
  }

  get sourceLanguage(): string | undefined {
    return this.page?.source_language ?? undefined;
  }

  get targetLanguage(): string | undefined {
    return this.page?.target_language ?? undefined;
  }

  /** Remembers a change so that `u` takes it back. */
  changed(step: Step | null | undefined): void {
    if (step) this.#undoable.push(step);
  }

  undoAction(step: Step | null | undefined): { label: string; run: () => void } | undefined {
    if (!step) return undefined;
    return { label: t("action.undo"), run: () => void this.undo(step) };
  }

  /** Takes back one change, or the last one of this sitting. */
  async undo(step = this.#undoable.at(-1)): Promise<void> {
    if (!step) {
      toasts.done("undo.nothing");
      return;
    }
    const left = await attempt(async () => {
      if (typeof step === "string") return (await undo(this.id, { change_id: step })).n_left_alone;
      await step();
      return 0;
    });
    if (left === undefined) return;
    this.#undoable = this.#undoable.filter((other) => other !== step);
    // A message that offers this undo must not outlive it.
    toasts.close();
    this.revision++;
    if (left > 0) toasts.done("undo.partly", { n: left });
    else toasts.done("undo.done");
    void this.load();
  }
}

const CONTEXT = Symbol("book");
export const provideBook = (state: BookState) => setContext(CONTEXT, state);
export const useBook = () => getContext<BookState>(CONTEXT);
