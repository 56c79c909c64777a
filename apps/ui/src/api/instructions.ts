// Why: the requests about what a person wants every model to be told about a book or a chapter.
import { client, ok } from "./client.ts";

export const instructions = (book: string) =>
  ok(client.GET("/api/v1/books/{book}/instructions", { params: { path: { book } } }));

/** Keeps the instructions for a book, or for one of its chapters, if they still are what the person was looking at. */
export function keepInstructions(book: string, chapter: string | undefined, text: string, based_on: string) {
  const body = { text, based_on };
  if (!chapter) return ok(client.PUT("/api/v1/books/{book}/instructions", { params: { path: { book } }, body }));
  return ok(
    client.PUT("/api/v1/books/{book}/chapters/{chapter}/instructions", { params: { path: { book, chapter } }, body }),
  );
}
