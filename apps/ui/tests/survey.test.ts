// Why: a survey is begun with its price in sight, watched, and judged with its evidence; what a person accepts binds what
// was translated before, and all of it can be taken back.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, ask, finish, type Imported, importText } from "./setup.ts";

const BOOK = `Chapter One

Old Tobias Wren carried the moonglass lantern up the hill.

"Wren, is it lit?" called Marta Quill from the gate.

Nobody answered her, and the moonglass lantern swung in the wind.
`;
const SAID: Record<string, string> = {
  "Chapter One": "第一章",
  "Old Tobias Wren carried the moonglass lantern up the hill.": "老托拜厄斯·雷恩提着灯笼上了山。",
  '"Wren, is it lit?" called Marta Quill from the gate.': "“雷恩，点着了吗？”玛尔塔·奎尔在门口喊道。",
  "Nobody answered her, and the moonglass lantern swung in the wind.": "没有人回答她，灯笼在风中摇晃。",
};

/** Finds what is in the text, and one thing that is not. */
function survey(all: string): Reply {
  const lines = [...all.matchAll(/^\[ID: ([^\]]+)\] (.*)$/gm)].map(([, id = "", text = ""]) => ({ id, text }));
  const where = (word: string) => lines.filter(({ text }) => text.includes(word)).map(({ id }) => id);
  return {
    calls: [
      {
        name: "submit_survey",
        arguments: {
          terms: [
            {
              source: "moonglass",
              translation: "月光玻璃",
              kind: "item",
              note: "a rare glass",
              evidence: where("moonglass"),
            },
            { source: "dragonsteel", translation: "龙钢", kind: "item", evidence: where("hill") },
          ],
          characters: [
            { name: "Tobias Wren", translation: "托拜厄斯·雷恩", evidence: where("Tobias Wren"), facts: [] },
            { name: "Wren", translation: "雷恩", evidence: where("Wren"), facts: [] },
            { name: "Marta Quill", translation: "玛尔塔·奎尔", evidence: where("Marta Quill"), facts: [] },
          ],
          summaries: [],
        },
      },
    ],
  };
}

function script({ all, tools }: Asked): Reply {
  if (tools.includes("submit_survey")) return survey(all);
  const paragraphs = workItems(all).map(({ id, text }) => ({
    paragraph_id: id,
    translated_text: SAID[text] ?? "译文。",
  }));
  return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
}

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;
let book: Imported;

interface Known {
  source?: string;
  name?: { source: string };
  translation?: string;
  standing: string;
}
const known = async (what: "terms" | "characters") =>
  (await ask<{ items: Known[] }>(program, "GET", `/books/${book.id}/${what}`)).items;
const standing = async (source: string) => (await known("terms")).find((term) => term.source === source);
const card = (source: string) => tab.page.getByRole("article").filter({ hasText: source });

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  await addModel(program, "script", model.address);
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  const { run } = await ask<{ run: string }>(program, "POST", `/books/${book.id}/runs`, { model: "script" });
  await finish(program, run);
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

it("is begun with its estimate in sight, and shows what it brings and what it drops", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/knowledge/proposals`);
  await page.getByText("No proposals are waiting.").waitFor();
  await page.getByRole("button", { name: "Survey the book" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/\d+ pieces? of \d+ chapters?/).waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();

  await page.getByRole("heading", { name: "Survey", exact: true }).waitFor();
  await page.getByText("finished", { exact: true }).first().waitFor();
  const brought = page.getByRole("region", { name: "Results by piece" });
  await brought.getByText(/1 term, \d+ characters, 1 left out/).click();
  await brought.getByText("moonglass").waitFor();
  await brought.getByText("dragonsteel").waitFor();
  await page.getByRole("link", { name: "Review the proposals" }).click();
});

it("shows each proposal with the words it rests on", async () => {
  const proposal = card("moonglass").first();
  await proposal.getByText("Old Tobias Wren carried the moonglass lantern up the hill.").waitFor();
  expect(await card("dragonsteel").count()).toBe(0);
  expect((await standing("moonglass"))?.standing).toBe("proposed");
});

it("accepts one with another translation, and what was translated otherwise becomes work", async () => {
  const { page } = tab;
  const field = page.getByLabel("Translation of moonglass");
  await field.fill("月华琉璃");
  await field.press("Enter");
  const said = page.locator(".toast", { hasText: "1 proposal decided." });
  await said.waitFor();
  await field.waitFor({ state: "detached" });
  expect(await standing("moonglass")).toMatchObject({ translation: "月华琉璃", standing: "confirmed" });
  await page.getByRole("link", { name: "Chapters" }).click();
  await page.getByText("2 outdated").first().waitFor();
  await page.goto(`${program.address}/#/books/${book.id}/chapters/${book.chapters[0]}`);
  await page.getByLabel("Show", { exact: true }).selectOption("stale");
  await page.getByText("outdated: a term or name was decided differently").nth(1).waitFor();
  expect(await page.locator("article.paragraph").count()).toBe(2);
  await page.getByRole("link", { name: "Glossary & notes" }).click();
  await page.getByRole("link", { name: "Proposals" }).click();
});

it("joins a proposal to another, judges with the keyboard and many at once, and undoes it", async () => {
  const { page } = tab;
  const short = page.getByLabel("Select Wren", { exact: true });
  await short.waitFor();
  await card("Wren").filter({ has: short }).getByRole("button", { name: "Merge" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Tobias Wren/ }).click();
  await short.waitFor({ state: "detached" });

  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: "Accept selected" }).click();
  await page.getByText("No proposals are waiting.").waitFor();
  const people = await known("characters");
  expect(
    people
      .filter((person) => person.standing === "confirmed")
      .map((person) => person.name?.source)
      .sort(),
  ).toEqual(["Marta Quill", "Tobias Wren"]);
  await page.keyboard.press("u");
  await page.getByLabel("Select Marta Quill").waitFor();
  await page.keyboard.press("x");
  await expect
    .poll(async () => (await known("characters")).some((person) => person.standing === "rejected"))
    .toBe(true);
  expect(tab.complaints).toEqual([]);
});
