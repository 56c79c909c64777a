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
  series: "#/series",
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
  about: "#/settings/about",
});

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

const WALKS = [
  ["desktop", "en"],
  ["desktop", "zh-Hans"],
  ["phone", "en"],
  ["phone", "zh-Hans"],
] as const;

describe.each(WALKS)("%s, %s", (size, language) => {
  it("every view can be used by everyone, light and dark", async () => {
    const { page, context, complaints } = await openIn(size, language);
    const faults: string[] = [];
    for (const [name, address] of Object.entries(views())) {
      await page.goto(`${program.address}/${address}`);
      await page.reload();
      await page.locator("h1").first().waitFor();
      // The connection for live events stays open, so "no request is under way" never comes.
      await page.locator("[role=status] .skeleton").first().waitFor({ state: "detached" });
      await page.waitForTimeout(250);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 1) faults.push(`${name}: ${wide} pixels wider than the screen`);
      faults.push(...(await inBothThemes(page, `${name}-${size}`, language)));
    }
    await context.close();
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  }, 180_000);

  it("dialogs and panels can be used by everyone, light and dark", async () => {
    const { page, context, complaints } = await openIn(size, language);
    const say = sentences(language);
    const faults: string[] = [];
    for (const [name, open] of Object.entries(OPENED)) {
      await open(page, say);
      await page.waitForTimeout(150);
      faults.push(...(await inBothThemes(page, `${name}-${size}`, language)));
    }
    await context.close();
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  }, 180_000);
});

async function openIn(size: keyof typeof SIZES, language: string) {
  const tab = await openTab(browser, { viewport: SIZES[size], bypassCSP: false });
  await tab.context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
  return tab;
}

/** Colours are all that differs between the themes, so the second one is looked at for contrast alone. */
async function inBothThemes(page: Page, name: string, language: string): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: join(PICTURES, `${name}-${theme}-${language}.png`) });
    faults.push(...(await axe(page, `${name}-${theme}-${language}`, theme === "dark")));
  }
  return faults;
}

type Say = (key: string) => string;

/** What the page says in a language, for finding its buttons. */
function sentences(language: string): Say {
  const path = resolve(import.meta.dirname, `../src/i18n/languages/${language}.json`);
  const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return (key) => all[key] ?? key;
}

async function openView(page: Page, path: string) {
  await page.goto(`${program.address}/#/${path}`);
  await page.reload();
  await page.locator("h1").first().waitFor();
}

const ofBook = (path: string) => `books/${book.id}${path}`;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** Dialogs and panels, each by what opens it. */
const OPENED: Record<string, (page: Page, say: Say) => Promise<unknown>> = {
  start: async (page, say) => {
    await openView(page, ofBook(""));
    await press(page, say("book.polish"));
    await page.getByRole("dialog").locator(".price").first().waitFor();
  },
  delete: async (page, say) => {
    await openView(page, "");
    await page
      .getByRole("button", { name: say("library.delete") })
      .first()
      .click();
  },
  move: async (page, say) => {
    await openView(page, "series");
    await page
      .getByRole("button", { name: say("series.move") })
      .first()
      .click();
  },
  search: async (page) => {
    await openChapter(page);
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill("a");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").locator("mark").first().waitFor();
  },
  undo: async (page, say) => {
    await openView(page, ofBook("/history"));
    await press(page, say("history.preview"));
  },
  edit: async (page) => {
    await openChapter(page);
    await page.keyboard.press("e");
  },
  view: async (page, say) => {
    await openChapter(page);
    await page.locator("summary", { hasText: say("reading.title") }).click();
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
  survey: async (page, say) => {
    await openView(page, ofBook("/knowledge/proposals"));
    await press(page, say("survey.begin"));
  },
  merge: async (page, say) => {
    await openView(page, ofBook("/knowledge/proposals"));
    await page
      .getByRole("button", { name: say("proposals.merge") })
      .first()
      .click();
  },
  rename: async (page, say) => {
    await openView(page, ofBook("/knowledge/terms"));
    await page
      .getByRole("button", { name: say("rename.title") })
      .first()
      .click();
  },
  fix: async (page, say) => {
    await openView(page, ofBook("/review"));
    await press(page, say("fix.open"));
    await page.getByRole("dialog").getByText(say("fix.flagged"), { exact: true }).waitFor();
  },
  assistant: async (page) => {
    await openChapter(page);
    await page.keyboard.press("Control+k");
  },
  help: async (page) => {
    await openChapter(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
  },
  term: async (page, say) => {
    await openView(page, ofBook("/knowledge/terms"));
    await press(page, say("term.add"));
  },
  character: async (page, say) => {
    await openView(page, ofBook("/knowledge/characters"));
    await press(page, say("character.add"));
  },
};

async function openChapter(page: Page) {
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[1]}`);
  await page.reload();
  await page.locator("article.active").waitFor();
}

async function axe(page: Page, name: string, contrastOnly: boolean): Promise<string[]> {
  // Through the browser's own console, which the page's policy does not bind.
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    contrastOnly
      ? `axe.run(document, { runOnly: { type: "rule", values: ["color-contrast"] } }).then((result) => result.violations)`
      : `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((result) => result.violations)`,
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
