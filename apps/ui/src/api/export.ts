// Why: the requests that write a book out, and the proof that nothing was lost.
import { CSRF_HEADER, client, languageHeader, noticed, ok } from "./client.ts";
import { Problem } from "./problem.ts";

export interface ExportRequest {
  format?: "epub" | "text";
  bilingual?: "above" | "below";
  keep_direction?: boolean;
  reviewed_only?: boolean;
  rehearsal?: boolean;
}

export const certificate = (book: string, query: ExportRequest) =>
  ok(client.GET("/api/v1/books/{book}/certificate", { params: { path: { book }, query } }));

/** What becomes of a translator's notes in this book; null leaves it to the settings. */
export const notes = (book: string) => ok(client.GET("/api/v1/books/{book}/notes", { params: { path: { book } } }));
export const decideNotes = (book: string, choice: "footnotes" | "none" | null) =>
  ok(client.PUT("/api/v1/books/{book}/notes", { params: { path: { book } }, body: { choice } }));

/** The written book, with the name it should have. */
export async function exportBook(book: string, request: ExportRequest): Promise<{ name: string; file: Blob }> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/books/${encodeURIComponent(book)}/export`, {
      method: "POST",
      headers: { ...CSRF_HEADER, ...languageHeader(), "content-type": "application/json" },
      credentials: "same-origin",
      body: JSON.stringify(request),
    });
  } catch (thrown) {
    throw noticed(Problem.of(thrown));
  }
  if (!answer.ok) throw noticed(Problem.from(answer.status, await answer.json().catch(() => undefined)));
  return { name: fileName(answer.headers.get("content-disposition")) ?? "book", file: await answer.blob() };
}

/** The file's name out of the header, in its full spelling where it has one. */
export function fileName(header: string | null): string | undefined {
  if (!header) return undefined;
  const full = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
  if (full) {
    try {
      return decodeURIComponent(full.trim());
    } catch {
      // A name that cannot be read is no reason to lose the file.
    }
  }
  return /filename\s*=\s*"([^"]*)"/i.exec(header)?.[1] ?? /filename\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim();
}

/** Hands a file to the browser's downloads. */
export function download(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
