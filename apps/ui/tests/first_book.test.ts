// Why: the first book of an empty library is offered for a rehearsal, and the offer stays however slow the answer is.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";

let program: Program;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  program = await startProgram();
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

it("stays at the first steps when the page hears of the book before the import is answered", async () => {
  const { page } = tab;
  // The answer to the import is kept back until the page has heard of the book.
  await page.addInitScript(`
    const send = window.fetch;
    window.fetch = async (request, options) => {
      const answer = await send(request, options);
      if ((request.method ?? options?.method) !== "POST") return answer;
      while (!document.querySelector("li button.primary")) await new Promise((wake) => setTimeout(wake, 20));
      window.keptBack = true;
      return answer;
    };`);
  await page.goto(program.address);
  await page.getByLabel("Translate into").fill("English");
  await page.locator('input[type="file"]').setInputFiles(sample("ito-no-machi.epub"));
  await page.getByText("“糸の町” imported.").waitFor();
  expect(await page.evaluate("window.keptBack")).toBe(true);
  await page.waitForTimeout(300);
  expect(await page.getByRole("button", { name: /^Rehearse/ }).count()).toBe(1);
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
  expect(tab.complaints).toEqual([]);
});
