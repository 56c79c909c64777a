// Why: what people of the trade expect of an editor: search and replace with choices, a history one can undo with open
// eyes, strips that lead somewhere, a reading mode, series, and one message at a time.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText } from "./setup.ts";

const BOOK =
  "Chapter One\n\nThe Lamp went out.\n\nTwo lamps burned.\n\nNobody saw the lamp.\n\nChapter Two\n\nThe end.\n";
const TEXTS = ["第一章", "The Zamp went out.", "Two zamps burned.", "Nobody saw the zamp."];

let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "lamp.txt", BOOK, "en-GB");
  const { items } = await ask<{ items: { paragraph_id: string; is_empty: boolean }[] }>(
    program,
    "GET",
    `/books/${book.id}/chapters/${book.chapters[0]}/paragraphs`,
  );
  for (const [at, { paragraph_id }] of items.filter((item) => !item.is_empty).entries()) {
    const path = `/books/${book.id}/paragraphs/${paragraph_id}/versions`;
    await ask(program, "POST", path, { text: TEXTS[at], based_on: null });
  }
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const openChapter = async (page: Page, more = "") => {
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}${more}`);
  await page.reload();
  await page.locator("article.active").waitFor();
};

it("searches by case, whole word and expression, with highlights and counts by chapter", async () => {
  const { page } = tab;
  await openChapter(page);
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog");
  const look = () => dialog.getByRole("button", { name: "Search" }).click();
  await dialog.getByLabel("In", { exact: true }).selectOption("translation");
  await dialog.getByRole("searchbox").fill("zamp");
  await look();
  await dialog.getByText("3 matches in 3 paragraphs.").waitFor();
  expect(await dialog.locator("mark").allTextContents()).toEqual(["Zamp", "zamp", "zamp"]);
  await dialog.getByLabel("Match case").check();
  await look();
  await dialog.getByText("2 matches in 2 paragraphs.").waitFor();
  await dialog.getByLabel("Whole words").check();
  await look();
  await dialog.getByText("1 match in 1 paragraph.").waitFor();
  await dialog.getByLabel("Regular expression").check();
  await dialog.getByLabel("Whole words").uncheck();
  await dialog.getByRole("searchbox").fill("[Zz]amps?");
  await look();
  await dialog.getByText("3 matches in 3 paragraphs.").waitFor();
  await dialog.getByRole("searchbox").fill("(");
  await look();
  await page.locator(".toast.failed, .toast", { hasText: /./ }).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

it("replaces whole words or by expression, with the chapter of each change", async () => {
  const { page } = tab;
  await openChapter(page);
  await page.keyboard.press("f");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Find").fill("zamp");
  await dialog.getByLabel("Replace with").fill("light");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 paragraphs will change.").waitFor();
  await dialog.getByLabel("Whole words").check();
  await dialog.getByLabel("Match case").uncheck();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.locator("ins", { hasText: "light" }).first().waitFor();
  await dialog.getByRole("link", { name: "Chapter 1" }).first().waitFor();
  await dialog.getByRole("button", { name: /^Replace in 2/ }).click();
  await page.locator("article.paragraph", { hasText: "The light went out." }).waitFor();
  await page.locator("article.paragraph", { hasText: "Two zamps burned." }).waitFor();
});

it("shows what an undo does before it is done, and where", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/history`);
  const row = page.getByRole("row").filter({ hasText: "Replaced “zamp” with “light”" });
  await row.getByRole("link", { name: "Chapter 1" }).waitFor();
  expect(await row.getByRole("cell").nth(1).textContent()).toBe("You");
  await row.getByRole("button", { name: "Undo…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change?" });
  await dialog.locator("del", { hasText: "light" }).first().waitFor();
  await dialog
    .locator("ins", { hasText: /[Zz]amp/ })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: "Undo…" }).click();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await row.getByText("undone", { exact: true }).waitFor();
  await row.getByRole("link", { name: "Chapter 1" }).click();
  await page.locator("article.paragraph", { hasText: "The Zamp went out." }).waitFor();
});

it("leads from the strip of a chapter to its paragraphs, by mouse and by keyboard", async () => {
  const { page } = tab;
  await openChapter(page);
  const strip = page.getByRole("slider", { name: "Progress of the chapter" });
  await strip.focus();
  await page.keyboard.press("End");
  await page.locator("article.active").waitFor();
  const n = Number(await strip.getAttribute("aria-valuemax"));
  expect(Number(await strip.getAttribute("aria-valuenow"))).toBe(n);
  await page.keyboard.press("Home");
  await page.locator("article.active", { hasText: "Chapter One" }).waitFor();
  const box = await strip.boundingBox();
  if (box) await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await expect.poll(() => strip.getAttribute("aria-valuenow")).toBe(String(n));
});

