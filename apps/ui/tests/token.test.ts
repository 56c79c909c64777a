// Why: a library that asks for its token shows nothing before it has it, and is comfortable after.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";

const TOKEN = "a-token-that-is-long-enough";
let program: Program;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  program = await startProgram(["--token", TOKEN]);
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

it("lets in whoever has the token, and remembers them", async () => {
  const { page } = tab;
  await page.goto(program.address);
  await page.getByLabel("Token").fill("a-wrong-token-of-some-length");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByText("This token is not valid.").waitFor();
  await page.getByLabel("Token").fill(TOKEN);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByText("Drop a book here").waitFor();
  await page.reload();
  await page.getByText("Drop a book here").waitFor();
  expect(await page.evaluate(() => document.cookie)).not.toContain(TOKEN);
  expect(tab.complaints).toEqual([]);
});

it("lets in whoever opens the printed link, and takes the token out of the address", async () => {
  const other = await startProgram(["--new-token"]);
  try {
    expect(other.link).toContain("?token=");
    const { page, complaints } = await openTab(browser);
    await page.goto(other.link);
    await page.getByText("Drop a book here").waitFor();
    expect(page.url()).not.toContain("token");
    await page.goto(other.address);
    await page.getByText("Drop a book here").waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await other.end();
  }
});
