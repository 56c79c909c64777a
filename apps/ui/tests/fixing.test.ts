// Why: what the checks found is fixed with a price in sight, and only for the better; the report tells how good a
// translation is and can be taken home.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, finish, type Imported, importText } from "./setup.ts";

const BOOK = `Chapter One

The old keeper climbed the tower with his 14 lamps before the storm came.

Nobody in the harbour street saw him go.
`;
const WRONG = "暴风雨来临之前，老看守人带着他的14盏灯爬上了塔。";
const RIGHT = "暴风雨来临之前，老守塔人带着他的14盏灯爬上了塔。";

let fixing = false;
/** Uses the agreed word once it is asked to fix. */
function script({ all }: Asked): Reply {
  const said = (text: string) =>
    text.includes("keeper")
      ? fixing
        ? RIGHT
        : WRONG
      : text.includes("harbour")
        ? "港口街上没有人看见他离开。"
        : "第一章";
  const paragraphs = workItems(all).map(({ id, text }) => ({ paragraph_id: id, translated_text: said(text) }));
  return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;

interface Line {
  text: string;
  translation: string | null;
}
const keeper = async () => {
  const { items } = await ask<{ items: Line[] }>(
    program,
    "GET",
    `/books/${book.id}/chapters/${book.chapters[0]}/paragraphs`,
  );
  return items.find(({ text }) => text.includes("keeper"))?.translation;
};

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  await addModel(program, "script", model.address);
  book = await importText(program, "keeper.txt", BOOK, "zh-Hans");
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, {
    model: "script",
    effort: "quick",
  });
  await finish(program, run);
  // A word is agreed on after the book was translated.
  const term = { source: "keeper", translation: "守塔人", strictness: "exact", standing: "confirmed" };
  await ask(program, "POST", `/books/${book.id}/terms`, term);
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

it("shows the quality on one page, and gives it away as a file", async () => {
  const { page } = tab;
  expect(await keeper()).toBe(WRONG);
  await page.goto(`${program.address}/#/books/${book.id}/review/report`);
  await page.getByRole("heading", { name: "The worst paragraphs" }).waitFor();
  await page.getByText(WRONG).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  const html = readFileSync(await file.path(), "utf8");
  expect(html).toContain("<html");
  expect(html).toContain(WRONG);
});

it("fixes one finding after an estimate, and the finding is gone", async () => {
  const { page } = tab;
  fixing = true;
  await page.getByRole("link", { name: "Findings" }).click();
  const finding = page.getByRole("article").filter({ hasText: "keeper" }).first();
  await finding.getByRole("button", { name: "Fix", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Fix findings" });
  await dialog.getByText("Estimate").waitFor();
  await dialog.getByRole("button", { name: "Fix", exact: true }).click();
  await page.getByText("finished", { exact: true }).first().waitFor();
  await expect.poll(keeper).toBe(RIGHT);
});

it("has nothing left to fix in the whole book", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Check the book" }).click();
  await page.getByRole("button", { name: "Fix…" }).click();
  const dialog = page.getByRole("dialog", { name: "Fix findings" });
  await dialog.getByText("Nothing to fix here.").waitFor();
  expect(tab.complaints).toEqual([]);
});