it("leads from the strip of the book into a chapter", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}`);
  const strip = page.getByRole("region", { name: "Progress of the book" });
  await strip.locator("svg rect.open").first().waitFor();
  await strip.getByRole("link", { name: /^Chapter 2: 0 of 2 translated/ }).click();
  await page.locator("article.paragraph", { hasText: "The end." }).waitFor();
});

it("keeps place and filter in the address, and goes on reading where one was", async () => {
  const { page } = tab;
  await openChapter(page);
  await page.keyboard.press("j");
  await page.locator("article.active", { hasText: "The Lamp went out." }).waitFor();
  await page.getByLabel("Show").selectOption("findings");
  await page.getByLabel("Show").selectOption("all");
  const address = page.url();
  expect(address).toContain("?p=");
  await page.getByLabel("Show").selectOption("open");
  await expect.poll(() => page.url()).toContain("show=open");
  await page.goto(`${program.address}/#/books/${book.id}`);
  await page.getByRole("link", { name: "Continue reading" }).click();
  await page.locator("article.active", { hasText: "The Lamp went out." }).waitFor();
});

it("has a reading mode of one column, with size and line height of one's own", async () => {
  const { page } = tab;
  await openChapter(page);
  const menu = page.locator("summary", { hasText: "View" });
  await menu.click();
  await page.getByLabel("Reading mode (no findings, no tools)").check();
  await page.locator("article .source").first().waitFor({ state: "detached" });
  expect(await page.getByRole("slider").count()).toBe(0);
  const text = page.locator("article.paragraph .book-text").nth(1);
  const size = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const width = await text.evaluate((element) => element.getBoundingClientRect().width);
  expect(width).toBeLessThanOrEqual(36 * (await size()) + 1);
  const before = await size();
  await page.getByRole("button", { name: "Larger text" }).click();
  await expect.poll(size).toBeGreaterThan(before);
  const leading = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  const tight = await leading();
  await page.getByRole("button", { name: "Wider lines" }).click();
  await expect.poll(leading).toBeGreaterThan(tight);
  await page.reload();
  await page.locator("article.active").waitFor();
  await expect.poll(size).toBeGreaterThan(before);
  await menu.click();
  await page.getByLabel("Only for the active paragraph").check();
  await page.getByLabel("Reading mode (no findings, no tools)").uncheck();
  await page.locator("article .source").first().waitFor();
});

it("sets Japanese in its own type, and upright for those who like", async () => {
  const { page } = tab;
  const tale = await importText(program, "ito.txt", "第一章\n\n　朝の霧が、川の上にまだ残っていた。\n", "en-GB");
  await page.goto(`${program.address}/#/books/${tale.id}/chapters/${tale.chapters[0]}`);
  const source = page.locator("article .source", { hasText: "朝の霧" });
  await source.waitFor();
  const style = (name: "fontFamily" | "writingMode" | "lineBreak") =>
    source.evaluate((element, which) => getComputedStyle(element)[which], name);
  expect(await style("fontFamily")).toContain("Mincho");
  expect(await style("lineBreak")).toBe("strict");
  await page.locator("summary", { hasText: "View" }).click();
  await page.getByLabel("Vertical Japanese").check();
  await expect.poll(() => style("writingMode")).toBe("vertical-rl");
  await page.getByLabel("Vertical Japanese").uncheck();
});

it("shows a series with its volumes and instructions, and moves a book there and back", async () => {
  const { page } = tab;
  const second = await importText(program, "night.txt", "Chapter One\n\nThe night was long.\n", "en-GB");
  await page.goto(`${program.address}/#/series`);
  const own = page.getByRole("region", { name: "night" });
  await own.getByRole("button", { name: /^Move to another series/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Series").fill("Lamps");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  const lamps = page.getByRole("region", { name: "Lamps" });
  await lamps.getByRole("link", { name: "night" }).waitFor();
  await lamps.getByText("Instructions for every run").click();
  await lamps.getByLabel("For all books of the series").fill("Keep it short.");
  await lamps.getByRole("button", { name: "Save" }).click();
  await page.getByText("Instructions saved.").waitFor();
  const { series } = await ask<{ series: string }>(program, "GET", `/books/${second.id}/instructions`);
  expect(series).toBe("Keep it short.");
});

it("shows one message at a time, which goes with its view", async () => {
  const { page } = tab;
  await openChapter(page);
  await page.keyboard.press("l");
  await page.getByText("Locked. Models can only suggest.").waitFor();
  await page.keyboard.press("l");
  await page.getByText("Unlocked.").waitFor();
  expect(await page.locator(".toast").count()).toBe(1);
  await page.waitForTimeout(1_100);
  await page.getByRole("link", { name: "Cost" }).click();
  await page.locator(".toast").first().waitFor({ state: "detached" });
});

it("offers languages by name, in the order of the page's language", async () => {
  const { page } = tab;
  await page.goto(program.address);
  const field = page.getByLabel("Translate into");
  const id = await field.getAttribute("list");
  await page.locator(`datalist[id="${id}"] option`).nth(20).waitFor({ state: "attached" });
  const names = await page
    .locator(`datalist[id="${id}"] option`)
    .evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""));
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  await field.fill("German");
  expect(await field.getAttribute("aria-invalid")).toBe("false");
  await field.fill("Grmn");
  await page.getByText("Not found. Type a name, or a tag such as pt-BR.").waitFor();
});

it("gave the browser nothing to complain about", () => {
  expect(tab.complaints).toEqual([]);
});
