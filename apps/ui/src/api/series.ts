// Why: the requests about series: which books share what they know, and moving a book.
import { client, ok } from "./client.ts";
import type { components } from "./schema.ts";

export type Series = components["schemas"]["Series"];

export const series = () => ok(client.GET("/api/v1/series", { params: { query: { limit: 1000 } } }));

/** Puts a book into the series of this name; what is known goes along. */
export const moveBook = (book: string, name: string) =>
  ok(client.PUT("/api/v1/books/{book}/series", { params: { path: { book } }, body: { name } }));
