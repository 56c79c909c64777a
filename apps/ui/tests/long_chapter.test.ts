// Why: a chapter of thousands of paragraphs opens at once, draws only what is seen, and finds any place.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Imported, importText } from "./deeds.ts";
import { type Program, startProgram } from "./program.ts";

const N = 5_000;
let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  const lines = Array.from({ length: N }, (_, at) => `Line ${at}. ${"The river went on. ".repeat(1 + (at % 7))}`);
  book = await importText(program, "long.txt", `${lines.join("\n\n")}\n`, "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

it("draws few rows of many, and goes to the end and back", async () => {
  const { page } = tab;
  const began = Date.now();
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.paragraph").first().waitFor();
  expect(Date.now() - began).toBeLessThan(10_000);
  const list = page.getByRole("list", { name: "Paragraphs of the chapter" });
  const size = Number(await list.getByRole("listitem").first().getAttribute("aria-setsize"));
  expect(size).toBeGreaterThan(100);
  await page.getByText(/paragraphs are here/).waitFor({ state: "detached" });
  expect(await page.locator("article.paragraph").count()).toBeLessThan(120);

  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const last = Number(await list.getByRole("listitem").last().getAttribute("aria-setsize"));
  await page.locator(`[aria-posinset="${last}"]`).waitFor();
  expect(await page.locator("article.paragraph").count()).toBeLessThan(120);

  await page.keyboard.press("j");
  await page.locator('article[aria-current="true"]').waitFor();
  expect(tab.complaints).toEqual([]);
});
