// Why: every view is looked at, wide and narrow, light and dark: a picture is kept for people, and axe finds what people
// with other eyes and hands would stumble over.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { type Imported, importBook, rehearse } from "./deeds.ts";
import { type Program, sample, startProgram } from "./program.ts";

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
  await importBook(program, sample("the-lamplighters-ledger.epub"), "zh-Hans");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const views = (): Record<string, string> => ({
  library: "#/",
  book: `#/books/${book.id}`,
  chapter: `#/books/${book.id}/chapters/${book.chapters[1] ?? book.chapters[0]}`,
  run: `#/books/${book.id}/runs/${run}`,
  terms: `#/books/${book.id}/knowledge/terms`,
  characters: `#/books/${book.id}/knowledge/characters`,
  memories: `#/books/${book.id}/knowledge/memories`,
  proposals: `#/books/${book.id}/knowledge/proposals`,
  review: `#/books/${book.id}/review`,
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
    await context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
    const faults: string[] = [];
    for (const [name, address] of Object.entries(views())) {
      await page.goto(`${program.address}/${address}`);
      await page.reload();
      await page.locator("h1").first().waitFor();
      // The connection for live events stays open, so "no request is under way" never comes.
      await page.getByText(/^(One moment …|请稍候……)$/).waitFor({ state: "detached" });
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

async function axe(page: import("playwright-core").Page, name: string): Promise<string[]> {
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
