// Why: what has to be there before a test can begin is done over the API, which is quicker than clicking.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Program } from "./program.ts";

export interface Imported {
  id: string;
  chapters: string[];
}

async function ask<Answer>(program: Program, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${program.address}/api/v1${path}`, {
    method,
    headers: { "x-tsumugi": "1", ...(isForm || body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

export async function importBook(program: Program, file: string, to: string): Promise<Imported> {
  return importText(program, basename(file), readFileSync(file), to);
}

export async function importText(
  program: Program,
  name: string,
  bytes: Uint8Array | string,
  to: string,
): Promise<Imported> {
  const form = new FormData();
  form.set("to", to);
  form.set("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  const { book } = await ask<{ book: { id: string } }>(program, "POST", "/books", form);
  const { chapters } = await ask<{ chapters: { id: string }[] }>(program, "GET", `/books/${book.id}`);
  return { id: book.id, chapters: chapters.map((chapter) => chapter.id) };
}

/** Runs the built-in offline model over the whole book and waits until it rests. */
export async function rehearse(program: Program, book: string): Promise<string> {
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book}/runs`, { model: "rehearsal" });
  await finish(program, run);
  return run;
}

/** Waits until a run is no longer at work. */
export async function finish(program: Program, run: string): Promise<void> {
  for (;;) {
    const { state } = await ask<{ state: string }>(program, "GET", `/runs/${run}`);
    if (state !== "running") return;
    await new Promise((later) => setTimeout(later, 100));
  }
}

export const addModel = (program: Program, name: string, address: string) =>
  ask(program, "POST", "/models", {
    name,
    base_url: address,
    dialect: "openai",
    model: "script",
    key: "k",
    is_default: true,
  });

export { ask };
