// Why: words a person typed and did not save are theirs; nothing may lose them.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText, rehearse } from "./setup.ts";

const BOOK = "Chapter One\n\nThe lamp went out.\n\nNobody saw it go.\n\nChapter Two\n\nThe lamp was lit again.\n";
const TYPED = "一盏灯灭了，没有保存。";

let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  await rehearse(program, book.id);
  browser = await openBrowser();
  tab = await openTab(browser);
  await tab.page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const row = (page: Page, text: string) => page.locator("article.paragraph", { hasText: text });
const editor = (page: Page) => page.locator("textarea.book-text");

async function type(page: Page) {
  await row(page, "The lamp went out.").click();
  await page.keyboard.press("e");
  await editor(page).fill(TYPED);
}
async function isKept(page: Page) {
  const kept = row(page, "The lamp went out.");
  await kept.getByText("unsaved draft").waitFor();
  await kept.getByRole("button", { name: "Continue editing" }).click();
  expect(await editor(page).inputValue()).toBe(TYPED);
}

it("keeps what was typed when the editor is closed", async () => {
  const { page } = tab;
  await type(page);
  await page.getByRole("button", { name: /^Close/ }).click();
  await isKept(page);
  await page.keyboard.press("Escape");
  await isKept(page);
});

it("keeps it when another paragraph is opened by a double click", async () => {
  const { page } = tab;
  await row(page, "Nobody saw it go.").locator(".source").dblclick();
  await page.getByLabel(/Translation of paragraph/).waitFor();
  await page.keyboard.press("Escape");
  await isKept(page);
});

it("keeps it over the next chapter and over a reload", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Next chapter" }).click();
  await row(page, "The lamp was lit again.").waitFor();
  await page.getByRole("link", { name: "Previous chapter" }).click();
  await isKept(page);
  await page.reload();
  await isKept(page);
});

it("keeps it when the question about a conflict is left open", async () => {
  const { page } = tab;
  const { items } = await ask<{ items: { paragraph_id: string; version: string; text: string }[] }>(
    program,
    "GET",
    `/books/${book.id}/chapters/${book.chapters[0]}/paragraphs`,
  );
  const paragraph = items.find(({ text }) => text === "The lamp went out.");
  await ask(program, "POST", `/books/${book.id}/paragraphs/${paragraph?.paragraph_id}/versions`, {
    text: "别人写的。",
    based_on: paragraph?.version,
  });
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog", { name: "Changed elsewhere" }).waitFor();
  await page.keyboard.press("Escape");
  await row(page, "别人写的。").waitFor();
  await isKept(page);
});

it("forgets it when it is saved or discarded", async () => {
  const { page } = tab;
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByText("unsaved draft").waitFor({ state: "detached" });
  await type(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Saved as a new version.").waitFor();
  expect(await page.getByText("unsaved draft").count()).toBe(0);
  // And goes straight on to the next paragraph.
  await page.locator("article.active", { hasText: "Nobody saw it go." }).locator("textarea").waitFor();
  expect(tab.complaints).toEqual([]);
});
