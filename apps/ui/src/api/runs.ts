// Why: the requests about runs: plan, begin, follow, stop, resume, answer.
import { client, ok } from "./client.ts";
import type { RunRequest } from "./types.ts";

const of = (run: string) => ({ params: { path: { run } } });

export const plan = (book: string, request: RunRequest, signal?: AbortSignal) =>
  ok(
    client.POST("/api/v1/books/{book}/plan", {
      params: { path: { book } },
      body: request,
      ...(signal ? { signal } : {}),
    }),
  );

export const begin = (book: string, request: RunRequest) =>
  ok(client.POST("/api/v1/books/{book}/runs", { params: { path: { book } }, body: request }));

export const runs = (book: string, cursor?: string) =>
  ok(client.GET("/api/v1/runs", { params: { query: { book, limit: 30, cursor } } }));

export const run = (id: string) => ok(client.GET("/api/v1/runs/{run}", of(id)));
export const stop = (id: string) => ok(client.POST("/api/v1/runs/{run}/stop", of(id)));
/** Asks the service to stop what was handed in; what it has answered is kept. */
export const cancelBatch = (id: string) => ok(client.POST("/api/v1/runs/{run}/batch/cancel", of(id)));
export const resume = (id: string, body: { model?: string; max_cost_micros?: number }) =>
  ok(client.POST("/api/v1/runs/{run}/resume", { ...of(id), body }));

export const questions = (id: string) => ok(client.GET("/api/v1/runs/{run}/questions", of(id)));
export const answer = (id: string, task: string, text: string | null) =>
  ok(
    client.POST("/api/v1/runs/{run}/questions/{task}", {
      params: { path: { run: id, task } },
      body: { answer: text },
    }),
  );

export const openEvents = (id: string) => (lastId: string | undefined, signal: AbortSignal) =>
  fetch(`/api/v1/runs/${encodeURIComponent(id)}/events`, {
    headers: { accept: "text/event-stream", ...(lastId ? { "last-event-id": lastId } : {}) },
    credentials: "same-origin",
    signal,
  });

/** The name this page gives itself, so that others can be told where it is. */
export const CLIENT = crypto.randomUUID?.() ?? `page-${Math.random().toString(36).slice(2)}${Date.now()}`;

/** From now on: whoever opens it asks for everything once it is open, so that nothing is missed and nothing is old. */
export const openLibraryEvents = (_lastId: string | undefined, signal: AbortSignal) =>
  fetch(`/api/v1/events?client=${CLIENT}`, {
    headers: { accept: "text/event-stream" },
    credentials: "same-origin",
    signal,
  });

/** The lines are shown as they are stored, whatever they hold. */
export const transcript = (run: string, task: string) =>
  ok(
    client.GET("/api/v1/runs/{run}/tasks/{task}/transcript", {
      params: { path: { run, task }, query: { limit: 1000 } },
    }),
  ) as Promise<{ items: unknown[] }>;

export const tasks = (run: string, cursor?: string) =>
  ok(client.GET("/api/v1/runs/{run}/tasks", { params: { path: { run }, query: { limit: 200, cursor } } }));
