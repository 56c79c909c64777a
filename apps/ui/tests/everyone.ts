// Why: what the tests of every view and every dialog share: a library with something in it, a browser in each size and
// language, and axe in both themes. Pictures are kept for people with `TSUMUGI_SCREENSHOTS=1`.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser, openTab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";
import { ask, type Imported, importBook, rehearse, translate } from "./setup.ts";

const PICTURES = resolve(import.meta.dirname, "../screenshots");
const KEEPS_PICTURES = Boolean(process.env.TSUMUGI_SCREENSHOTS);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

export const WALKS = [
  ["desktop", "en"],
  ["desktop", "zh-Hans"],
  ["phone", "en"],
  ["phone", "zh-Hans"],
] as const;

/** Each size and each language once, for what does not depend on both together; all walks where pictures are kept. */
export const SHORT_WALKS = KEEPS_PICTURES ? WALKS : ([WALKS[0], WALKS[3]] as const);

/** Whether a walk is one of them. */
export const isShort = (size: string, language: string) =>
  SHORT_WALKS.some((walk) => walk[0] === size && walk[1] === language);

export interface Prepared {
  program: Program;
  browser: Browser;
  book: Imported;
  /** A book of which there is nothing but a rehearsal. */
  rehearsed: Imported;
  run: string;
}

export async function prepare(): Promise<Prepared> {
  mkdirSync(PICTURES, { recursive: true });
  const program = await startProgram();
  const book = await importBook(program, sample("ito-no-machi.epub"), "en");
  const run = await translate(program, book);
  await learn(program, book);
  const rehearsed = await importBook(program, sample("the-lamplighters-ledger.epub"), "zh-Hans");
  await rehearse(program, rehearsed.id);
  return { program, book, rehearsed, run, browser: await openBrowser() };
}

export async function putAway(prepared: Prepared | undefined): Promise<void> {
  await prepared?.browser.close();
  await prepared?.program.end();
}

/** Something to see in the views of knowledge and review. */
async function learn(program: Program, book: Imported) {
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

export async function openIn({ browser }: Prepared, size: keyof typeof SIZES, language: string) {
  const tab = await openTab(browser, { viewport: SIZES[size], bypassCSP: false });
  await tab.context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
  return tab;
}

/** Colours are all that differs between the themes, so the second one is looked at for contrast alone. */
export async function inBothThemes(page: Page, name: string, language: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [theme, rules] of [["light", RULES] as const, ["dark", CONTRAST] as const]) {
    await page.emulateMedia({ colorScheme: theme });
    if (KEEPS_PICTURES) {
      await page.waitForTimeout(100);
      await page.screenshot({ path: join(PICTURES, `${name}-${theme}-${language}.png`) });
    }
    faults.push(...(await axe(page, `${name}-${theme}-${language}`, rules)));
  }
  return faults;
}

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const CONTRAST = { type: "rule", values: ["color-contrast"] };
/** What only appears is there. Waiting for it can take for ever: a browser without windows may stop drawing. */
const END_ANIMATIONS = "for (const each of document.getAnimations()) each.finish()";

async function axe(page: Page, name: string, rules: typeof RULES | typeof CONTRAST): Promise<string[]> {
  // Through the browser's own console, which the page's policy does not bind.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  await page.evaluate(END_ANIMATIONS);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  // What stands behind an open dialog can be used by nobody, and is looked at as a view.
  const where = `document.querySelector("dialog[open]") ?? document`;
  const run = `axe.run(${where}, ${options}).then((result) => result.violations)`;
  const violations = (await page.evaluate(run)) as Violation[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${name}: ${id}: ${nodes
          .map((node) => `${node.html.slice(0, 160)} (${node.failureSummary?.slice(0, 240)})`)
          .slice(0, 3)
          .join(" | ")}`,
    );
}
