// Why: what a person wants every model to be told is kept with the book, for all of it and for a chapter, and reaches the
// prompt; it is never written over somebody else's words.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, finish, type Imported, importText } from "./setup.ts";

const BOOK = "Chapter One\n\nThe lamp went out.\n\nChapter Two\n\nThe lamp was lit again.\n";
const OF_BOOK = "Distances stay in miles.";
const OF_CHAPTER = "The narrator is a child in this chapter.";

function script({ all }: Asked): Reply {
  const paragraphs = workItems(all).map(({ id, text }) => ({
    paragraph_id: id,
    translated_text: text.startsWith("Chapter") ? (text.endsWith("One") ? "第一章" : "第二章") : "灯又亮了。",
  }));
  return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;

interface Kept {
  text: string;
  chapters: { chapter_id: string; text: string }[];
}
const kept = () => ask<Kept>(program, "GET", `/books/${book.id}/instructions`);

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  await addModel(program, "script", model.address);
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

it("keeps instructions for the book and for one chapter", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}`);
  await page.getByText("Instructions for every run").click();
  await page.getByLabel("For the whole book").fill(OF_BOOK);
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Instructions saved.", { exact: true }).waitFor();
  expect((await kept()).text).toBe(OF_BOOK);

  const second = book.chapters.at(-1) ?? "";
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${second}`);
  await page.locator("article.active").waitFor();
  await page.keyboard.press("w");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(OF_BOOK).waitFor();
  await dialog.getByLabel(/^For chapter/).fill(OF_CHAPTER);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await kept()).chapters).toMatchObject([{ chapter_id: second, text: OF_CHAPTER }]);
  await page.keyboard.press("Escape");
});

it("shows them in the prompt of their chapter, and only there", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/settings/prompts`);
  await page.getByText(OF_BOOK).waitFor();
  expect(await page.getByText(OF_CHAPTER).count()).toBe(0);
  await page.getByRole("combobox", { name: /^Chapter/ }).selectOption(book.chapters.at(-1) ?? "");
  await page.getByText(OF_CHAPTER).waitFor();
});

it("tells them to the model", async () => {
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, { model: "script" });
  await finish(program, run);
  const told = (words: string) => model.asked.filter(({ all }) => all.includes(words));
  expect(told(OF_BOOK).length).toBe(model.asked.length);
  expect(told(OF_CHAPTER).every(({ all }) => all.includes("The lamp was lit again."))).toBe(true);
  expect(told(OF_CHAPTER).length).toBeGreaterThan(0);
});

it("refuses to write over what somebody else wrote meanwhile, and undoes", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}`);
  await page.getByText("Instructions for every run").click();
  const field = page.getByLabel("For the whole book");
  await field.fill("Mine.");
  await ask(program, "PUT", `/books/${book.id}/instructions`, { text: "Theirs." });
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.locator(".toast.failed").waitFor();
  expect((await kept()).text).toBe("Theirs.");
  await page.getByText("These instructions were changed elsewhere:").waitFor();
  expect(await field.inputValue()).toBe("Mine.");
  await page.getByRole("button", { name: "Use mine" }).click();
  await expect.poll(async () => (await kept()).text).toBe("Mine.");
  await page.locator(".toast", { hasText: "Instructions saved." }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await kept()).text).toBe("Theirs.");
  expect(tab.complaints).toEqual([]);
});
