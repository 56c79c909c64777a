// Why: the way every person goes: drop a book, rehearse it, read and edit it, look at its cost, take the EPUB home.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";
import { ask, translate } from "./setup.ts";

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

describe("from a file to an exported book", () => {
  it("imports a dropped book and rehearses it from the first steps", async () => {
    const { page } = tab;
    await page.goto(program.address);
    await page.getByRole("heading", { name: "Translate a book in three steps" }).waitFor();
    await page.getByLabel("Translate into").fill("English");
    await page.locator('input[type="file"]').setInputFiles(sample("ito-no-machi.epub"));
    await page.getByRole("button", { name: /^Rehearse/ }).click();
    await page.getByRole("heading", { name: "Translation", exact: true }).waitFor();
    await page.getByText("finished", { exact: true }).first().waitFor();
    const accepted = page.getByRole("region", { name: "Accepted paragraphs" }).getByRole("listitem");
    await expect.poll(() => accepted.count()).toBeGreaterThan(3);
  });

  it("shows the calls of the model with what was given and got", async () => {
    const { page } = tab;
    const call = page.getByText("submits translations").first();
    await call.click();
    await page.getByText('"paragraph_id"').first().waitFor();
  });

  it("has a translation once a model has made one", async () => {
    const { items } = await ask<{ items: { id: string }[] }>(program, "GET", "/books");
    const id = items[0]?.id ?? "";
    const { chapters } = await ask<{ chapters: { id: string }[] }>(program, "GET", `/books/${id}`);
    await translate(program, { id, chapters: chapters.map((chapter) => chapter.id) });
  });

  it("shows the chapter with ruby as ruby, and edits with the keyboard alone", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "Chapters" }).click();
    await page.getByRole("link", { name: "Read and edit" }).click();
    await page.getByRole("link", { name: "Next chapter" }).click();
    await page.locator("article.paragraph ruby").first().waitFor();
    await page.locator("article.active").waitFor();
    expect(await page.locator("article.paragraph ruby rt").count()).toBeGreaterThan(0);
    expect(await page.locator("main").textContent()).not.toMatch(/｜.+《/);

    await page.keyboard.press("j");
    await page.keyboard.press("e");
    const editor = page.locator("textarea.book-text");
    await editor.fill(`${await editor.inputValue()} Edited by hand.`);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved as a new version.").waitFor();
    await page.locator("article.paragraph", { hasText: "Edited by hand." }).waitFor();
  });

  it("shows versions by their difference, and takes back the edit", async () => {
    const { page } = tab;
    await page.keyboard.press("v");
    const dialog = page.getByRole("dialog");
    await dialog.locator("del", { hasText: "Edited" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await page.getByText("Undone.").waitFor();
    await page.locator("article.paragraph", { hasText: "Edited by hand." }).waitFor({ state: "detached" });
  });

  it("locks a paragraph, and unlocks it", async () => {
    const { page } = tab;
    await page.keyboard.press("l");
    await page.getByText("Locked. Models can only suggest.").waitFor();
    await page.locator("article.active").getByText("locked").waitFor();
    await page.keyboard.press("l");
    await page.getByText("Unlocked.").waitFor();
  });

  it("replaces words everywhere after a preview, and undoes it in one step", async () => {
    const { page } = tab;
    const first = page.locator("article.paragraph .target .book-text").first();
    const word = /[A-Za-z]{4,}/.exec((await first.textContent()) ?? "")?.[0] ?? "the";
    await page.keyboard.press("f");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Find").fill(word);
    await dialog.getByLabel("Replace with").fill("Zebra");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.locator("ins", { hasText: "Zebra" }).first().waitFor();
    await dialog.getByRole("button", { name: /^Replace in/ }).click();
    await page.locator("article.paragraph", { hasText: "Zebra" }).first().waitFor();
    await page.locator(".toast", { hasText: "Replaced in" }).getByRole("button", { name: "Undo" }).click();
    await page.locator("article.paragraph", { hasText: "Zebra" }).first().waitFor({ state: "detached" });
  });

  it("keeps the history of all that", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("undone", { exact: true }).first().waitFor();
    expect(await page.getByRole("row").count()).toBeGreaterThan(3);
    const edited = page.getByRole("row").filter({ hasText: "Edited a paragraph" }).first();
    await edited.getByText("Show before and after").click();
    await edited.locator("ins", { hasText: "Edited" }).waitFor();
  });

  it("shows what was spent, by run, chapter, model and pass", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "Cost" }).click();
    for (const title of ["By run", "By chapter", "By model", "By task"]) {
      await page.getByRole("heading", { name: title }).waitFor();
    }
  });

  it("exports an EPUB with a certificate that holds", async () => {
    const { page } = tab;
    await page.getByRole("link", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export and download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.epub$/);
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.includes("application/epub+zip")).toBe(true);
    await page.getByText("Complete: every paragraph of the source is in the file.").waitFor();
  });

  it("speaks Chinese when asked, and remembers it", async () => {
    const { page } = tab;
    await page.getByLabel("Language").selectOption("zh-Hans");
    await page.getByRole("heading", { name: "导出" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
    await page.reload();
    await page.getByRole("link", { name: "书库", exact: true }).click();
    await page.getByRole("heading", { name: "书库" }).waitFor();
    await page.getByLabel("语言").selectOption("en");
  });

  it("lists its keys", async () => {
    const { page } = tab;
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("This help").waitFor();
    await page.keyboard.press("Escape");
  });

  it("gave the browser nothing to complain about", () => {
    expect(tab.complaints).toEqual([]);
  });
});
