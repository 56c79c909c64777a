// Why: the requests of a conversation with the assistant; a turn is one stream of events.
import { CSRF_HEADER, client, languageHeader, ok } from "./client.ts";
import type { components } from "./schema.ts";

type Shapes = components["schemas"];
export type ChatCard = Shapes["Chat"];
export type ChatLine = Shapes["ChatLine"];
export type TurnRequest = Shapes["TurnRequest"];

export const chats = (book: string) =>
  ok(client.GET("/api/v1/books/{book}/chat", { params: { path: { book }, query: { limit: 50 } } }));
export const chatLines = (book: string, chat: string) =>
  ok(client.GET("/api/v1/books/{book}/chat/{chat}", { params: { path: { book, chat }, query: { limit: 1000 } } }));
export const stopChat = (book: string, chat: string) =>
  ok(client.POST("/api/v1/books/{book}/chat/{chat}/stop", { params: { path: { book, chat } } }));
export const answerChat = (book: string, chat: string, agree: boolean) =>
  ok(client.POST("/api/v1/books/{book}/chat/{chat}/answer", { params: { path: { book, chat } }, body: { agree } }));
export const removeChat = (book: string, chat: string) =>
  ok(client.DELETE("/api/v1/books/{book}/chat/{chat}", { params: { path: { book, chat } } }));

export const openTurn = (book: string, request: TurnRequest, signal: AbortSignal) =>
  fetch(`/api/v1/books/${encodeURIComponent(book)}/chat`, {
    method: "POST",
    headers: {
      ...CSRF_HEADER,
      ...languageHeader(),
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    credentials: "same-origin",
    body: JSON.stringify(request),
    signal,
  });
