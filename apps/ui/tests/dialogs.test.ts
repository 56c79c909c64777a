// Why: every dialog and panel is opened, wide in English and narrow in Chinese, light and dark, and looked at by axe.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inBothThemes, openIn, type Prepared, prepare, putAway, SHORT_WALKS } from "./everyone.ts";
import { ask } from "./setup.ts";

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => putAway(prepared));

describe.each(SHORT_WALKS)("%s, %s", (size, language) => {
  it("dialogs and panels can be used by everyone, light and dark", async () => {
    const { page, context, complaints } = await openIn(prepared, size, language);
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

type Say = (key: string) => string;

/** What the page says in a language, for finding its buttons. */
function sentences(language: string): Say {
  const path = resolve(import.meta.dirname, `../src/i18n/languages/${language}.json`);
  const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return (key) => all[key] ?? key;
}

async function openView(page: Page, path: string) {
  await page.goto(`${prepared.program.address}/#/${path}`);
  await page.reload();
  await page.locator("h1").first().waitFor();
}

const ofBook = (path: string) => `books/${prepared.book.id}${path}`;
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
  model: async (page, say) => {
    await openView(page, "settings/models");
    await page
      .getByRole("button", { name: say("models.edit") })
      .first()
      .click();
  },
  "model-settings": async (page, say) => {
    await openView(page, "settings/models");
    await page
      .getByRole("button", { name: say("models.settings") })
      .first()
      .click();
    await page.getByRole("dialog").locator("form").waitFor();
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
  worklist: async (page) => {
    await openView(page, ofBook("/review/paragraphs?state=draft"));
    await page.locator("article.paragraph").first().waitFor();
  },
  transcript: async (page, say) => {
    await openView(page, ofBook(`/runs/${prepared.run}`));
    await page.locator("summary", { hasText: say("run.tasks") }).click();
    await page
      .getByRole("button", { name: say("run.transcript") })
      .first()
      .click();
    await page.getByRole("dialog").locator("li, article, p").first().waitFor();
  },
  "model-removal": async (page, say) => {
    const own = { name: "own", base_url: "http://127.0.0.1:9/v1", dialect: "openai", model: "m", key: "k" };
    await ask(prepared.program, "POST", "/models", own);
    await openView(page, "settings/models");
    const row = page.getByRole("listitem").filter({ hasText: "own/m" });
    await row.getByRole("button", { name: say("action.delete") }).click();
    await page.getByRole("dialog").waitFor();
  },
  token: async (page) => {
    // No other dialog is to find this model as its choice.
    await ask(prepared.program, "DELETE", "/models?name=own");
    await openView(page, "");
    await page.route("**/api/v1/**", (route) =>
      route.fulfill({
        status: 401,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 401, code: "token_required", detail: "…" }),
      }),
    );
    await page.goto(`${prepared.program.address}/#/${ofBook("/history")}`);
    await page.getByRole("dialog").locator("input[type=password]").waitFor();
    await page.unroute("**/api/v1/**");
  },
  conflict: async (page, say) => {
    await openChapter(page);
    await page.keyboard.press("e");
    await page.locator("textarea.book-text").fill("Mine.");
    const id = ((await page.locator("article.active").getAttribute("id")) ?? "").replace("paragraph-", "");
    const path = `/books/${prepared.book.id}/paragraphs/${id}`;
    const { version } = await ask<{ version: string | null }>(prepared.program, "GET", path);
    const text = `Theirs ${Date.now()}.`;
    await ask(prepared.program, "POST", `${path}/versions`, { text, based_on: version });
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: say("conflict.title") }).waitFor();
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
  await page.goto(`${prepared.program.address}/#/books/${prepared.book.id}/chapters/${prepared.book.chapters[1]}`);
  await page.reload();
  await page.locator("article.active").waitFor();
}
