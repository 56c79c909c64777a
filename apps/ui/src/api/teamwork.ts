// Why: the requests about work of a team: who does what, what is said about it, who is told, who is where.
import { client, ok } from "./client.ts";
import type { components } from "./schema.ts";

type Shapes = components["schemas"];
export type Assignment = Shapes["Assignment"];
export type AssignmentState = Shapes["AssignmentState"];
export type Work = Shapes["Work"];
export type Comment = Shapes["Comment"];
export type Notice = Shapes["Notice"];
export type Activity = Shapes["Activity"];
export type Present = Shapes["Present"];
export type BookMember = Shapes["BookMember"];

const of = (book: string) => ({ params: { path: { book } } });
const at = (book: string, paragraph: string) => ({ params: { path: { book, paragraph } } });

export const myWork = () => ok(client.GET("/api/v1/me/work", { params: { query: { limit: 1000 } } }));
export const assignments = (book: string) =>
  ok(client.GET("/api/v1/books/{book}/assignments", { params: { path: { book }, query: { limit: 1000 } } }));
export const members = (book: string) => ok(client.GET("/api/v1/books/{book}/members", of(book)));
export const assign = (book: string, body: Shapes["AssignRequest"]) =>
  ok(client.POST("/api/v1/books/{book}/assignments", { ...of(book), body }));
export const changeAssignment = (book: string, assignment: number, body: Shapes["AssignmentRequest"]) =>
  ok(
    client.PATCH("/api/v1/books/{book}/assignments/{assignment}", {
      params: { path: { book, assignment } },
      body,
    }),
  );
export const removeAssignment = (book: string, assignment: number) =>
  ok(client.DELETE("/api/v1/books/{book}/assignments/{assignment}", { params: { path: { book, assignment } } }));

export const comments = (
  book: string,
  query: { state: "open" | "resolved"; chapter?: string; cursor?: string | undefined },
) => {
  const { cursor, ...rest } = query;
  return ok(
    client.GET("/api/v1/books/{book}/comments", {
      params: { path: { book }, query: { ...rest, ...(cursor ? { cursor } : {}) } },
    }),
  );
};
export const paragraphComments = (book: string, paragraph: string) =>
  ok(client.GET("/api/v1/books/{book}/paragraphs/{paragraph}/comments", at(book, paragraph)));
export const addComment = (book: string, paragraph: string, text: string) =>
  ok(client.POST("/api/v1/books/{book}/paragraphs/{paragraph}/comments", { ...at(book, paragraph), body: { text } }));
export const resolveComment = (book: string, paragraph: string, number: number, resolved: boolean) =>
  ok(
    client.PUT("/api/v1/books/{book}/paragraphs/{paragraph}/comments/{number}", {
      params: { path: { book, paragraph, number } },
      body: { resolved },
    }),
  );

export const notices = (cursor?: string) =>
  ok(client.GET("/api/v1/me/notices", { params: { query: { limit: 50, ...(cursor ? { cursor } : {}) } } }));
export const nUnread = () => ok(client.GET("/api/v1/me/notices", { params: { query: { limit: 1 } } }));
export const readNotices = (up_to?: number) =>
  ok(client.PUT("/api/v1/me/notices", { body: up_to === undefined ? {} : { up_to } }));

export const activity = (book: string, cursor?: string) =>
  ok(
    client.GET("/api/v1/books/{book}/activity", {
      params: { path: { book }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
    }),
  );

export const presence = (book: string) => ok(client.GET("/api/v1/books/{book}/presence", of(book)));
export const putPresence = (book: string, body: Shapes["PresenceRequest"]) =>
  ok(client.PUT("/api/v1/books/{book}/presence", { ...of(book), body }));
