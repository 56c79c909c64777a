// Why: a person goes through a chapter and says of each translation how far it is: draft, needs work or reviewed, with one
// key, counted, filtered, undone, and exported by it.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText } from "./setup.ts";

const LINES: Record<string, string> = {
  "Chapter One": "第一章",
  "The lamp went out.": "灯熄灭了。",
  "Nobody saw it go.": "没有人看见它熄灭。",
  "Morning came late.": "早晨来得很晚。",
};

let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "lamp.txt", `${Object.keys(LINES).join("\n\n")}\n`, "zh-Hans");
  const path = `/books/${book.id}/chapters/${book.chapters[0]}/paragraphs`;
  const { items } = await ask<{ items: { paragraph_id: string; text: string }[] }>(program, "GET", path);
  for (const { paragraph_id, text } of items.filter((item) => LINES[item.text])) {
    const body = { text: LINES[text], based_on: null };
    await ask(program, "POST", `/books/${book.id}/paragraphs/${paragraph_id}/versions`, body);
  }
  browser = await openBrowser();
  tab = await openTab(browser);
  await tab.page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const row = (page: Page, text: string) => page.locator("article.paragraph", { hasText: text });
const badge = (page: Page, text: string, state: string) => row(page, text).locator(".badges").getByText(state);
const bar = (page: Page, words: string) => page.locator(".bar").getByText(words, { exact: true });

it("marks a translation as reviewed with one key, and goes on to the next", async () => {
  const { page } = tab;
  await row(page, "The lamp went out.").click();
  await badge(page, "The lamp went out.", "Draft").waitFor();
  await page.keyboard.press("d");
  await badge(page, "The lamp went out.", "Reviewed").waitFor();
  await page.locator("article.active", { hasText: "Nobody saw it go." }).waitFor();
  await bar(page, "1 of 4 reviewed").waitFor();
});

it("marks one that needs work, where the key is shown", async () => {
  const { page } = tab;
  const action = row(page, "Nobody saw it go.").getByRole("button", { name: /^Needs work/ });
  expect(await action.locator("kbd").textContent()).toBe("t");
  await action.click();
  await badge(page, "Nobody saw it go.", "Needs work").waitFor();
  expect(await action.getAttribute("aria-pressed")).toBe("true");
  await bar(page, "1 needs work").waitFor();
});

it("shows only what is so far, and keeps that in the address", async () => {
  const { page } = tab;
  const filter = page.getByLabel("Show", { exact: true });
  for (const [state, shown] of [
    ["reviewed", ["灯熄灭了。"]],
    ["needs_work", ["没有人看见它熄灭。"]],
    ["draft", ["第一章", "早晨来得很晚。"]],
  ] as const) {
    await filter.selectOption(state);
    const texts = page.locator("article.paragraph .target .book-text");
    await expect.poll(() => texts.allTextContents()).toEqual(shown);
    await expect.poll(() => page.url()).toContain(state);
  }
  await page.reload();
  await row(page, "Morning came late.").waitFor();
  expect(await row(page, "The lamp went out.").count()).toBe(0);
  await filter.selectOption("all");
});

it("takes a state back with the same key, and with undo", async () => {
  const { page } = tab;
  await row(page, "Nobody saw it go.").click();
  await page.keyboard.press("t");
  await page.getByText("Back to draft.").waitFor();
  await badge(page, "Nobody saw it go.", "Draft").waitFor();
  await page.keyboard.press("u");
  await badge(page, "Nobody saw it go.", "Needs work").waitFor();
});

it("saves what is typed as reviewed and opens the next one", async () => {
  const { page } = tab;
  await row(page, "Nobody saw it go.").click();
  await page.keyboard.press("e");
  await page.locator("textarea.book-text").fill("谁也没看见它熄灭。");
  await page.keyboard.press("Control+Shift+Enter");
  await badge(page, "谁也没看见它熄灭。", "Reviewed").waitFor();
  await row(page, "Morning came late.").locator("textarea").waitFor();
  await page.keyboard.press("Escape");
  await bar(page, "2 of 4 reviewed").waitFor();
});

it("counts them on the book, by chapter and in all", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Chapters", exact: true }).click();
  await page
    .locator("header")
    .getByText(/2 reviewed/)
    .waitFor();
  await page.getByRole("cell", { name: "2/4" }).waitFor();
});

it("exports reviewed text only, when asked", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Export" }).click();
  await page.getByRole("checkbox", { name: /^Export reviewed text only/ }).check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export and download" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("灯熄灭了。");
  expect(text).toContain("Morning came late.");
  expect(text).not.toContain("早晨来得很晚。");
  await page.getByText("Complete, but 2 paragraphs are still in the source language.").waitFor();
});

it("decides for the book what becomes of a translator's notes", async () => {
  const { page } = tab;
  const field = page.getByLabel("Translator’s notes");
  await field.selectOption("footnotes");
  await page.getByText("Saved.").waitFor();
  expect(await ask(program, "GET", `/books/${book.id}/notes`)).toMatchObject({ choice: "footnotes", footnotes: true });
  await field.selectOption("");
  await expect
    .poll(async () => (await ask<{ choice?: string | null }>(program, "GET", `/books/${book.id}/notes`)).choice ?? null)
    .toBeNull();
});

it("marks a whole chapter as one step to undo, and the history says it", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.getByRole("button", { name: "Mark all as reviewed" }).click();
  await bar(page, "4 of 4 reviewed").waitFor();
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await bar(page, "2 of 4 reviewed").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByText("Marked a translation as needing work").first().waitFor();
  expect(tab.complaints).toEqual([]);
});
