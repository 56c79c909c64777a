// Why: the requests about books, chapters, history and files.
import { client, form, ok } from "./client.ts";
import type { Problem } from "./problem.ts";
import type { BookCard, ImportedBook } from "./types.ts";

export async function books(): Promise<BookCard[]> {
  const all: BookCard[] = [];
  let cursor: string | undefined;
  do {
    const page = await ok(client.GET("/api/v1/books", { params: { query: { limit: 500, cursor } } }));
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor);
  return all;
}

export const book = (id: string) => ok(client.GET("/api/v1/books/{book}", { params: { path: { book: id } } }));

export const coverAddress = (id: string) => `/api/v1/books/${encodeURIComponent(id)}/cover`;

export interface ImportRequest {
  file: File;
  to?: string;
  from?: string;
  revises?: string;
}

export async function importBook({ file, to, from, revises }: ImportRequest): Promise<ImportedBook> {
  return ok(
    client.POST("/api/v1/books", {
      // The form is described as an object of fields; the browser writes it.
      body: {} as never,
      bodySerializer: () => form({ file, to, from, revises }),
    }),
  );
}

/** The book that is in the library already, when an import was refused for that. */
export function duplicateOf(problem: Problem): string | undefined {
  const id = problem.status === 409 ? problem.body.book : undefined;
  return typeof id === "string" ? id : undefined;
}

export const changeBook = (id: string, body: { target_language?: string; title_translation?: string }) =>
  ok(client.PATCH("/api/v1/books/{book}", { params: { path: { book: id } }, body }));

export const deleteBook = (id: string) => ok(client.DELETE("/api/v1/books/{book}", { params: { path: { book: id } } }));

/** Throws the placeholders of a rehearsal away; translations stay. */
export const discardRehearsal = (id: string) =>
  ok(client.DELETE("/api/v1/books/{book}/rehearsal", { params: { path: { book: id } } }));

export const renameChapter = (book: string, chapter: string, title_translation: string) =>
  ok(
    client.PATCH("/api/v1/books/{book}/chapters/{chapter}", {
      params: { path: { book, chapter } },
      body: { title_translation },
    }),
  );

export const changes = (book: string, cursor?: string) =>
  ok(client.GET("/api/v1/books/{book}/changes", { params: { path: { book }, query: { limit: 50, cursor } } }));

/** What a change did to translations. */
export const changedTexts = (book: string, change: string) =>
  ok(client.GET("/api/v1/books/{book}/changes/{change}/texts", { params: { path: { book, change } } }));

export const undo = (book: string, body: { change_id?: string; run?: string }) =>
  ok(client.POST("/api/v1/books/{book}/undo", { params: { path: { book } }, body }));

export const cost = (book: string) => ok(client.GET("/api/v1/books/{book}/cost", { params: { path: { book } } }));
