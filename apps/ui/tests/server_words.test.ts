// Why: what the server says reaches a Chinese page in Chinese: history, refusals, and what was noticed about a file.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText, rehearse } from "./setup.ts";

const BOOK = "Chapter 1\n\nThe <lamp> went out.\n\nNobody saw it go.\n";

let program: Program;
let browser: Browser;
let book: Imported;
let paragraph: string;

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  const path = `/books/${book.id}`;
  const { items } = await ask<{ items: { paragraph_id: string; text: string }[] }>(
    program,
    "GET",
    `${path}/chapters/${book.chapters[0]}/paragraphs`,
  );
  paragraph = items.find(({ text }) => text.includes("Nobody"))?.paragraph_id ?? "";
  const one = `${path}/paragraphs/${paragraph}`;
  await ask(program, "POST", `${one}/versions`, { text: "没有人看见。", based_on: null });
  await ask(program, "PUT", `${one}/review`, { state: "needs_work" });
  await ask(program, "PUT", `${one}/lock`, { locked: true });
  await ask(program, "POST", `${path}/terms`, { source: "lamp", translation: "灯", standing: "confirmed" });
  await ask(program, "PATCH", path, { title_translation: "灯" });
  await ask(program, "PUT", `${path}/instructions`, { text: "简短。", based_on: null });
  await rehearse(program, book.id);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(language: string, path: string): Promise<Page> {
  const { page, context } = await openTab(browser);
  await context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
  await page.goto(`${program.address}/#/books/${book.id}${path}`);
  return page;
}

/** Words of a sentence in English; names, ids and formats are not. */
const ENGLISH = /\b(the|this|is|are|was|were|has|have|not|nothing|changed|edited|added|locked|marked|with|from|no)\b/i;

it.each([
  ["zh-Hans", ["把译文标为待修改", "锁定了一段", "添加术语：lamp → 灯", "编辑了一段"]],
  ["zh-Hant", ["把譯文標為待修改", "鎖定了一段", "新增術語：lamp → 灯", "編輯了一段"]],
] as const)("tells the history in %s", async (language, rows) => {
  const page = await open(language, "/history");
  await page.locator("tbody tr").first().waitFor();
  for (const text of rows) await page.getByText(text).first().waitFor();
  const told = await page.locator("tbody tr td:nth-child(3)").allTextContents();
  expect(told.filter((text) => ENGLISH.test(text))).toEqual([]);
  await page.context().close();
});

it("words a refusal in the language of the page, also where the page has no words of its own", async () => {
  const page = await open("zh-Hans", "/knowledge/memories");
  await page.locator("h1").first().waitFor();
  const field = page.locator("main textarea").first();
  await field.evaluate((area) => area.removeAttribute("maxlength"));
  await field.fill("记".repeat(3_000));
  await page.getByRole("button", { name: "添加" }).first().click();
  await page
    .locator(".toast")
    .getByText(/备忘要有 1 到 \d+ 字/)
    .waitFor();
  await page.context().close();
});
