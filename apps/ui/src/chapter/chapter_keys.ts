// Why: the keys of the chapter in one table, so that the help and the habit stay the same.
import type { ReviewState } from "../api/types.ts";
import type { Command } from "../keys/keys.svelte.ts";
import { type Act, team } from "../team/team.svelte.ts";

/** What is done to a paragraph, wherever it is shown. */
export interface ParagraphKeyActions {
  move: (by: 1 | -1) => void;
  edit: () => void;
  judge: (accept: boolean) => void;
  review: (state: ReviewState) => void;
  lock: () => void;
  comment: () => void;
  versions: () => void;
  redo: () => void;
}

export interface ChapterActions extends ParagraphKeyActions {
  finding: (by: 1 | -1) => void;
  find: () => void;
  instructions: () => void;
}

/** A command, and what one must be allowed to do for it. */
type RoleCommand = Command & { act?: Act };

/** The commands that one may give in the book. */
const allowed = (commands: RoleCommand[], book: string): Command[] =>
  commands.filter(({ act }) => act === undefined || team.may(act, book));

export function paragraphKeys(does: ParagraphKeyActions, book: string): Command[] {
  const commands: RoleCommand[] = [
    { key: "j", label: "key.nextParagraph", run: () => does.move(1) },
    { key: "k", label: "key.previousParagraph", run: () => does.move(-1) },
    { key: "ArrowDown", label: "key.nextParagraph", run: () => does.move(1) },
    { key: "ArrowUp", label: "key.previousParagraph", run: () => does.move(-1) },
    { key: "e", label: "key.edit", act: "translate", run: does.edit },
    { key: "a", label: "key.accept", act: "translate", run: () => does.judge(true) },
    { key: "x", label: "key.reject", act: "translate", run: () => does.judge(false) },
    { key: "d", label: "key.reviewed", act: "translate", run: () => does.review("reviewed") },
    { key: "t", label: "key.needsWork", act: "translate", run: () => does.review("needs_work") },
    { key: "y", label: "key.approve", act: "edit", run: () => does.review("approved") },
    { key: "c", label: "comment.add", run: does.comment },
    { key: "l", label: "key.lock", act: "edit", run: does.lock },
    { key: "v", label: "key.versions", run: does.versions },
    { key: "r", label: "key.redo", act: "spend", run: does.redo },
  ];
  return allowed(commands, book);
}

export function chapterKeys(does: ChapterActions, book: string): Command[] {
  const commands: RoleCommand[] = [
    ...paragraphKeys(does, book),
    { key: "n", label: "chapter.nextFinding", run: () => does.finding(1) },
    { key: "p", label: "chapter.previousFinding", run: () => does.finding(-1) },
    { key: "f", label: "key.find", act: "edit", run: does.find },
    { key: "w", label: "instructions.title", act: "edit", run: does.instructions },
  ];
  return allowed(commands, book);
}
