// Why: what an entry of the log is about is written down as words and numbers of the server; a person reads names.
import type { AuditEntry } from "../api/types.ts";
import { money } from "../i18n/format.ts";
import { t, tWord } from "../i18n/index.svelte.ts";

/** Names of members and books, by their ids. */
export interface Names {
  people: ReadonlyMap<string, string>;
  books: ReadonlyMap<string, string>;
}

/** What an entry is about, in a few words each. */
export function auditDetails({ about, person }: AuditEntry, names: Names): string[] {
  const fields = about as Record<string, unknown>;
  const text = (key: string): string | undefined => (typeof fields[key] === "string" ? fields[key] : undefined);
  const member = (id: string) => names.people.get(id) ?? t("people.former");
  const book = (id: string) => names.books.get(id) ?? id;
  const path = text("path")?.replace("/api/v1", "");
  const [kind, of = ""] = text("budget")?.split(" ") ?? [];
  const details = [
    // Whoever joined is who did it.
    text("person") === person?.id ? undefined : when(text("person"), member),
    when(text("role"), (role) => tWord("role", role)),
    when(text("book") ?? /^\/books\/([^/]+)/.exec(path ?? "")?.[1], book),
    kind === "person" ? member(of) : kind === "book" ? book(of) : kind && t("people.wholeLibrary"),
    typeof fields.limit_micros === "number" ? money(fields.limit_micros) : undefined,
    text("name"),
    text("variable"),
    text("by") === "login_service" ? t("audit.service") : text("by") === "mcp" ? "MCP" : undefined,
    when(path, (path) => `${text("method")} ${path}`),
  ];
  return details.filter((each): each is string => Boolean(each));
}

const when = (value: string | undefined, say: (value: string) => string): string | undefined =>
  value === undefined ? undefined : say(value);
