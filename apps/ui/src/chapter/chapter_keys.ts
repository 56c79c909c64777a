// Why: the keys of the chapter in one table, so that the help and the habit stay the same.
import type { ReviewState } from "../api/types.ts";
import type { Command } from "../keys/keys.svelte.ts";

/** What is done to a paragraph, wherever it is shown. */
export interface ParagraphKeyActions {
  move: (by: 1 | -1) => void;
  edit: () => void;
  judge: (accept: boolean) => void;
  review: (state: ReviewState) => void;
  lock: () => void;
  versions: () => void;
  redo: () => void;
}

export interface ChapterActions extends ParagraphKeyActions {
  finding: (by: 1 | -1) => void;
  find: () => void;
  instructions: () => void;
}

export function paragraphKeys(does: ParagraphKeyActions): Command[] {
  return [
    { key: "j", label: "key.nextParagraph", run: () => does.move(1) },
    { key: "k", label: "key.previousParagraph", run: () => does.move(-1) },
    { key: "ArrowDown", label: "key.nextParagraph", run: () => does.move(1) },
    { key: "ArrowUp", label: "key.previousParagraph", run: () => does.move(-1) },
    { key: "e", label: "key.edit", run: does.edit },
    { key: "a", label: "key.accept", run: () => does.judge(true) },
    { key: "x", label: "key.reject", run: () => does.judge(false) },
    { key: "d", label: "key.reviewed", run: () => does.review("reviewed") },
    { key: "t", label: "key.needsWork", run: () => does.review("needs_work") },
    { key: "l", label: "key.lock", run: does.lock },
    { key: "v", label: "key.versions", run: does.versions },
    { key: "r", label: "key.redo", run: does.redo },
  ];
}

export function chapterKeys(does: ChapterActions): Command[] {
  return [
    ...paragraphKeys(does),
    { key: "n", label: "chapter.nextFinding", run: () => does.finding(1) },
    { key: "p", label: "chapter.previousFinding", run: () => does.finding(-1) },
    { key: "f", label: "key.find", run: does.find },
    { key: "w", label: "instructions.title", run: does.instructions },
  ];
}
