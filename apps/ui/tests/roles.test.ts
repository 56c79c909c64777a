// Why: nobody is offered what the server would refuse them. A reader and a translator walk through every view; whatever can be
// pressed there is known by name, and whatever a reader can press is pressed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { sample } from "./program.ts";
import { ask, finish, type Imported, importBook } from "./setup.ts";
import { type Member, startTeam, type Team } from "./team_setup.ts";

let team: Team;
let browser: Browser;
let book: Imported;
let reader: Member;
let tara: Member;
let chapter: string;
let run: string;

beforeAll(async () => {
  team = await startTeam();
  const { owner } = team;
  book = await importBook(owner.program, sample("the-lamplighters-ledger.epub"), "zh-Hans");
  reader = await team.invite("Rita", "reader");
  tara = await team.invite("Tara", "translator");
  run = (await ask<{ run: string }>(owner.program, "POST", `/books/${book.id}/runs`, { model: "rehearsal" })).run;
  await finish(owner.program, run);
  await learn();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await team?.program.end();
});

/** Something to press in every view, for whoever may. */
async function learn() {
  const [of, { program }] = [`/books/${book.id}`, team.owner];
  const { chapters } = await ask<{ chapters: { id: string; n_work: number }[] }>(program, "GET", of);
  chapter = chapters.find(({ n_work }) => n_work > 10)?.id ?? "";
  type Items = { items: { paragraph_id: string; is_empty: boolean; text: string }[] };
  const { items } = await ask<Items>(program, "GET", `${of}/chapters/${chapter}/paragraphs`);
  const plain = items.filter(({ is_empty, text }) => !is_empty && !text.includes("<"));
  const write = (member: Member, nth: number, text: string) =>
    ask<{ paragraph: { version: string } }>(
      member.program,
      "POST",
      `${of}/paragraphs/${plain[nth]?.paragraph_id}/versions`,
      { text },
    );
  const { paragraph } = await write(team.owner, 0, "一二三 4567");
  await ask(program, "PUT", `${of}/paragraphs/${plain[0]?.paragraph_id}/review`, { state: "approved" });
  const suggested = { text: "另一种", based_on: paragraph.version };
  await ask(tara.program, "POST", `${of}/paragraphs/${plain[0]?.paragraph_id}/versions`, suggested);
  await write(tara, 1, "她的话");
  await ask(program, "POST", `${of}/paragraphs/${plain[1]?.paragraph_id}/comments`, { text: "Really?" });
  await ask(program, "POST", `${of}/terms`, { source: "lamp", translation: "灯", standing: "confirmed" });
  await ask(program, "POST", `${of}/terms`, { source: "ledger", translation: "账簿", standing: "proposed" });
  const name = { source: "Ansel", translation: "安瑟尔" };
  await ask(program, "POST", `${of}/characters`, { name, standing: "confirmed" });
  await ask(program, "POST", `${of}/memories`, { text: "Keep it dry.", about: "series", standing: "confirmed" });
  await ask(program, "PUT", `${of}/summaries/${chapter}`, { text: "A lamp goes out." }).catch(() => undefined);
  await ask(program, "POST", `${of}/check`);
}

const views = () => [
  "#/",
  "#/work",
  "#/notices",
  "#/series",
  ...["models", "keys", "defaults", "prompts", "about", "budget", "account", "people"].map(
    (part) => `#/settings/${part}`,
  ),
  `#/books/${book.id}`,
  `#/books/${book.id}/chapters/${chapter}`,
  `#/books/${book.id}/runs/${run}`,
  ...["terms", "characters", "memories", "summaries", "proposals", "drift"].map(
    (part) => `#/books/${book.id}/knowledge/${part}`,
  ),
  ...["findings", "paragraphs", "report"].map((part) => `#/books/${book.id}/review/${part}`),
  ...["cost", "export", "history", "team", "team/comments", "team/activity"].map(
    (part) => `#/books/${book.id}/${part}`,
  ),
];

