// Why: the requests about what is known: terms, characters, memories, summaries, survey, drift. The page's own shapes
// are made here, so that views do not depend on how an entry travels.
import { form, request } from "./client.ts";

export const TERM_KINDS = ["person", "place", "organisation", "item", "skill", "title", "species", "other"] as const;
export const STRICTNESSES = ["exact", "preferred", "keep_source"] as const;
export const STANDINGS = ["proposed", "confirmed", "rejected"] as const;
export const GENDERS = ["female", "male", "neutral"] as const;
export type Standing = (typeof STANDINGS)[number];
export type EntryKind = "terms" | "characters" | "memories";

export interface Term {
  id: string;
  source: string;
  reading?: string | null;
  translation: string;
  other_forms: string[];
  kind: string;
  note: string;
  strictness: string;
  standing: Standing;
}

export interface Name {
  source: string;
  reading?: string | null;
  translation: string;
}

export interface Address {
  to: string;
  source: string;
  translation: string;
  from_chapter?: number | null;
  until_chapter?: number | null;
}

export interface Character {
  id: string;
  name: Name;
  aliases: Name[];
  gender?: string | null;
  description: string;
  voice: { register: string; endings: string[]; samples: string[] };
  addresses: Address[];
  standing: Standing;
}

export interface Memory {
  id: string;
  about: string;
  text: string;
  standing: Standing;
}

export interface Summary {
  chapter_id: string;
  chapter: number;
  text: string;
  stale: boolean;
  standing: Standing;
}

export interface Affected {
  changes: { paragraph_id: string; chapter_id: string; before: string; after: string }[];
  n_changes: number;
  change_id?: string | null;
}

export interface Drift {
  source: string;
  id?: string | null;
  agreed?: string | null;
  forms: { form: string; n: number; paragraphs: string[] }[];
}

interface Page<Item> {
  items: Item[];
  next?: string | null;
}

const base = (book: string, rest: string) => `/api/v1/books/${encodeURIComponent(book)}/${rest}`;

async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = "";
  do {
    const page = await request<Page<Item>>(
      "GET",
      `${path}?limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...page.items);
    cursor = page.next ?? "";
  } while (cursor);
  return items;
}

export const terms = (book: string) => all<Term>(base(book, "terms"));
export const characters = (book: string) => all<Character>(base(book, "characters"));
export const memories = (book: string) => all<Memory>(base(book, "memories"));
export const summaries = (book: string) => all<Summary>(base(book, "summaries"));
export const drift = (book: string) => all<Drift>(base(book, "drift"));

export interface Kept {
  change_id?: string | null;
}

/** Adds an entry without an id, replaces one with an id. */
export const keep = (book: string, kind: EntryKind, entry: Partial<Term & Character & Memory>) =>
  entry.id
    ? request<Kept>("PUT", base(book, `${kind}/${encodeURIComponent(entry.id)}`), entry)
    : request<Kept>("POST", base(book, kind), entry);

export const remove = (book: string, kind: EntryKind, id: string) =>
  request<Kept>("DELETE", base(book, `${kind}/${encodeURIComponent(id)}`));

export const exportAddress = (book: string, format: string) => base(book, `terms/export?format=${format}`);

export const importTerms = (book: string, file: File) =>
  request<{ n_added?: number; n_changed?: number; change_id?: string | null }>(
    "POST",
    base(book, "terms/import"),
    form({ file }),
  );

export const rename = (book: string, wish: { term?: string; character?: string; new: string; preview: boolean }) =>
  request<Affected>("POST", base(book, "rename"), wish);

export const survey = (book: string, model: string) =>
  request<{ run: string }>("POST", base(book, "survey"), { model });
