// Why: everything from a file to an exported book can be done without a mouse, and the first load stays small.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";

const MOST_SCRIPT = 200_000;

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

/** Goes on with Tab until something with that name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      // Between two stops nothing has the focus; the body's text would have every name.
      if (!element || element === document.body) return "";
      const label = element.closest("label")?.textContent;
      return `${element.getAttribute("aria-label") ?? ""} ${label ?? element.textContent ?? ""}`.trim();
    });
    if (name.test(here)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

it("loads at most 200 kB of script before anything is shown", async () => {
  const { page } = tab;
  await page.goto(program.address);
  await page.getByText("Drop a book here").waitFor();
  const bytes = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = all.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
  });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT);
});

it("goes from a file to an exported book with the keyboard alone", async () => {
  const { page } = tab;
  await tabTo(page, /Choose a file/);
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Space");
  await (await chooser).setFiles(sample("ito-no-machi.epub"));
  await page.getByRole("button", { name: /^Rehearse/ }).waitFor();
  await tabTo(page, /^Rehearse/);
  await page.keyboard.press("Enter");
  await page.getByText("The rehearsal is finished.").waitFor();

  await tabTo(page, /^Chapters/);
  await page.keyboard.press("Enter");
  await page.getByText("Rehearsal: placeholder text, not a translation.").waitFor();
  await tabTo(page, /^Read and edit/);
  await page.keyboard.press("Enter");
  await page.locator("article.active").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await page.locator("textarea.book-text").waitFor();
  await page.keyboard.type("Written without a mouse.");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved as a new version.").waitFor();

  await tabTo(page, /^Export/).catch(async () => {
    await page.keyboard.press("Escape");
    await tabTo(page, /^Export/);
  });
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Export" }).waitFor();
  await tabTo(page, /^Export and download/);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const bytes = readFileSync(await (await download).path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(tab.complaints).toEqual([]);
});
