// Why: the assistant changes what a book knows only in sight of the person: as a difference with a way back, and after
// asking where something goes away.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, type Imported, importText } from "./setup.ts";

/** What a model may write, some of it hostile. */
const MARKDOWN = [
  "**Names** and `code`:",
  "",
  "| source | translation |",
  "|---|---|",
  "| lamp | 灯 |",
  "",
  '<img src=x onerror="document.title=1"> [bad](javascript:document.title=1) [good](https://example.org/)',
].join("\n");

/** One call for each request, then a sentence. */
function script({ messages }: Asked): Reply {
  const last = messages.at(-1);
  const request = String(messages.findLast((message) => message.role === "user")?.content ?? "");
  if (last?.role !== "user") return { text: "Done as you wished." };
  if (request.includes("lantern"))
    return { calls: [{ name: "update_term", arguments: { term: "lamp", translation: "灯笼" } }] };
  if (request.includes("forget")) return { calls: [{ name: "delete_term", arguments: { term: "lamp" } }] };
  if (request.includes("table")) return { text: MARKDOWN };
  return { text: "I do not know." };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;
const terms = async () =>
  (await ask<{ items: { translation: string }[] }>(program, "GET", `/books/${book.id}/terms`)).items;

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  await addModel(program, "script", model.address);
  book = await importText(program, "lamp.txt", "Chapter One\n\nThe lamp went out before midnight.\n", "zh-Hans");
  await ask(program, "POST", `/books/${book.id}/terms`, { source: "lamp", translation: "灯", standing: "proposed" });
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

async function say(words: string) {
  const { page } = tab;
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.keyboard.press("Enter");
}

it("changes a term and shows the difference, which can be undone", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.locator("article.active").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByText("Context: ").waitFor();
  await say("Make the lamp a lantern, please.");
  const panel = page.getByRole("complementary", { name: "Assistant" });
  await panel.locator("ins", { hasText: "笼" }).waitFor();
  await panel.getByText("Done as you wished.").waitFor();
  expect((await terms()).map((term) => term.translation)).toEqual(["灯笼"]);
  expect(model.asked[0]?.all).toContain("Chapter One");

  await panel.getByRole("button", { name: "Undo" }).click();
  await panel.getByText("undone").waitFor();
  expect((await terms()).map((term) => term.translation)).toEqual(["灯"]);
});

it("asks before something goes away, and does nothing when told not to", async () => {
  const panel = tab.page.getByRole("complementary", { name: "Assistant" });
  await say("Now forget the lamp.");
  await panel.getByText("Approve this change?").waitFor();
  await panel.getByRole("button", { name: "Deny" }).click();
  await panel.getByText("Done as you wished.").nth(1).waitFor();
  expect(await terms()).toHaveLength(1);
});

it("shows Markdown as text, tables and links, and nothing of it runs", async () => {
  const panel = tab.page.getByRole("complementary", { name: "Assistant" });
  await say("Show me a table.");
  await panel.locator("strong", { hasText: "Names" }).waitFor();
  await panel.getByRole("cell", { name: "灯" }).waitFor();
  expect(await panel.locator("img").count()).toBe(0);
  expect(await panel.locator("a", { hasText: "good" }).getAttribute("rel")).toContain("noopener");
  expect(await panel.locator("a", { hasText: "bad" }).count()).toBe(0);
  expect(await panel.textContent()).not.toContain("update_term");
});

it("keeps the conversation", async () => {
  const { page } = tab;
  await page.reload();
  await page.locator("article.active").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByLabel("Conversations").selectOption({ index: 1 });
  await page.getByRole("log", { name: "Assistant" }).getByText("Make the lamp a lantern, please.").waitFor();
  expect(tab.complaints).toEqual([]);
});
