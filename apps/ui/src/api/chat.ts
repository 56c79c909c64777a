// Why: the requests of a conversation with the assistant; a turn is one stream of events.
import { MEANT, request } from "./client.ts";

export interface ChatCard {
  id: string;
  title: string;
  updated_at_ms: number;
  cost_micros: number;
}

/** One kept line, as the library has it. */
export interface ChatLine {
  number: number;
  change_id?: string | null;
  said: Record<string, unknown>;
}

export interface TurnWish {
  message: string;
  session?: string;
  chapter?: string;
  paragraph?: string;
  selection?: string;
  model?: string;
  max_cost_micros?: number;
}

const base = (book: string) => `/api/v1/books/${encodeURIComponent(book)}/chat`;
const one = (book: string, session: string) => `${base(book)}/${encodeURIComponent(session)}`;

export const chats = (book: string) => request<{ items: ChatCard[] }>("GET", `${base(book)}?limit=50`);
export const chatLines = (book: string, session: string) =>
  request<{ items: ChatLine[] }>("GET", `${one(book, session)}?limit=1000`);
export const stopChat = (book: string, session: string) => request<unknown>("POST", `${one(book, session)}/stop`, {});
export const answerChat = (book: string, session: string, agree: boolean) =>
  request<unknown>("POST", `${one(book, session)}/answer`, { agree });
export const removeChat = (book: string, session: string) => request<unknown>("DELETE", one(book, session));

export const openTurn = (book: string, wish: TurnWish, signal: AbortSignal) =>
  fetch(base(book), {
    method: "POST",
    headers: { ...MEANT, accept: "text/event-stream", "content-type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify(wish),
    signal,
  });
