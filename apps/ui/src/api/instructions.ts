// Why: the requests about what a person wants every model to be told about a book or a chapter.
import { client, ok } from "./client.ts";

export const instructions = (book: string) =>
  ok(client.GET("/api/v1/books/{book}/instructions", { params: { path: { book } } }));

/** What instructions are for: a book, one of its chapters, or its series. */
export interface InstructionsPlace {
  book: string;
  chapter?: string | undefined;
  ofSeries?: boolean;
}

/** Keeps instructions if they still are what the person was looking at. */
export function keepInstructions({ book, chapter, ofSeries }: InstructionsPlace, text: string, based_on: string) {
  const body = { text, based_on };
  if (ofSeries) return ok(client.PUT("/api/v1/books/{book}/series/instructions", { params: { path: { book } }, body }));
  if (!chapter) return ok(client.PUT("/api/v1/books/{book}/instructions", { params: { path: { book } }, body }));
  return ok(
    client.PUT("/api/v1/books/{book}/chapters/{chapter}/instructions", { params: { path: { book, chapter } }, body }),
  );
}
