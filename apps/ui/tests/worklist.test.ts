// Why: an editor works through the whole book by what is left to do: filters by state, author, check, age and length, keys,
// and saving that leads on into the next chapter.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, finish, type Imported, importText } from "./setup.ts";

const BOOK = `Chapter 1

The lamp went out.

Nobody saw it go, for nobody was awake at that hour, neither in the house nor in the street below it.

Chapter 2

There were 12 bells.

Morning came late.
`;
const SAID: Record<string, string> = {
  "Chapter 1": "第一章",
  "Chapter 2": "第二章",
  "The lamp went out.": "灯熄灭了。",
  "There were 12 bells.": "钟有七口。",
  "Morning came late.": "早晨来得很晚。",
};

let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;
/** The paragraphs by their words. */
const ids = new Map<string, string>();

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "bells.txt", BOOK, "zh-Hans");
  const model = await startModel(({ all }) => {
    const paragraphs = workItems(all).map(({ id, text }) => ({
      paragraph_id: id,
      translated_text: SAID[text] ?? "没有人看见它熄灭，因为那个时辰谁也没有醒着。",
    }));
    return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
  });
  await addModel(program, "bells", model.address);
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, { model: "bells" });
  await finish(program, run);
  await model.end();
  for (const chapter of book.chapters) {
    const path = `/books/${book.id}/chapters/${chapter}/paragraphs`;
    const { items } = await ask<{ items: { paragraph_id: string; text: string }[] }>(program, "GET", path);
    for (const { paragraph_id, text } of items) ids.set(text, paragraph_id);
  }
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const row = (page: Page, text: string) => page.locator("article.paragraph", { hasText: text });
const sources = (page: Page) => page.locator("article.paragraph .source").allTextContents();
const trimmed = async (page: Page) => (await sources(page)).map((text) => text.trim());

it("is reached from a chapter, with what was chosen there", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.getByLabel("Show", { exact: true }).selectOption("draft");
  await row(page, "The lamp went out.").waitFor();
  await page.getByLabel("Show", { exact: true }).selectOption("book");
  await page.getByRole("link", { name: "Paragraphs" }).waitFor();
  await row(page, "Morning came late.").waitFor();
  expect(page.url()).toContain("state=draft");
});

it("shows what fits from all chapters, and keeps the filters in the address", async () => {
  const { page } = tab;
  await page.getByLabel("at least").fill("60");
  await page.getByLabel("at least").press("Tab");
  await expect.poll(() => trimmed(page)).toEqual([expect.stringContaining("Nobody saw it go")]);
  await page.reload();
  await expect.poll(() => trimmed(page)).toEqual([expect.stringContaining("Nobody saw it go")]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row(page, "There were 12 bells.").waitFor();

  await page.getByLabel("Translated by").selectOption("person");
  await page.getByText("No paragraph matches.").waitFor();
  await page.getByLabel("Translated by").selectOption("model");
  await row(page, "Morning came late.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();

  const checks = page.getByRole("combobox", { name: "Check", exact: true });
  const offered = () =>
    checks.locator("option").evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  await expect.poll(offered).toContain("D1");
  await checks.selectOption("D1");
  await expect.poll(() => trimmed(page)).toEqual(["There were 12 bells."]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Outdated only").check();
  await page.getByText("No paragraph matches.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
});

it("saves, marks as reviewed and goes on across the chapters with the keyboard alone", async () => {
  const { page } = tab;
  await page.getByRole("combobox", { name: "State", exact: true }).selectOption("draft");
  await row(page, "Nobody saw it go").click();
  await page.keyboard.press("e");
  await page.locator("textarea.book-text").fill("谁也没看见它熄灭。");
  await page.keyboard.press("Control+Shift+Enter");
  // The heading of the next chapter follows, and then its first paragraph.
  await page.locator("article.active", { hasText: "Chapter 2" }).locator("textarea").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.locator("article.active", { hasText: "There were 12 bells." }).waitFor();
  await page.keyboard.press("t");
  await row(page, "There were 12 bells.").locator(".badges").getByText("Needs work").waitFor();
  const state = async (text: string) => {
    const id = [...ids].find(([known]) => known.startsWith(text))?.[1] ?? "";
    return (await ask<{ review: string }>(program, "GET", `/books/${book.id}/paragraphs/${id}`)).review;
  };
  expect([await state("Nobody saw it go"), await state("There were")]).toEqual(["reviewed", "needs_work"]);
});

it("leads from the count of a book to what needs work", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Chapters", exact: true }).click();
  await page.getByRole("link", { name: "1 needs work" }).click();
  await expect.poll(() => trimmed(page)).toEqual(["There were 12 bells."]);
  expect(tab.complaints).toEqual([]);
});
