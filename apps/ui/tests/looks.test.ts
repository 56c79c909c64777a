// Why: every view is looked at, wide and narrow, light and dark: a picture is kept for people, and axe finds what people
// with other eyes and hands would stumble over.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";
import { ask, type Imported, importBook, rehearse } from "./setup.ts";

const PICTURES = resolve(import.meta.dirname, "../screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

let program: Program;
let browser: Browser;
let book: Imported;
let run: string;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  program = await startProgram();
  book = await importBook(program, sample("ito-no-machi.epub"), "en");
  run = await rehearse(program, book.id);
  await learn();
  await importBook(program, sample("the-lamplighters-ledger.epub"), "zh-Hans");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

/** Something to see in the views of knowledge and review. */
async function learn() {
  const to = `/books/${book.id}`;
  const term = { source: "千歳屋", reading: "ちとせや", translation: "Chitoseya", kind: "place", strictness: "exact" };
  await ask(program, "POST", `${to}/terms`, { ...term, note: "the spinners' house", standing: "confirmed" });
  await ask(program, "POST", `${to}/terms`, { source: "糸", translation: "thread", standing: "proposed" });
  const name = { source: "澪", reading: "みお", translation: "Mio" };
  const voice = { register: "plain, a little shy", endings: ["〜です"], samples: [] };
  const mio = { name, gender: "female", description: "The apprentice.", voice, standing: "confirmed" };
  const { id } = await ask<{ id: string }>(program, "POST", `${to}/characters`, mio);
  await ask(program, "POST", `${to}/characters`, {
    name: { source: "綾女", reading: "あやめ", translation: "Ayame" },
    gender: "female",
    addresses: [{ to: id, source: "澪", translation: "Mio" }],
    standing: "proposed",
  });
  await ask(program, "POST", `${to}/memories`, {
    about: "series",
    text: "Threads carry voices.",
    standing: "confirmed",
  });
  await ask(program, "POST", `${to}/check`);
}

const views = (): Record<string, string> => ({
  library: "#/",
  book: `#/books/${book.id}`,
  chapter: `#/books/${book.id}/chapters/${book.chapters[1] ?? book.chapters[0]}`,
  run: `#/books/${book.id}/runs/${run}`,
  terms: `#/books/${book.id}/knowledge/terms`,
  characters: `#/books/${book.id}/knowledge/characters`,
  memories: `#/books/${book.id}/knowledge/memories`,
  summaries: `#/books/${book.id}/knowledge/summaries`,
  proposals: `#/books/${book.id}/knowledge/proposals`,
  drift: `#/books/${book.id}/knowledge/drift`,
  review: `#/books/${book.id}/review`,
  report: `#/books/${book.id}/review/report`,
  cost: `#/books/${book.id}/cost`,
  export: `#/books/${book.id}/export`,
  history: `#/books/${book.id}/history`,
  models: "#/settings/models",
  prompts: "#/settings/prompts",
});

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

describe.each([
  ["desktop", "light", "en"],
  ["desktop", "dark", "zh"],
  ["phone", "light", "zh"],
  ["phone", "dark", "en"],
] as const)("%s, %s, %s", (size, theme, language) => {
  it("every view can be used by everyone", async () => {
    const { page, context, complaints } = await openTab(browser, {
      viewport: SIZES[size],
      colorScheme: theme,
      bypassCSP: false,
    });
    await context.addInitScript(
      `localStorage.setItem("tsumugi.language", "${language === "zh" ? "zh-Hans" : language}")`,
    );
    const faults: string[] = [];
    for (const [name, address] of Object.entries(views())) {
      await page.goto(`${program.address}/${address}`);
      await page.reload();
      await page.locator("h1").first().waitFor();
      // The connection for live events stays open, so "no request is under way" never comes.
      await page.getByText(/^(Loading…|正在加载……)$/).waitFor({ state: "detached" });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(PICTURES, `${name}-${size}-${theme}-${language}.png`) });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 1) faults.push(`${name}: ${wide} pixels wider than the screen`);
      faults.push(...(await axe(page, name)));
    }
    await context.close();
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  }, 120_000);
});

/** Dialogs and panels, each by the keys that open it. */
const OPENED: Record<string, (page: Page) => Promise<unknown>> = {
  start: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}`);
    await page.getByRole("button", { name: "Polish" }).click();
    await page
      .getByRole("dialog")
      .getByText(/paragraphs in/)
      .waitFor();
  },
  edit: async (page) => {
    await openChapter(page);
    await page.keyboard.press("e");
  },
  versions: async (page) => {
    await openChapter(page);
    await page.keyboard.press("v");
  },
  replace: async (page) => {
    await openChapter(page);
    await page.keyboard.press("f");
  },
  entry: async (page) => {
    await openChapter(page);
    await page.locator(".entry").first().hover();
    await page.getByRole("tooltip").waitFor();
  },
  instructions: async (page) => {
    await openChapter(page);
    await page.keyboard.press("w");
  },
  survey: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/knowledge/proposals`);
    await page.reload();
    await page.getByRole("button", { name: "Survey the book" }).click();
  },
  merge: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/knowledge/proposals`);
    await page.reload();
    await page.getByRole("button", { name: "Merge" }).first().click();
  },
  rename: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/knowledge/terms`);
    await page.reload();
    await page.getByRole("button", { name: "Rename everywhere" }).first().click();
  },
  fix: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/review`);
    await page.reload();
    await page.getByRole("button", { name: "Fix…" }).click();
    await page.getByRole("dialog").getByText("Paragraphs", { exact: true }).waitFor();
  },
  assistant: async (page) => {
    await openChapter(page);
    await page.keyboard.press("Control+k");
  },
  help: async (page) => {
    await openChapter(page);
    await page.keyboard.press("?");
  },
  term: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/knowledge/terms`);
    await page.reload();
    await page.getByRole("button", { name: "Add a term" }).click();
  },
  character: async (page) => {
    await page.goto(`${program.address}/#/books/${book.id}/knowledge/characters`);
    await page.reload();
    await page.getByRole("button", { name: "Add a character" }).click();
  },
};

async function openChapter(page: Page) {
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[1]}`);
  await page.reload();
  await page.locator("article.active").waitFor();
}

it.each([
  ["desktop", "dark"],
  ["phone", "light"],
] as const)("dialogs and panels can be used by everyone: %s, %s", async (size, theme) => {
  const { page, context, complaints } = await openTab(browser, { viewport: SIZES[size], colorScheme: theme });
  const faults: string[] = [];
  for (const [name, open] of Object.entries(OPENED)) {
    await open(page);
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(PICTURES, `${name}-${size}-${theme}.png`) });
    faults.push(...(await axe(page, name)));
  }
  await context.close();
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
});

async function axe(page: Page, name: string): Promise<string[]> {
  // Through the browser's own console, which the page's policy does not bind.
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((result) => result.violations)`,
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${name}: ${id}: ${nodes
          .map((node) => node.html.slice(0, 160))
          .slice(0, 3)
          .join(" | ")}`,
    );
}
