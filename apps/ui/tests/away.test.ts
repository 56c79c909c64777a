// Why: a server goes away and comes back; the page says so, loses nothing, and every view recovers.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { type Imported, importText, rehearse } from "./setup.ts";

const BOOK = "Chapter One\n\nThe lamp went out.\n\nNobody saw it go.\n";
const AWAY = "Can't reach Tsumugi. Retrying…";

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
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const isAway = (page: Page) => page.getByText(AWAY).waitFor();
const isBack = (page: Page) => page.getByText(AWAY).waitFor({ state: "detached" });

it("says that the server is away, keeps what was typed, and saves it when it is back", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.paragraph", { hasText: "The lamp went out." }).click();
  await page.keyboard.press("e");
  await page.locator("textarea.book-text").fill("灯灭了。");
  await program.stop();
  await isAway(page);
  await page.keyboard.press("Control+s");
  expect(await page.locator("textarea.book-text").inputValue()).toBe("灯灭了。");
  await program.restart();
  await isBack(page);
  expect(await page.locator("textarea.book-text").inputValue()).toBe("灯灭了。");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved as a new version.").waitFor();
});

it.each([
  ["the library", "#/", "lamp"],
  ["a book", "", "Chapters"],
  ["the glossary", "/knowledge/terms", "Nothing here yet"],
  ["the review", "/review", "What the checks found"],
  ["the cost", "/cost", "By run"],
  ["the history", "/history", "Edited a paragraph"],
  ["the models", "#/settings/models", "rehearsal"],
])("%s that was opened meanwhile is there when the server is back", async (_name, path, text) => {
  const { page } = tab;
  await page.goto(`${program.address}/#/settings/about`);
  await page.getByText("Largest file").waitFor();
  await program.stop();
  await isAway(page);
  const address = path.startsWith("#") ? path : `#/books/${book.id}${path}`;
  await page.evaluate((to) => {
    location.hash = to;
  }, address);
  await page.waitForTimeout(300);
  await program.restart();
  await isBack(page);
  await page.locator("main").getByText(text).first().waitFor();
});

it("asks for the token when it changed, over what is open", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.paragraph", { hasText: "Nobody saw it go." }).click();
  await page.keyboard.press("e");
  await page.locator("textarea.book-text").fill("没有人看见。");
  await program.stop();
  await isAway(page);
  await program.restart(["--token", "a-new-token-of-some-length"]);
  const dialog = page.getByRole("dialog", { name: "Enter the access token" });
  await dialog.getByLabel("Token").fill("a-new-token-of-some-length");
  await dialog.getByRole("button", { name: "Enter" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator("textarea.book-text").inputValue()).toBe("没有人看见。");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved as a new version.").waitFor();
});
