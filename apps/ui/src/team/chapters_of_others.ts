// Why: a chapter that was given to somebody is theirs to decide; the others suggest, and the page says so beforehand.
import { type Assignment, assignments } from "../api/teamwork.ts";
import { team } from "./team.svelte.ts";

/** The chapters that are in the hands of others, and not in those of whoever is logged in. */
export async function chaptersOfOthers(book: string): Promise<ReadonlySet<string>> {
  const { items } = await assignments(book);
  return inHandsOfOthers(items, team.me?.id);
}

/** A chapter that is done is in nobody's hands. */
export function inHandsOfOthers(
  given: readonly Pick<Assignment, "chapter_id" | "person" | "state">[],
  me: string | undefined,
): ReadonlySet<string> {
  const mine = new Set(given.filter(({ person }) => person.id === me).map(({ chapter_id }) => chapter_id));
  const open = given.filter(({ state, chapter_id }) => state !== "done" && !mine.has(chapter_id));
  return new Set(open.map(({ chapter_id }) => chapter_id));
}
