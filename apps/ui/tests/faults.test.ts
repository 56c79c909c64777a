// Why: what must not happen to anyone again, each with the fault it was: dead ends, stale views, dead links, limits that
// mean nothing, counts that lie, demands that call themselves optional.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, finish, type Imported, importText, rehearse } from "./setup.ts";

const LINES = ["The lamp went out.", "Nobody saw it go.", "The lamp was lit again.", "Morning came late."];
const BOOK = `Chapter One\n\n${LINES.join("\n\n")}\n\nChapter Two\n\nThe end of the lamp.\n`;

const TRANSLATED: Record<string, string> = {
  "Chapter One": "第一章",
  "Chapter Two": "第二章",
  "The lamp went out.": "灯熄灭了。",
  "Nobody saw it go.": "没有人看见它熄灭。",
  "The lamp was lit again.": "灯又点亮了。",
  "Morning came late.": "早晨来得很晚。",
  "The end of the lamp.": "灯的结局。",
  "The ferry was late.": "渡船晚点了。",
};

/** Submits everything it is given twice, as models do that do not trust themselves. */
function script({ all }: Asked): Reply {
  const paragraphs = workItems(all).map(({ id, text }) => ({
    paragraph_id: id,
    translated_text: TRANSLATED[text] ?? text,
  }));
  const call = { name: "add_translation_batch", arguments: { paragraphs } };
  return { calls: [call, call] };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

const open = async (page: Page, address: string) => {
  await page.goto(`${program.address}/${address}`);
  await page.reload();
};

it("hears of a run that ended before the page had begun to listen", async () => {
  const { page } = tab;
  let listen = () => {};
  const held = new Promise<void>((resolve) => {
    listen = resolve;
  });
  await page.route("**/api/v1/events", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, `#/books/${book.id}`);
  await page.getByText(/^0 of \d+ paragraphs/).waitFor();
  await rehearse(program, book.id);
  listen();
  await page.getByText("Rehearsal: placeholder text, not a translation.").waitFor();
  await page.unroute("**/api/v1/events");
});

it("translates in earnest after a rehearsal, without a dead end", async () => {
  const { page } = tab;
  await addModel(program, "script", model.address);
  await open(page, `#/books/${book.id}`);
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("script");
  await dialog.getByText("The rehearsal text is replaced by real translations.").waitFor();
  await dialog.getByText(/7 paragraphs in \d+ chunks?/).waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.getByText(/^Finished: 7 of 7 paragraphs done\./).waitFor();
});

it("counts a paragraph that was accepted twice once", async () => {
  const { page } = tab;
  await page.getByText("7 of 7", { exact: true }).waitFor();
  const accepted = page.getByRole("region", { name: "Accepted paragraphs" }).getByRole("listitem");
  expect(await accepted.count()).toBeLessThanOrEqual(7);
  await page.reload();
  await page.getByText("7 of 7", { exact: true }).waitFor();
});

it("follows a link into the chapter that is open, also twice", async () => {
  const { page } = tab;
  await open(page, `#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.active", { hasText: "Chapter One" }).waitFor();
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill("Morning");
    await dialog.getByRole("button", { name: "Search" }).click();
    await dialog.getByRole("link", { name: /Morning came late/ }).click();
    await page.locator("article.active", { hasText: "Morning came late." }).waitFor();
    await page.keyboard.press("k");
    await page.locator("article.active", { hasText: "The lamp was lit again." }).waitFor();
  }
});

it("asks for the price of a model before it takes a limit in money", async () => {
  const { page } = tab;
  await addModel(program, "faraway", "https://models.invalid/v1");
  await open(page, `#/books/${book.id}`);
  await page.getByRole("button", { name: "Polish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: "Start" });
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("faraway");
  await dialog.getByText("Price unknown").waitFor();
  await dialog.getByLabel("Budget limit (USD)").fill("1");
  const asked = dialog.getByRole("alert");
  await asked.getByText(/the price of faraway is unknown/i).waitFor();
  expect(await start.isDisabled()).toBe(true);
  await asked.getByRole("button", { name: "Remove the limit" }).click();
  await asked.waitFor({ state: "detached" });
  expect(await start.isEnabled()).toBe(true);

  await dialog.getByLabel("Budget limit (USD)").fill("1");
  await asked.getByLabel("Input, USD per million tokens").fill("2");
  await asked.getByLabel("Output, USD per million tokens").fill("8");
  await asked.getByRole("button", { name: "Save" }).click();
  await asked.waitFor({ state: "detached" });
  await dialog.getByText(/\$0\.\d+ to \$0\.\d+/).waitFor();
  expect(await start.isEnabled()).toBe(true);
  await page.keyboard.press("Escape");
});

it("says at its limit what the rest may cost, and shows the run's own limit after it was raised", async () => {
  const { page } = tab;
  await addModel(program, "dear", model.address);
  const price = { name: "dear/script", usd_per_million_input: 1_000, usd_per_million_output: 1_000 };
  await ask(program, "PATCH", "/models", price);
  const money = await importText(program, "money.txt", `${BOOK}\n`, "zh-Hans");
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${money.id}/runs`, {
    model: "dear/script",
    max_cost_micros: 10_000,
  });
  await finish(program, run);
  await open(page, `#/books/${money.id}/runs/${run}`);
  await page.getByText(/The budget limit was reached\./).waitFor();
  await page.getByText(/The rest may cost up to \$\d+\.\d+; a limit of \$\d+\.\d+ in all finishes it\./).waitFor();
  await page.getByText("of $0.01 limit").waitFor();
  await page.getByRole("button", { name: /^Use \$/ }).click();
  const raised = await page.getByLabel("Budget limit (USD)").inputValue();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText(/^Finished: 7 of 7 paragraphs done\./).waitFor();
  await page.getByText(`of $${Number(raised).toFixed(2)} limit`).waitFor();
  await page.reload();
  await page.getByText(`of $${Number(raised).toFixed(2)} limit`).waitFor();
});

it("shows a run with source and translation, and what was left with its words", async () => {
  const { page } = tab;
  const accepted = page.getByRole("region", { name: "Accepted paragraphs" });
  await accepted.getByText("The lamp went out.").first().waitFor();
  await accepted.getByText("灯熄灭了。").first().waitFor();
});

it("shows the sentences of the book that a run is of, after another book's run was shown", async () => {
  const { page } = tab;
  const ferry = await importText(program, "ferry.txt", "Chapter One\n\nThe ferry was late.\n", "zh-Hans");
  const idOf = async (which: Imported, at: number) => {
    const path = `/books/${which.id}/chapters/${which.chapters[0]}/paragraphs`;
    const { items } = await ask<{ items: { paragraph_id: string }[] }>(program, "GET", path);
    return items[at]?.paragraph_id;
  };
  expect(await idOf(ferry, 0)).toBe(await idOf(book, 0));
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${ferry.id}/runs`, { model: "script" });
  await finish(program, run);
  // The page is not loaded anew: what it knows of the first run is still there.
  await page.goto(`${program.address}/#/books/${ferry.id}/runs/${run}`);
  const accepted = page.getByRole("region", { name: "Accepted paragraphs" });
  await accepted.getByText("渡船晚点了。").first().waitFor();
  await accepted.getByText("The ferry was late.").first().waitFor();
  await page.goBack();
});

it("translates a book into its own language only when that is meant", async () => {
  const { page } = tab;
  const own = await importText(program, "own.txt", "A lamp was lit.\n\nThe door was shut, and nobody came.\n", "en");
  await open(page, `#/books/${own.id}`);
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("rehearsal");
  const start = dialog.getByRole("button", { name: "Start" });
  const meant = dialog.getByRole("checkbox", { name: /already in this language/ });
  await meant.waitFor();
  expect(await start.isDisabled()).toBe(true);
  await meant.check();
  await dialog.getByText(/2 paragraphs/).waitFor();
  await start.click();
  await page.waitForURL(/runs\//);
});

it("gives the focus back when a dialog closes", async () => {
  const { page } = tab;
  await open(page, `#/books/${book.id}`);
  const button = page.getByRole("button", { name: "Translate", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

it("asks for a reason before a finding is ignored, and says so first", async () => {
  const { page } = tab;
  const term = { source: "lamp", translation: "油灯", standing: "confirmed", strictness: "exact" };
  await ask(program, "POST", `/books/${book.id}/terms`, term);
  await open(page, `#/books/${book.id}/review`);
  await page.getByRole("button", { name: "Check the book" }).click();
  const finding = page.getByRole("article").filter({ hasText: "Glossary" }).first();
  await finding.locator("mark", { hasText: "lamp" }).first().waitFor();
  await finding.getByRole("button", { name: "Ignore" }).click();
  const reason = finding.getByLabel("Why this is fine");
  expect(await reason.getAttribute("required")).not.toBeNull();
  expect(await finding.getByRole("button", { name: "Ignore" }).isDisabled()).toBe(true);
  await finding.getByRole("button", { name: "Cancel" }).click();
});

it("keeps the findings of a book when one paragraph is redone", async () => {
  const { page } = tab;
  const count = page.getByRole("status").filter({ hasText: /^\d+ findings?$/ });
  const before = await count.textContent();
  const { items } = await ask<{ items: { paragraph_id: string }[] }>(
    program,
    "GET",
    `/books/${book.id}/chapters/${book.chapters[1]}/paragraphs`,
  );
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, {
    model: "script",
    again: true,
    paragraphs: [items[0]?.paragraph_id],
  });
  await finish(program, run);
  await page.reload();
  await count.waitFor();
  expect(await count.textContent()).toBe(before);
  await open(page, `#/books/${book.id}/chapters/${book.chapters[0]}`);
  const found = page
    .locator("article.paragraph")
    .filter({ has: page.getByText("Glossary", { exact: true }) })
    .first();
  await found.click();
  await found.locator(".source mark", { hasText: "lamp" }).waitFor();
  await found.getByText("A name or term of the source is not there in its agreed form").waitFor();
});

it("says in the report, too, what is wrong to a person and not to a model", async () => {
  const { page } = tab;
  await open(page, `#/books/${book.id}/review/report`);
  const worst = page.getByRole("region", { name: "The worst paragraphs" });
  await worst.getByText("A name or term of the source is not there in its agreed form").first().waitFor();
  await worst.getByText("Glossary", { exact: true }).first().waitFor();
});

it("shows the prompt for the language the book is translated into, in any language of the page", async () => {
  const { page } = tab;
  await page.evaluate(() => localStorage.setItem("tsumugi.language", "zh-Hans"));
  const japanese = await importText(program, "night.txt", "Chapter One\n\nThe night was long.\n", "ja");
  await open(page, "#/settings/prompts");
  await page.getByRole("combobox", { name: /^书/ }).selectOption(japanese.id);
  await page
    .getByText(/日语|日本語|Japanese/)
    .first()
    .waitFor();
  expect(await page.locator("pre").first().textContent()).not.toMatch(/简体中文|into Simplified Chinese/);
});

it("says in Chinese what happened and what failed, without a word of the terminal", async () => {
  const { page } = tab;
  await open(page, `#/books/${book.id}/history`);
  await page.getByText("添加术语：lamp → 油灯").waitFor();
  const rows = await page.locator("tbody tr").allTextContents();
  expect(rows.filter((row) => /added|edited|translation|memory|undo/.test(row))).toEqual([]);

  await open(page, "#/books/nothing-of-the-kind");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/[一-鿿]/);
  expect(await alert.textContent()).not.toMatch(/--|`|hint|os error/);
  await page.evaluate(() => localStorage.removeItem("tsumugi.language"));
});

it("gave the browser nothing to complain about", () => {
  expect(tab.complaints).toEqual([]);
});
