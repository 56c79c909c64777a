// Why: a comment has a member's name on it, or a file's, or nobody's.
import type { Comment } from "../api/teamwork.ts";
import { t, tWord } from "../i18n/index.svelte.ts";

/** Who said it. */
export function saidBy({ author, person }: Comment): string {
  if (person && !person.name) return t("people.former");
  return author === "person" || author === "model" ? tWord("author", author) : author;
}
