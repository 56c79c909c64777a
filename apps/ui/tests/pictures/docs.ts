// Why: the pictures in the manual are made by this command and nobody's hand: `npm run pictures`. They show the program
// at work on a tale of our own, in the language of the manual they stand in.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openTab } from "../browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "../model_server.ts";
import { type Program, startProgram } from "../program.ts";
import { ask, finish, type Imported, importText } from "../setup.ts";
import { FILE, type Target, TITLE, translated } from "./tale.ts";

const DOCS = resolve(import.meta.dirname, "../../../../docs");
const QUALITY = 72;
const MOST_BYTES = 80_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const script =
  (target: Target) =>
  ({ all }: Asked): Reply => {
    const items = workItems(all).map(({ id, text }) => ({
      paragraph_id: id,
      translated_text: translated(text, target) ?? text,
    }));
    return { calls: [{ name: "add_translation_batch", arguments: { paragraphs: items } }] };
  };

describe.each([
  ["en", "pictures"],
  ["zh-Hans", "zh/pictures"],
] as const)("in %s", (language, folder) => {
  let program: Program;
  let model: ModelServer;
  let book: Imported;
  let run: string;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(join(DOCS, folder), { recursive: true });
    program = await startProgram();
    model = await startModel(script(language));
    book = await importText(program, "糸の町.txt", FILE, language);
    await ask(program, "POST", "/models", {
      name: "example",
      base_url: model.address,
      dialect: "openai",
      model: "script",
      key: "k",
      is_default: true,
    });
    await ask(program, "PATCH", "/models", { name: "example", usd_per_million_input: 20, usd_per_million_output: 80 });
    const started = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, {
      model: "example",
      max_cost_micros: 2_000_000,
      chapters: book.chapters.slice(0, -1),
    });
    run = started.run;
    await finish(program, run);
    const polished = { model: "example", kind: "polish", max_cost_micros: 2_000_000 };
    await finish(program, (await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, polished)).run);
    await ask(program, "PATCH", `/books/${book.id}`, { title_translation: TITLE[language] });
    await know();
    await ask(program, "POST", `/books/${book.id}/check`);
    page = await view({ viewport: { width: 1120, height: 720 }, colorScheme: "light" });
  });
  afterAll(async () => {
    await page?.context().close();
    await model?.end();
    await program?.end();
  });

  async function know() {
    const to = `/books/${book.id}`;
    const house = language === "en" ? "Chitoseya" : "千岁屋";
    const term = { source: "千歳屋", reading: "ちとせや", translation: house, kind: "place", strictness: "exact" };
    await ask(program, "POST", `${to}/terms`, { ...term, standing: "confirmed" });
    for (const [source, reading, en, zh] of [
      ["澪", "みお", "Mio", "澪"],
      ["綾女", "あやめ", "Ayame", "绫女"],
    ]) {
      const name = { source, reading, translation: language === "en" ? en : zh };
      await ask(program, "POST", `${to}/characters`, { name, gender: "female", standing: "confirmed" });
    }
  }

  async function view(options: BrowserContextOptions): Promise<Page> {
    const tab = await openTab(browser, options);
    await tab.context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
    return tab.page;
  }

  const ofBook = (path: string) => `#/books/${book.id}${path}`;

  /** As WebP, which Chromium writes itself and small. */
  async function picture(name: string) {
    await page.waitForTimeout(400);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
    const bytes = Buffer.from(data, "base64");
    expect(bytes.length, name).toBeLessThan(MOST_BYTES);
    writeFileSync(join(DOCS, folder, `${name}.webp`), bytes);
  }

  async function open(path: string) {
    await page.goto(`${program.address}/${path}`);
    await page.reload();
    await page.locator("h1").first().waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
  }

  it.each([
    ["library", () => "#/"],
    ["book", () => ofBook("")],
    ["run", () => ofBook(`/runs/${run}`)],
    ["inconsistencies", () => ofBook("/knowledge/drift")],
    ["review", () => ofBook("/review")],
    ["worklist", () => ofBook("/review/paragraphs?state=draft")],
    ["cost", () => ofBook("/cost")],
    ["export", () => ofBook("/export")],
    ["history", () => ofBook("/history")],
    ["series", () => "#/series"],
  ])("%s", async (name, address) => {
    await open(address());
    await picture(name);
  });

  it("chapter, and on a phone in the dark", async () => {
    await openChapter();
    await picture("chapter");
    const usual = page;
    page = await view({ viewport: { width: 390, height: 720 }, colorScheme: "dark" });
    await openChapter();
    await picture("chapter-phone");
    await page.context().close();
    page = usual;
  });

  async function openChapter() {
    await open(ofBook(`/chapters/${book.chapters[1] ?? book.chapters[0]}`));
    await page.locator("article.active").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
  }
});
