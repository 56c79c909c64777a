// Why: a chapter of a hundred thousand paragraphs opens at once anywhere, is asked for and kept only where it is read,
// and is left without a trace.
import type { Browser, CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText } from "./setup.ts";

const N = 100_000;
const MEGABYTE = 1024 * 1024;
let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;
let chapter: string;
/** What was asked for, in order. */
const asked: string[] = [];

interface Line {
  paragraph_id: string;
  paragraph_index: number;
}

beforeAll(async () => {
  program = await startProgram();
  const lines = Array.from({ length: N }, (_, at) => `Line ${at}. ${"The river went on. ".repeat(1 + (at % 7))}`);
  book = await importText(program, "long.txt", `${lines.join("\n\n")}\n`, "zh-Hans");
  chapter = book.chapters[0] ?? "";
  browser = await openBrowser();
  tab = await openTab(browser);
  tab.page.on("request", (request) => {
    if (/\/paragraphs\?/.test(request.url())) asked.push(request.url());
  });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const address = (paragraph = "") => `${program.address}/#/books/${book.id}/chapters/${chapter}${paragraph}`;
const rows = () => tab.page.getByRole("list", { name: "Paragraphs of the chapter" });
const line = (n: number) => tab.page.locator("article.paragraph", { hasText: `Line ${n}. ` });

async function heap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize / MEGABYTE;
}

it("opens with a handful of requests and draws few rows", async () => {
  const { page } = tab;
  const began = Date.now();
  await page.goto(address());
  await line(0).waitFor();
  await page.locator("article.active").waitFor();
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(Number(await rows().getByRole("listitem").first().getAttribute("aria-setsize"))).toBeGreaterThan(N);
  expect(await page.locator("article.paragraph").count()).toBeLessThan(120);
  await page.waitForTimeout(500);
  expect(asked.length).toBeLessThan(6);
});

it("goes to the end and to any place between, and keeps only what is near", async () => {
  const { page } = tab;
  const session = await tab.context.newCDPSession(page);
  await rows().evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await line(N - 1).waitFor();
  await page.keyboard.press("j");
  await page.locator('article[aria-current="true"]').waitFor();
  const before = await heap(session);
  for (let at = 1; at <= 40; at++) {
    await rows().evaluate((element, part) => element.scrollTo({ top: element.scrollHeight * part }), at / 41);
    await page.waitForTimeout(60);
  }
  await page.locator("article.paragraph").first().waitFor();
  expect(await page.locator("article.paragraph").count()).toBeLessThan(120);
  expect((await heap(session)) - before).toBeLessThan(25);
});

it("opens at the paragraph an address names, far inside", async () => {
  const { page } = tab;
  const path = `/books/${book.id}/chapters/${chapter}/paragraphs?limit=1&cursor=71000`;
  const [far] = (await ask<{ items: Line[] }>(program, "GET", path)).items;
  await page.goto("about:blank");
  await page.goto(address(`?p=${far?.paragraph_id}`));
  await page.locator(`#paragraph-${far?.paragraph_id}.active`).waitFor();
  expect(await page.locator(`#paragraph-${far?.paragraph_id}`).isVisible()).toBe(true);
});

it("shows only what is not translated, and nothing where nothing is found", async () => {
  const { page } = tab;
  await page.getByLabel("Show", { exact: true }).selectOption("open");
  await expect
    .poll(async () => rows().getByRole("listitem").first().getAttribute("aria-setsize"), { timeout: 30_000 })
    .toBe(String(N));
  await page.getByLabel("Show", { exact: true }).selectOption("findings");
  await page.getByText("No paragraph matches. Choose another filter.").waitFor();
  await page.getByLabel("Show", { exact: true }).selectOption("all");
  await page.locator("article.paragraph").first().waitFor();
});

it("asks for nothing more once it is left", async () => {
  const { page } = tab;
  await rows().evaluate((element) => element.scrollTo({ top: element.scrollHeight / 3 }));
  await page.getByRole("link", { name: "Cost" }).click();
  await page.getByRole("heading", { name: "Cost" }).waitFor();
  const then = asked.length;
  await page.waitForTimeout(400);
  expect(asked.length).toBe(then);
  expect(tab.complaints).toEqual([]);
});
