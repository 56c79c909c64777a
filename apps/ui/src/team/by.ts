// Why: in a team, whatever was done has somebody's name on it, also where a model did it for them.
import type { Person } from "../api/types.ts";
import { t, tWord } from "../i18n/index.svelte.ts";

/** Who did something: a name in a team, else what kind of author it was. */
export function by(author: string, person: Person | null | undefined): string {
  const kind = tWord("author", author);
  if (!person) return kind;
  const name = person.name ?? t("people.former");
  return author === "person" ? name : t("people.for", { author: kind, name });
}
