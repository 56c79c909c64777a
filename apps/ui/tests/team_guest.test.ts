// Why: somebody can be invited to one book: the owner does so on the page and finds it in the log, and the guest's page is live.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { ask, type Imported, importText } from "./setup.ts";
import { PASSWORD, startTeam, type Team } from "./team_setup.ts";

let team: Team;
let browser: Browser;
let lamp: Imported;

beforeAll(async () => {
  team = await startTeam();
  lamp = await importText(team.owner.program, "lamp.txt", "Chapter One\n\nThe lamp went out.\n", "zh-Hans");
  await importText(team.owner.program, "other.txt", "Chapter One\n\nAnother book.\n", "zh-Hans");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await team?.program.end();
});

it("a guest of one book sees it live and no other, and owners find what was given in the log", async () => {
  const { page: owner, complaints } = await team.owner.open(browser);
  await owner.goto(`${team.program.address}/#/settings/people`);
  await owner.getByRole("combobox", { name: "Role", exact: true }).selectOption("translator");
  await owner.getByRole("combobox", { name: "For", exact: true }).selectOption({ label: "lamp" });
  await owner.getByRole("button", { name: "Create link" }).click();
  const link = (await owner.locator("code").textContent()) ?? "";
  await owner.getByText("Translator · lamp").waitFor();

  const { page: guest } = await openTab(browser);
  const refused: string[] = [];
  await guest.goto(link);
  await guest.getByLabel("Your name").fill("Gus");
  await guest.getByLabel("Login name").fill("gus");
  await guest.getByLabel("Password").fill(PASSWORD);
  guest.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
  await guest.getByRole("button", { name: "Join" }).click();
  await guest.goto(`${team.program.address}/#/`);
  await guest.getByText("lamp").first().waitFor();
  expect(await guest.getByText("other", { exact: true }).count()).toBe(0);
  await guest.goto(`${team.program.address}/#/books/${lamp.id}/chapters/${lamp.chapters[0]}`);
  await guest.locator("article").first().waitFor();
  const path = `/books/${lamp.id}/chapters/${lamp.chapters[0]}/paragraphs`;
  const { items } = await ask<{ items: { paragraph_id: string; text: string }[] }>(team.owner.program, "GET", path);
  const last = items.findLast(({ text }) => text.includes("lamp"))?.paragraph_id;
  await ask(team.owner.program, "POST", `/books/${lamp.id}/paragraphs/${last}/versions`, { text: "灯熄了。" });
  await guest.getByText("灯熄了。").first().waitFor();
  expect(refused, "the page asks for nothing that a guest may not have").toEqual([]);

  await owner.reload();
  await owner.getByLabel("Role of Gus in lamp").selectOption("reader");
  await owner.getByLabel("Another role of Gus in one book").selectOption({ label: "other" });
  await owner.getByLabel("Role of Gus in other").waitFor();
  await owner.goto(`${team.program.address}/#/settings/audit`);
  const entry = (text: string) => owner.getByRole("listitem").filter({ hasText: text });
  await entry("Olive changed a role Gus · Reader · lamp").waitFor();
  await entry("Olive changed a role Gus · Translator · other").waitFor();
  await entry("Olive invited someone Translator · lamp").waitFor();
  await entry("Gus joined").waitFor();
  expect(complaints).toEqual([]);
});