/** What may be pressed or written into by everybody who reads: looking, one's own account, and comments. */
const READING =
  /^(Comment c|Versions: \d+ v|Check the book|Check completeness|Log out|End|Create token|Change password|Save|Mark all as read|Show more|(Previous|Next) finding|Chapter \d+: .*)$/;
/** And by everybody who translates. */
const TRANSLATING =
  /^(Edit e|Suggest e|Reviewed d|Needs work t|Ignore|Resolve|Export and download|Undo…|Mark all as reviewed)$/;

/** Opens a view and gives the names of all that can be pressed in it. */
async function pressable(page: Page, hash: string): Promise<string[]> {
  await page.goto(`${team.program.address}/${hash}`);
  await page.locator("main h1").first().waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  await page.waitForTimeout(250);
  return page
    .locator("main")
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>("button, input[type=file]")]
        .filter((each) => !each.matches(":disabled") && each.checkVisibility())
        .map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").replace(/\s+/g, " ").trim()),
    );
}

/** Everything the server refuses from now on. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`);
  });
  return refused;
}

it("a reader meets nothing that the server refuses", async () => {
  const { page, complaints } = await reader.open(browser);
  const refused = refusals(page);
  const odd: string[] = [];
  for (const hash of views()) {
    const names = await pressable(page, hash);
    odd.push(...names.filter((name) => !READING.test(name)).map((name) => `${hash}: ${name}`));
    for (const name of names.filter((each) => !/^(Log out|End|Create token|Change password)$/.test(each))) {
      const button = page.locator("main").getByRole("button", { name, exact: true }).first();
      if (await button.isVisible()) await button.click();
      await page.keyboard.press("Escape");
    }
  }
  // The keys of what is not offered do nothing either.
  await page.goto(`${team.program.address}/#/books/${book.id}/chapters/${chapter}`);
  await page.locator("article.active").waitFor();
  for (const key of ["e", "a", "x", "d", "t", "y", "l", "r", "f", "w", "u", "Control+k"])
    await page.keyboard.press(key);
  expect(await page.locator("textarea, dialog[open], aside").count()).toBe(0);
  expect(odd).toEqual([]);
  expect(refused).toEqual([]);
  expect(complaints).toEqual([]);
});

it("a translator meets what a translator may do, and nothing else", async () => {
  const { page } = await tara.open(browser);
  const refused = refusals(page);
  const found = new Map<string, string[]>();
  for (const hash of views()) found.set(hash, await pressable(page, hash));
  const odd = [...found].flatMap(([hash, names]) =>
    names.filter((name) => !READING.test(name) && !TRANSLATING.test(name)).map((name) => `${hash}: ${name}`),
  );
  expect(odd).toEqual([]);
  const at = (part: string) => found.get(`#/books/${book.id}${part}`) ?? [];
  expect(at("/export")).toContain("Export and download");
  expect(at("/history").filter((name) => name.startsWith("Undo")).length, "their own change").toBe(2);
  expect(at("/review/findings")).toContain("Ignore");
  // The first paragraph is approved: they suggest, and decide nothing.
  expect(at(`/chapters/${chapter}`)).toContain("Suggest e");
  expect(at(`/chapters/${chapter}`)).not.toContain("Accept a");
  await page.goto(`${team.program.address}/#/books/${book.id}/chapters/${chapter}`);
  await page
    .locator("article.active")
    .getByRole("button", { name: /^Versions/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("suggestion", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: /Use this|Clear/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  for (const key of ["a", "x", "d", "y"]) await page.keyboard.press(key);
  expect(refused).toEqual([]);
});

it("an owner meets all of it", async () => {
  const { page } = await team.owner.open(browser);
  const offers = async (hash: string, name: string) => expect(await pressable(page, hash)).toContain(name);
  await offers(`#/books/${book.id}`, "Translate");
  await offers(`#/books/${book.id}/knowledge/terms`, "Add a term");
  await offers(`#/books/${book.id}/review`, "Fix…");
  await offers(`#/books/${book.id}/export`, "Export and download");
});
