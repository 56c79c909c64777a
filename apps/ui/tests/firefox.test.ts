// Why: the page is for every browser; the way everyone goes is walked in Firefox too, as Debian ships it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFirefox, openTab, skipsFirefox, type Tab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";

describe.skipIf(skipsFirefox)("in Firefox", () => {
  let program: Program;
  let browser: Browser;
  let tab: Tab;

  beforeAll(async () => {
    program = await startProgram();
    browser = await openFirefox();
    // What Firefox cannot be told to pretend stays as it is.
    tab = await openTab(browser, { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
  });
  afterAll(async () => {
    await browser?.close();
    await program?.end();
  });

  it("imports a book and rehearses it", async () => {
    const { page } = tab;
    await page.goto(program.address);
    await page.getByRole("heading", { name: "Translate a book in three steps" }).waitFor();
    await page.getByLabel("Translate into").fill("English");
    await page.locator('input[type="file"]').setInputFiles(sample("ito-no-machi.epub"));
    await page.getByRole("button", { name: /^Rehearse/ }).click();
    await page.getByText("The rehearsal is finished.").waitFor();
  });

  it("reads a chapter with ruby, and edits it with the keyboard", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "Chapters", exact: true }).click();
    await page.getByRole("link", { name: "Read and edit" }).click();
    await page.getByRole("link", { name: "Next chapter" }).click();
    await page.locator("article.paragraph ruby").first().waitFor();
    await page.locator("article.active").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    const editor = page.locator("textarea.book-text");
    await editor.fill(`${await editor.inputValue()} Edited in Firefox.`);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved as a new version.").waitFor();
    await page.locator("article.paragraph", { hasText: "Edited in Firefox." }).waitFor();
  });

  it("finds it again, and goes there", async () => {
    const { page } = tab;
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill("Edited in Firefox");
    await dialog.getByRole("button", { name: "Search" }).click();
    await dialog.getByText("1 match in 1 paragraph.").waitFor();
    await dialog.locator("a").first().click();
    await page.locator("article.active", { hasText: "Edited in Firefox." }).waitFor();
  });

  it("proves that the book is complete, in Chinese too", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByRole("button", { name: "Check completeness" }).click();
    await page
      .getByText(/^Complete/)
      .first()
      .waitFor();
    await page.getByLabel("Language").selectOption("zh-Hans");
    await page.getByRole("heading", { name: "导出" }).waitFor();
    expect(tab.complaints).toEqual([]);
  });
});
