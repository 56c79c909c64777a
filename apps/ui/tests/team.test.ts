// Why: two people in two browsers: one owns the library and invites, the other joins and may only do what a reader may.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";

const PASSWORD = "correct horse battery";
let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram(["--team"]);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

it("the owner invites, the other joins, and a reader may not edit", async () => {
  const { page: owner } = await openTab(browser);
  const enter = async (page: typeof owner, name: string, login: string) => {
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Login name").fill(login);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Join" }).click();
  };
  expect(program.link).toContain("#/join/");
  await owner.goto(program.link);
  await enter(owner, "Olive", "olive");
  await owner.getByText("Drop a book here").waitFor();
  expect(owner.url()).not.toContain("join");
  await owner.locator("input[type=file]").first().setInputFiles(sample("the-lamplighters-ledger.txt"));
  await owner.getByText("the-lamplighters-ledger").first().waitFor();

  await owner.goto(`${program.address}/#/settings/people`);
  await owner.getByRole("combobox", { name: "Role", exact: true }).selectOption("reader");
  await owner.getByRole("button", { name: "Create link" }).click();
  const invitation = (await owner.locator("code").textContent()) ?? "";
  const { page: reader } = await openTab(browser);
  await reader.goto(program.address);
  await reader.getByLabel("Login name").waitFor();
  await reader.goto(invitation);
  await enter(reader, "Rita", "rita");
  await reader.getByText("the-lamplighters-ledger").first().waitFor();

  const books = await reader.evaluate(async () => (await fetch("/api/v1/books")).json());
  const book = books.items[0].id as string;
  const status = (method: string, path: string) =>
    reader.evaluate(
      async ([method, path]) => {
        const headers = { "x-tsumugi": "1", "content-type": "application/json" };
        return (await fetch(path ?? "", { method: method ?? "", headers, body: "{}" })).status;
      },
      [method, path],
    );
  expect(await status("PATCH", `/api/v1/books/${book}`)).toBe(403);
  expect(await status("POST", "/api/v1/invitations")).toBe(403);

  await owner.reload();
  await owner.getByLabel("Role of Rita").waitFor();
  await owner.getByRole("listitem").filter({ hasText: "Rita" }).getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("button", { name: "Remove now" }).click();
  await owner.getByLabel("Role of Rita").waitFor({ state: "detached" });
  await reader.reload();
  await reader.getByLabel("Login name").waitFor();
});
