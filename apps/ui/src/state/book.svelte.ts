// Why: everything the views of one book share: the book itself, the undo stack of this sitting, and what the
// assistant is told about where the person is.
import { getContext, setContext } from "svelte";
import { book as fetchBook, undo } from "../api/books.ts";
import { Problem } from "../api/problem.ts";
import type { BookPage, ChapterCard } from "../api/types.ts";
import { t } from "../i18n/index.svelte.ts";
import { attempt, toasts } from "./toasts.svelte.ts";

export class BookState {
  readonly id: string;
  page: BookPage | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  /** The paragraph and the words the person has chosen, for the assistant. */
  selection: { chapter?: string; paragraph?: string; text?: string } = $state.raw({});
  assistantOpen = $state(false);
  /** Counts changes made elsewhere (undo, replace, assistant), so that views load again. */
  revision = $state(0);
  #undoable: string[] = [];

  constructor(id: string) {
    this.id = id;
  }

  async load(): Promise<void> {
    try {
      this.page = await fetchBook(this.id);
      this.problem = undefined;
    } catch (thrown) {
      this.problem = Problem.of(thrown);
    }
  }

  chapter(id: string): ChapterCard | undefined {
    return this.page?.chapters.find((chapter) => chapter.id === id);
  }

  get sourceLanguage(): string | undefined {
    return this.page?.source_language ?? undefined;
  }

  get targetLanguage(): string | undefined {
    return this.page?.target_language ?? undefined;
  }

  /** Remembers a change so that `u` takes it back. */
  changed(changeId: string | null | undefined): void {
    if (changeId) this.#undoable.push(changeId);
  }

  undoAction(changeId: string | null | undefined): { label: string; run: () => void } | undefined {
    if (!changeId) return undefined;
    return { label: t("action.undo"), run: () => void this.undo(changeId) };
  }

  /** Takes back one change, or the last one of this sitting. */
  async undo(changeId?: string): Promise<void> {
    const change = changeId ?? this.#undoable.at(-1);
    if (!change) {
      toasts.done("undo.nothing");
      return;
    }
    const undone = await attempt(() => undo(this.id, { change_id: change }));
    if (!undone) return;
    this.#undoable = this.#undoable.filter((id) => id !== change);
    this.revision++;
    if (undone.n_left_alone > 0) toasts.done("undo.partly", { n: undone.n_left_alone });
    else toasts.done("undo.done");
    void this.load();
  }
}

const CONTEXT = Symbol("book");
export const provideBook = (state: BookState) => setContext(CONTEXT, state);
export const useBook = () => getContext<BookState>(CONTEXT);
