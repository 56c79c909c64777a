// Why: the requests about names and terms across a whole series: what is rendered in several ways, what contradicts, and
// renaming everywhere.
import { client, ok } from "./client.ts";
import type { components } from "./schema.ts";

type Shapes = components["schemas"];
export type Drift = Shapes["Drift"];
export type Rendering = Shapes["Rendering"];
export type KnowledgeConflict = Shapes["KnowledgeConflict"];
export type ConflictSide = Shapes["ConflictSide"];
export type Renamed = Shapes["Renamed"];
export type EntryKind = "term" | "character";

export const drift = (book: string, all: boolean, cursor?: string) =>
  ok(client.GET("/api/v1/books/{book}/drift", { params: { path: { book }, query: { all, limit: 50, cursor } } }));

export const conflicts = (book: string, cursor?: string) =>
  ok(client.GET("/api/v1/books/{book}/conflicts", { params: { path: { book }, query: { limit: 100, cursor } } }));

export interface RenameRequest {
  translation: string;
  /** The alias that is meant, where it is not the full name. */
  name?: string;
  /** An older translation that still stands in the text. */
  was?: string;
  preview: boolean;
  except?: string[];
}

export function rename(book: string, entry: EntryKind, id: string, { name, ...request }: RenameRequest) {
  if (entry === "term")
    return ok(
      client.POST("/api/v1/books/{book}/terms/{term}/rename", { params: { path: { book, term: id } }, body: request }),
    );
  return ok(
    client.POST("/api/v1/books/{book}/characters/{character}/rename", {
      params: { path: { book, character: id } },
      body: { ...request, ...(name ? { name } : {}) },
    }),
  );
}
