// Why: the requests about paragraphs: reading them, and everything a person does to one.
import type { ParagraphQuery } from "../review/paragraph_query.ts";
import { client, ok } from "./client.ts";
import type { Problem } from "./problem.ts";
import type { Conflict, ReviewState } from "./types.ts";

const at = (book: string, paragraph: string) => ({ params: { path: { book, paragraph } } });

/** The paragraphs of a chapter from one index to another, which is not among them. */
export const paragraphs = (book: string, chapter: string, start: number, end: number, signal: AbortSignal) =>
  ok(
    client.GET("/api/v1/books/{book}/chapters/{chapter}/paragraphs", {
      params: { path: { book, chapter }, query: { limit: end - start, cursor: String(start) } },
      signal,
    }),
  );

/** The paragraphs of the whole book that are like this, page by page. */
export const filtered = (book: string, query: ParagraphQuery, cursor: string | undefined) =>
  ok(
    client.GET("/api/v1/books/{book}/paragraphs", {
      params: { path: { book }, query: { ...query, limit: 50, ...(cursor ? { cursor } : {}) } },
    }),
  );

/** Where in a chapter something waits. */
export const outline = (book: string, chapter: string) =>
  ok(client.GET("/api/v1/books/{book}/chapters/{chapter}/outline", { params: { path: { book, chapter } } }));

export const versions = (book: string, paragraph: string) =>
  ok(client.GET("/api/v1/books/{book}/paragraphs/{paragraph}/versions", at(book, paragraph)));

export const write = (book: string, paragraph: string, text: string, based_on: string | null) =>
  ok(
    client.POST("/api/v1/books/{book}/paragraphs/{paragraph}/versions", {
      ...at(book, paragraph),
      body: { text, based_on },
    }),
  );

export const select = (book: string, paragraph: string, version: string | null, based_on: string | null) =>
  ok(
    client.PUT("/api/v1/books/{book}/paragraphs/{paragraph}/selection", {
      ...at(book, paragraph),
      body: { version, based_on },
    }),
  );

export const lock = (book: string, paragraph: string, locked: boolean) =>
  ok(client.PUT("/api/v1/books/{book}/paragraphs/{paragraph}/lock", { ...at(book, paragraph), body: { locked } }));

/** Says how far the translation of a paragraph is, about the version that was looked at. */
export const review = (book: string, paragraph: string, state: ReviewState, based_on: string | null) =>
  ok(
    client.PUT("/api/v1/books/{book}/paragraphs/{paragraph}/review", {
      ...at(book, paragraph),
      body: { state, based_on },
    }),
  );

/** The same of every translation of a chapter, as one change. */
export const reviewChapter = (book: string, chapter: string, state: ReviewState) =>
  ok(client.POST("/api/v1/books/{book}/reviews", { params: { path: { book } }, body: { chapter, state } }));

export const judge = (book: string, paragraph: string, version: string, accept: boolean) =>
  ok(
    client.POST("/api/v1/books/{book}/paragraphs/{paragraph}/suggestions/{version}", {
      params: { path: { book, paragraph, version } },
      body: { accept },
    }),
  );

export const suggestions = (book: string, cursor?: string) =>
  ok(client.GET("/api/v1/books/{book}/suggestions", { params: { path: { book }, query: { limit: 100, cursor } } }));

/** How words are looked for. */
export interface FindOptions {
  match_case: boolean;
  whole_word: boolean;
  regex: boolean;
}

export interface SearchRequest extends FindOptions {
  q: string;
  in: "both" | "source" | "translation";
  chapter?: string;
  cursor?: string;
}

export const search = (book: string, request: SearchRequest) =>
  ok(client.GET("/api/v1/books/{book}/search", { params: { path: { book }, query: { ...request, limit: 100 } } }));

export interface ReplaceRequest {
  find: string;
  replace: string;
  preview: boolean;
  ignore_case: boolean;
  whole_word: boolean;
  regex: boolean;
  chapters?: string[];
  paragraphs?: string[];
}

export const replace = (book: string, request: ReplaceRequest) =>
  ok(client.POST("/api/v1/books/{book}/replace", { params: { path: { book } }, body: request }));

/** Both texts, when a change was refused because somebody else made one first. */
export function conflictOf(problem: Problem): Conflict | undefined {
  if (problem.status !== 409) return undefined;
  const inside = problem.body.conflict ?? problem.body;
  return typeof inside === "object" && inside !== null && "yours" in inside ? (inside as Conflict) : undefined;
}

export const paragraph = (book: string, id: string) =>
  ok(client.GET("/api/v1/books/{book}/paragraphs/{paragraph}", at(book, id)));
