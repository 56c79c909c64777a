// Why: the requests about what is known: terms, characters, memories, summaries.
import { client, form, ok } from "./client.ts";
import type { components } from "./schema.ts";

type Shapes = components["schemas"];
export type Term = Shapes["Term"];
export type Character = Shapes["Character"];
export type Memory = Shapes["Memory"];
export type Summary = Shapes["Summary"];
export type Use = Shapes["Use"];
export type Name = Shapes["Name"];
export type Address = Shapes["Address"];

export const TERM_KINDS = ["person", "place", "organisation", "item", "skill", "title", "species", "other"] as const;
export const STRICTNESSES = ["exact", "preferred", "keep_source"] as const;
export const STANDINGS = ["proposed", "confirmed", "rejected"] as const;
export const GENDERS = ["female", "male", "neutral"] as const;
export type Gender = (typeof GENDERS)[number];

interface Page<Item> {
  items: Item[];
  next?: string | null;
}

async function all<Item>(
  fetchPage: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage({ limit: 1000, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor);
  return items;
}

export const terms = (book: string) =>
  all<Term>((query) => ok(client.GET("/api/v1/books/{book}/terms", { params: { path: { book }, query } })));
export const characters = (book: string) =>
  all<Character>((query) => ok(client.GET("/api/v1/books/{book}/characters", { params: { path: { book }, query } })));
export const memories = (book: string) =>
  all<Memory>((query) => ok(client.GET("/api/v1/books/{book}/memories", { params: { path: { book }, query } })));
export const summaries = (book: string) =>
  all<Summary>((query) => ok(client.GET("/api/v1/books/{book}/summaries", { params: { path: { book }, query } })));

/** How often terms and characters stand in the book. */
export const uses = (book: string) =>
  all<Use>((query) => ok(client.GET("/api/v1/books/{book}/uses", { params: { path: { book }, query } })));

/** Adds a term without an id, replaces one with an id. */
export function keepTerm(book: string, { id, evidence: _, ...body }: Partial<Term>) {
  if (!id) return ok(client.POST("/api/v1/books/{book}/terms", { params: { path: { book } }, body }));
  return ok(client.PUT("/api/v1/books/{book}/terms/{term}", { params: { path: { book, term: id } }, body }));
}

export function keepCharacter(book: string, { id, ...body }: Partial<Character>) {
  if (!id) return ok(client.POST("/api/v1/books/{book}/characters", { params: { path: { book } }, body }));
  return ok(
    client.PUT("/api/v1/books/{book}/characters/{character}", { params: { path: { book, character: id } }, body }),
  );
}

export function keepMemory(book: string, { id, ...body }: Partial<Memory>) {
  if (!id) return ok(client.POST("/api/v1/books/{book}/memories", { params: { path: { book } }, body }));
  return ok(client.PUT("/api/v1/books/{book}/memories/{memory}", { params: { path: { book, memory: id } }, body }));
}

export const removeTerm = (book: string, term: string) =>
  ok(client.DELETE("/api/v1/books/{book}/terms/{term}", { params: { path: { book, term } } }));
export const removeCharacter = (book: string, character: string) =>
  ok(client.DELETE("/api/v1/books/{book}/characters/{character}", { params: { path: { book, character } } }));
export const removeMemory = (book: string, memory: string) =>
  ok(client.DELETE("/api/v1/books/{book}/memories/{memory}", { params: { path: { book, memory } } }));

export const writeSummary = (book: string, chapter: string, text: string) =>
  ok(
    client.PUT("/api/v1/books/{book}/summaries/{chapter}", {
      params: { path: { book, chapter } },
      body: { text, standing: "confirmed" },
    }),
  );

export const EXPORTS = ["csv", "tsv", "xlsx", "json", "tbx"] as const;
export const exportAddress = (book: string, format: string) =>
  `/api/v1/books/${encodeURIComponent(book)}/terms/export?format=${format}`;

export const importTerms = (book: string, file: File) =>
  ok(
    client.POST("/api/v1/books/{book}/terms/import", {
      params: { path: { book } },
      body: {} as never,
      bodySerializer: () => form({ file }),
    }),
  );
