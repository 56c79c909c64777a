// Why: a model may ask a person in the middle of a run; the answer is given on the page and reaches the model.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { addModel, type Imported, importText } from "./setup.ts";

const BOOK = `Chapter One

The lamp went out before midnight.

Nobody in the street saw it happen.
`;
const SAID: Record<string, string> = {
  "Chapter One": "第一章",
  "The lamp went out before midnight.": "午夜之前，灯熄了。",
  "Nobody in the street saw it happen.": "街上没有一个人看见。",
};

/** Asks first, and submits the whole chunk once it was answered. */
function script({ all }: Asked): Reply {
  if (!all.includes("Keep it a lamp")) {
    return {
      text: "I should ask.",
      calls: [
        {
          name: "ask_user",
          arguments: { question: "Is the lamp a lantern?", choices: ["Keep it a lamp", "A lantern"] },
        },
      ],
    };
  }
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

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  await addModel(program, "script", model.address);
  book = await importText(program, "lamp.txt", BOOK, "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
  // A system that shows what it is told, behind a window that is not looked at.
  await tab.context.addInitScript(() => {
    const notices: string[] = [];
    class Notice {
      static permission = "granted";
      constructor(_title: string, { body }: { body: string }) {
        notices.push(body);
      }
    }
    Object.assign(globalThis, { notices, Notification: Notice });
    Object.defineProperty(document, "hidden", { get: () => true });
    localStorage.setItem("tsumugi.notify", "on");
  });
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

it("starts a run with its estimate in sight, and answers the model's question", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}`);
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("script");
  await dialog.getByText(/\d+ paragraphs? in \d+ chunks?/).waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();

  await page.getByRole("heading", { name: "Question from the model" }).waitFor();
  await page.getByText("Is the lamp a lantern?").first().waitFor();

  // In every other view, too, one sees that somebody waits.
  await page.getByRole("link", { name: "Cost" }).click();
  await page.getByRole("link", { name: /^Run 1 Question from the model/ }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  const notices = () => page.evaluate(() => (globalThis as unknown as { notices: string[] }).notices);
  await expect.poll(notices).toContain("Question from the model");
  await page.getByRole("link", { name: /^Run 1/ }).click();
  await page.getByRole("button", { name: "Keep it a lamp" }).click();
  await page.getByRole("region", { name: "Accepted paragraphs" }).getByText("午夜之前，灯熄了。").waitFor();
  await page.getByText("finished", { exact: true }).first().waitFor();
  expect(model.asked.some(({ all }) => all.includes("Keep it a lamp"))).toBe(true);
  expect(tab.complaints).toEqual([]);
});
