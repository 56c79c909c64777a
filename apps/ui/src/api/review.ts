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

export type CheckSummary = components["schemas"]["CheckSummary"];

export const checkBook = (book: string) =>
  ok(client.POST("/api/v1/books/{book}/check", { params: { path: { book } } }));

export type FixRequest = components["schemas"]["FixRequest"];
export type FixPlan = components["schemas"]["FixPlan"];
export type Quality = components["schemas"]["Quality"];

export const planFix = (book: string, body: FixRequest, signal: AbortSignal) =>
  ok(client.POST("/api/v1/books/{book}/fix/plan", { params: { path: { book } }, body, signal }));

export const fix = (book: string, body: FixRequest) =>
  ok(client.POST("/api/v1/books/{book}/fix", { params: { path: { book } }, body }));

export const quality = (book: string) =>
  ok(client.GET("/api/v1/books/{book}/quality", { params: { path: { book }, query: { worst: 50 } } }));

export const reportAddress = (book: string, language: "en" | "zh") =>
  `/api/v1/books/${encodeURIComponent(book)}/report?lang=${language}`;
