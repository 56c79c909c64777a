// Why: what has to be there before a test can begin is done over the API, which is quicker than clicking.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { startModel, workItems } from "./model_server.ts";
import type { Program } from "./program.ts";

export interface Imported {
  id: string;
  chapters: string[];
}

async function ask<Answer>(program: Program, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${program.address}/api/v1${path}`, {
    method,
    headers: {
      "x-tsumugi": "1",
      ...(program.token ? { authorization: `Bearer ${program.token}` } : {}),
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
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

/** Runs the built-in offline model over the whole book and waits until it rests. What it leaves is no translation. */
export async function rehearse(program: Program, book: string): Promise<string> {
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book}/runs`, { model: "rehearsal" });
  await finish(program, run);
  return run;
}

/** Translates the whole book with a model over HTTP, which says what a rehearsal would have said. */
export async function translate(program: Program, book: Imported): Promise<string> {
  await rehearse(program, book.id);
  const said = new Map<string, string>();
  for (const chapter of book.chapters) {
    const path = `/books/${book.id}/chapters/${chapter}/paragraphs?limit=500`;
    const { items } = await ask<{ items: { text: string; rehearsal: string | null }[] }>(program, "GET", path);
    for (const { text, rehearsal } of items) if (rehearsal) said.set(text, rehearsal);
  }
  const model = await startModel(({ all }) => {
    const paragraphs = workItems(all).map(({ id, text }) => ({
      paragraph_id: id,
      translated_text: said.get(text) ?? text,
    }));
    return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
  });
  const own = { name: "translator", base_url: model.address, dialect: "openai", model: "script", key: "k" };
  await ask(program, "POST", "/models", own);
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, { model: "translator" });
  await finish(program, run);
  await ask(program, "DELETE", "/models?name=translator");
  await model.end();
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
