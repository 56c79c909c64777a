// Why: programs nobody here wrote use the API by its description alone; this one is made by openapi-typescript and
// openapi-fetch, and does a whole translation without a browser.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import createClient from "openapi-fetch";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { components, paths } from "../src/api/schema.ts";
import { BINARY, type Program, sample, startProgram } from "./program.ts";
import { translate } from "./setup.ts";

const TOKEN = "a-token-that-is-long-enough";
const NAME = "the-lamplighters-ledger.epub";

type Paragraph = components["schemas"]["Paragraph"];

let program: Program;
let client: ReturnType<typeof createClient<paths>>;

beforeAll(async () => {
  program = await startProgram(["--token", TOKEN]);
  client = createClient<paths>({ baseUrl: program.address, headers: { authorization: `Bearer ${TOKEN}` } });
});
afterAll(async () => program?.end());

/** What a request gave that must be answered with this status. */
async function done<Data>(status: number, request: Promise<{ data?: Data; error?: unknown; response: Response }>) {
  const { data, error, response } = await request;
  expect(response.status, JSON.stringify(error)).toBe(status);
  return data as Data;
}

/** The problem a request was refused with. */
async function refused<Problem>(status: number, request: Promise<{ error?: Problem; response: Response }>) {
  const { error, response } = await request;
  expect(response.status).toBe(status);
  return error as Problem;
}

function upload() {
  const file = new File([readFileSync(sample(NAME))], NAME);
  return client.POST("/api/v1/books", {
    // A description has no type for files; the form is written by the serializer.
    body: { file: file as unknown as string, to: "zh" },
    bodySerializer: (fields) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields ?? {})) data.append(name, value as string | File);
      return data;
    },
  });
}

async function rested(run: string) {
  return await expect.poll(() => state(run), { timeout: 50_000 }).not.toBe("running");
}

async function state(run: string) {
  return (await page(run)).state;
}

function page(run: string) {
  return done(200, client.GET("/api/v1/runs/{run}", { params: { path: { run } } }));
}

async function rehearseInParts(book: string) {
  const path = { book };
  const wish = { model: "rehearsal", target_language: "zh", concurrency: 1, chunk_tokens: 200 };
  const estimate = await done(200, client.POST("/api/v1/books/{book}/plan", { params: { path }, body: wish }));
  expect(estimate.n_paragraphs).toBeGreaterThan(10);
  // The limit makes the run rest before its end.
  const body = { ...wish, max_tokens: Math.floor((estimate.input_tokens[0] ?? 0) / 2) };
  const { run } = await done(202, client.POST("/api/v1/books/{book}/runs", { params: { path }, body }));
  await rested(run);
  expect(await page(run)).toMatchObject({ state: "resting", ending: "budget" });
  const resume = () =>
    client.POST("/api/v1/runs/{run}/resume", { params: { path: { run } }, body: { max_tokens: 100_000_000 } });
  await done(202, resume());
  const stopped = await client.POST("/api/v1/runs/{run}/stop", { params: { path: { run } } });
  // It may have been quicker than the stop.
  if (stopped.error) expect(stopped.error.code).toBe("not_at_work");
  await rested(run);
  if ((await state(run)) === "resting") await done(202, resume());
  const events = await done(
    200,
    client.GET("/api/v1/runs/{run}/events", { params: { path: { run } }, parseAs: "text" }),
  );
  expect(events).toContain("event: ended");
  await rested(run);
  expect(await page(run)).toMatchObject({ state: "over", ending: "finished", n_unresolved: 0 });
  expect((await refused(409, resume()))?.code).toBe("over");
}

async function firstPlain(book: string): Promise<Paragraph> {
  const { chapters } = await done(200, client.GET("/api/v1/books/{book}", { params: { path: { book } } }));
  for (const { id } of chapters) {
    const path = { book, chapter: id };
    const request = client.GET("/api/v1/books/{book}/chapters/{chapter}/paragraphs", { params: { path } });
    const found = (await done(200, request)).items.find((one) => one.translation && !one.text.includes("<"));
    if (found) return found;
  }
  throw new Error("no paragraph is translated");
}

it("does the whole story with a client generated from the description", async () => {
  const { book } = await done(201, upload());
  expect(await refused(409, upload())).toMatchObject({ code: "already_there", book: book.id });
  await rehearseInParts(book.id);
  const rehearsed = await done(200, client.GET("/api/v1/books/{book}", { params: { path: { book: book.id } } }));
  expect(rehearsed).toMatchObject({ n_translated: 0, n_rehearsed: rehearsed.n_work });
  await translate(program, { id: book.id, chapters: rehearsed.chapters.map((chapter) => chapter.id) });

  const paragraph = await firstPlain(book.id);
  const path = { book: book.id, paragraph: paragraph.paragraph_id };
  const write = (text: string) =>
    client.POST("/api/v1/books/{book}/paragraphs/{paragraph}/versions", {
      params: { path },
      body: { text, based_on: paragraph.version },
    });
  await done(201, write("灯亮了。糸子来了。"));
  const late = await refused(409, write("来晚了。"));
  expect(late).toMatchObject({
    code: "edit_conflict",
    conflict: { translation: "灯亮了。糸子来了。", yours: "来晚了。" },
  });

  const query = { q: "糸子", in: "translation" } as const;
  const params = { path: { book: book.id }, query };
  const found = await done(200, client.GET("/api/v1/books/{book}/search", { params }));
  expect(found.items.map((hit) => hit.paragraph_id)).toEqual([paragraph.paragraph_id]);

  const undo = (change_id?: string) =>
    done(200, client.POST("/api/v1/books/{book}/undo", { params: { path: { book: book.id } }, body: { change_id } }));
  const show = () => done(200, client.GET("/api/v1/books/{book}/paragraphs/{paragraph}", { params: { path } }));
  const { change_id } = await undo();
  expect((await show()).translation).toBe(paragraph.translation);
  await undo(change_id);
  expect((await show()).translation).toBe("灯亮了。糸子来了。");

  const word = paragraph.text.split(/[\s.,“”"]+/).find((one) => one.length > 4) ?? "";
  const term = await done(
    201,
    client.POST("/api/v1/books/{book}/terms", {
      params: { path: { book: book.id } },
      body: { source: word, translation: "糸子", standing: "confirmed" },
    }),
  );
  const renamed = await done(
    200,
    client.POST("/api/v1/books/{book}/terms/{term}/rename", {
      params: { path: { book: book.id, term: term.id } },
      body: { translation: "丝子" },
    }),
  );
  expect(renamed.n_changed).toBe(1);
  expect((await show()).translation).toBe("灯亮了。丝子来了。");

  const proof = { params: { path: { book: book.id } } };
  expect(await done(200, client.GET("/api/v1/books/{book}/certificate", proof))).toMatchObject({ holds: true });
  const file = await done(
    200,
    client.POST("/api/v1/books/{book}/export", { ...proof, body: {}, parseAs: "arrayBuffer" }),
  );
  const exported = join(program.folder, "story.epub");
  writeFileSync(exported, new Uint8Array(file));
  expect(execFileSync(BINARY, ["verify", exported], { encoding: "utf8" })).toContain("0 untranslated");
});
