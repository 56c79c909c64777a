// Why: the requests about what the checks found.
import { client, ok } from "./client.ts";
import type { components } from "./schema.ts";

export type Finding = components["schemas"]["Finding"];
export const SEVERITIES = ["block", "queue", "info"] as const;

export interface FindingQuery {
  severity?: (typeof SEVERITIES)[number];
  check?: string;
  chapter?: string;
  acknowledged?: boolean;
  cursor?: string;
}

export const findings = (book: string, query: FindingQuery) =>
  ok(
    client.GET("/api/v1/books/{book}/findings", {
      params: { path: { book }, query: { limit: 200, ...query } },
    }),
  );

export const acknowledge = (book: string, paragraph_id: string, check: string, reason: string) =>
  ok(
    client.POST("/api/v1/books/{book}/findings/acknowledge", {
      params: { path: { book } },
      body: { paragraph_id, check, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    }),
  );

export const takeBack = (book: string, paragraph_id: string, check: string) =>
  ok(
    client.DELETE("/api/v1/books/{book}/findings/acknowledge", {
      params: { path: { book } },
      body: { paragraph_id, check },
    }),
  );

export const checkBook = (book: string) =>
  ok(client.POST("/api/v1/books/{book}/check", { params: { path: { book } } }));
