// Why: two tabs edit one paragraph; neither text may be lost.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";
import { type Imported, importBook, rehearse } from "./setup.ts";

let program: Program;
let browser: Browser;
let book: Imported;
let first: Tab;
let second: Tab;

beforeAll(async () => {
  program = await startProgram();
  book = await importBook(program, sample("the-lamplighters-ledger.txt"), "zh-Hans");
  await rehearse(program, book.id);
  browser = await openBrowser();
  first = await openTab(browser);
  second = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function edit({ page }: Tab, text: string) {
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.active").waitFor();
  await page.locator("article.active").getByRole("button", { name: /^Edit/ }).click();
  await page.locator("textarea.book-text").fill(text);
}

it("shows both texts when two people changed one paragraph, and lets a person decide", async () => {
  await edit(first, "第一个人的译文。");
  await edit(second, "第二个人的译文。");
  await first.page.keyboard.press("Control+Enter");
  await first.page.getByText("Saved as a new version.").waitFor();

  await second.page.keyboard.press("Control+Enter");
  const dialog = second.page.getByRole("dialog", { name: "Changed elsewhere" });
  await dialog.getByText("第一个人的译文。").first().waitFor();
  expect(await dialog.getByLabel("Combined text").inputValue()).toBe("第二个人的译文。");
  await dialog.getByRole("button", { name: "Use mine" }).click();
  await second.page.locator("article.active", { hasText: "第二个人的译文。" }).waitFor();

  // The other tab hears of it without being asked.
  await first.page.locator("article.paragraph", { hasText: "第二个人的译文。" }).waitFor();
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});
