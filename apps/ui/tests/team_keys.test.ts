// Why: an owner gives the library a key on the page; it is sealed, used at once, and never seen again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { ask } from "./setup.ts";
import { startTeam, type Team } from "./team_setup.ts";

const KEY = "sk-very-secret-0123456789";
let team: Team;
let browser: Browser;

beforeAll(async () => {
  team = await startTeam([], { TSUMUGI_MASTER_KEY: "0123456789abcdef".repeat(4) });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await team?.program.end();
});

const keyOf = async (model: string) => {
  const { items } = await ask<{ items: { name: string; key: string }[] }>(
    team.owner.program,
    "GET",
    "/models?limit=1000",
  );
  return items.find(({ name }) => name.startsWith(model))?.key;
};

it("an owner sets and removes a key of the library", async () => {
  const { page, complaints } = await team.owner.open(browser);
  await page.goto(`${team.program.address}/#/settings/keys`);
  await page.getByText("The library has no keys yet.").waitFor();
  expect(await keyOf("deepseek/")).toBe("missing");
  await page.getByLabel("Service").selectOption("deepseek");
  await page.getByLabel("Key", { exact: true }).fill(KEY);
  await page.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "set by Olive" });
  await row.waitFor();
  expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
  expect(await page.content()).not.toContain(KEY);
  expect(await keyOf("deepseek/"), "used at once").toBe("present");
  for (const file of ["library.tsumugi", "library.tsumugi-wal"]) {
    expect(readFileSync(join(team.program.folder, file)).includes(KEY), file).toBe(false);
  }
  await row.getByRole("button", { name: "Remove" }).click();
  await row.getByRole("button", { name: "Remove now" }).click();
  await page.getByText("The library has no keys yet.").waitFor();
  expect(await keyOf("deepseek/")).toBe("missing");
  expect(complaints).toEqual([]);
});
