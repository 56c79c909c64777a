// Why: the requests about what the checks found.
import { request } from "./client.ts";

export const SEVERITIES = ["block", "queue", "info"] as const;

export interface Finding {
  paragraph_id: string;
  chapter_id: string;
  check: string;
  severity: string;
  message: string;
  message_zh: string;
  text?: string;
  translation?: string | null;
  acknowledged?: { reason?: string | null } | null;
}

export interface FindingQuery {
  severity?: string;
  check?: string;
  chapter?: string;
  acknowledged?: boolean;
  cursor?: string;
}

const base = (book: string) => `/api/v1/books/${encodeURIComponent(book)}/findings`;

export function findings(book: string, query: FindingQuery) {
  const search = new URLSearchParams({ limit: "200" });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  return request<{ items: Finding[]; next?: string | null }>("GET", `${base(book)}?${search}`);
}

export const acknowledge = (book: string, finding: Finding, reason: string) =>
  request<unknown>("POST", `${base(book)}/acknowledge`, {
    paragraph_id: finding.paragraph_id,
    check: finding.check,
    reason,
  });

export const takeBack = (book: string, finding: Finding) =>
  request<unknown>("DELETE", `${base(book)}/acknowledge`, {
    paragraph_id: finding.paragraph_id,
    check: finding.check,
  });

export const checkBook = (book: string) =>
  request<unknown>("POST", `/api/v1/books/${encodeURIComponent(book)}/check`, {});
