// Why: a rehearsal is a layer of its own: it says so wherever its text stands, nobody can edit it as a translation, and it
// is gone when it is discarded or when real work begins.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, type Imported, importText, rehearse } from "./setup.ts";

const BOOK = "Chapter One\n\nThe lamp went out.\n\nNobody saw it go.\n";
const BANNER = "Rehearsal: placeholder text, not a translation.";
const TRANSLATED: Record<string, string> = {
  "Chapter One": "第一章",
  "The lamp went out.": "灯熄灭了。",
  "Nobody saw it go.": "没有人看见它熄灭。",
};

function script({ all }: Asked): Reply {
  const paragraphs = workItems(all).map(({ id, text }) => ({
    paragraph_id: id,
    translated_text: TRANSLATED[text] ?? text,
  }));
  return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

const open = (page: Page, path: string) => page.goto(`${program.address}/#/books/${book.id}${path}`);
const chapter = () => `/chapters/${book.chapters[0]}`;
const state = () => ask<{ n_translated: number; n_rehearsed: number }>(program, "GET", `/books/${book.id}`);

it("says on the book and in the chapter that its text is no translation", async () => {
  const { page } = tab;
  await rehearse(program, book.id);
  await open(page, "");
  await page.getByText(BANNER).waitFor();
  await page.getByText(/^0 of 3 paragraphs/).waitFor();
  await open(page, chapter());
  await page.getByText(BANNER).waitFor();
  const row = page.locator("article.paragraph", { hasText: "The lamp went out." });
  await row.locator(".rehearsal").getByText("Rehearsal", { exact: true }).waitFor();
});

it("never offers its text for editing or review", async () => {
  const { page } = tab;
  const row = page.locator("article.paragraph", { hasText: "The lamp went out." });
  await row.click();
  expect(await row.getByRole("button", { name: /^Reviewed/ }).count()).toBe(0);
  await page.keyboard.press("e");
  expect(await page.locator("textarea.book-text").inputValue()).toBe("");
  await page.keyboard.press("Escape");
});

it("is exported only when that is asked for", async () => {
  const { page } = tab;
  await open(page, "/export");
  await page.getByRole("button", { name: "Check completeness" }).click();
  await page.getByText("Complete, but 3 paragraphs are still in the source language.").waitFor();
  await page.getByRole("checkbox", { name: /^Export the rehearsal/ }).check();
  await page.getByRole("button", { name: "Check completeness" }).click();
  await page.getByText("Complete: every paragraph of the source is in the file.").waitFor();
  await page.getByText(BANNER).waitFor();
});

it("is gone when it is discarded", async () => {
  const { page } = tab;
  await open(page, chapter());
  await page.getByRole("button", { name: "Discard rehearsal" }).click();
  await page.getByText("Rehearsal discarded.").waitFor();
  await page.getByText(BANNER).waitFor({ state: "detached" });
  await page.locator(".rehearsal").first().waitFor({ state: "detached" });
  expect(await state()).toMatchObject({ n_translated: 0, n_rehearsed: 0 });
});

it("is seen in an open chapter while it is made, as what it is", async () => {
  const { page } = tab;
  await rehearse(program, book.id);
  await page.getByText(BANNER).waitFor();
  await page.locator(".rehearsal").first().waitFor();
});

it("lets a real model begin at once, and is gone after that", async () => {
  const { page } = tab;
  await addModel(program, "script", model.address);
  await open(page, "");
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("script");
  await dialog.getByText(/3 paragraphs in 1 chunk/).waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.getByText(/^Finished: 3 of 3 paragraphs done\./).waitFor();
  expect(await state()).toMatchObject({ n_translated: 3, n_rehearsed: 0 });
  await open(page, chapter());
  await page.locator("article.paragraph", { hasText: "灯熄灭了。" }).waitFor();
  await page.getByText(BANNER).waitFor({ state: "detached" });
  expect(tab.complaints).toEqual([]);
});
