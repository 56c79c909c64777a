// Why: a model is added, seen to work, priced and removed in one place, and only one that works becomes the default.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { ask } from "./setup.ts";

/** Calls whatever tool it is offered. */
const script = ({ tools }: Asked): Reply => ({
  text: "Hello.",
  calls: tools.slice(0, 1).map((name) => ({ name, arguments: {} })),
});

let program: Program;
let model: ModelServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  program = await startProgram();
  model = await startModel(script);
  browser = await openBrowser();
  tab = await openTab(browser);
  await tab.page.goto(`${program.address}/#/settings/models`);
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await program?.end();
});

const settings = () => ask<{ default_model: string | null }>(program, "GET", "/settings");

async function add(name: string, address: string) {
  const { page } = tab;
  await page.getByRole("combobox", { name: /^Service/ }).selectOption("");
  await page.getByLabel("Endpoint URL").fill(address);
  await page.getByLabel("Display name").fill(name);
  await page.getByRole("combobox", { name: /^Model/ }).fill("script");
  await page.getByLabel("Key", { exact: true }).fill("k");
  await page.getByRole("button", { name: "Add and test" }).click();
}

it("makes a model the default only when its test passes", async () => {
  const { page } = tab;
  await add("broken", "http://127.0.0.1:9/v1");
  await page.getByText(/“broken\/script” was added, but the test failed/).waitFor();
  expect((await settings()).default_model).toBeNull();
  await add("works", model.address);
  await page.getByText("“works/script” works and was added.").waitFor();
  expect((await settings()).default_model).toBe("works/script");
});

it("puts a wrong address right, keeps the key, and tests again", async () => {
  const { page } = tab;
  const row = page.getByRole("listitem").filter({ hasText: "broken/script" });
  await row.getByText(/^Does not work/).waitFor();
  await row.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “broken/script”" });
  await dialog.getByLabel("Endpoint URL").fill(model.address);
  await dialog.getByLabel(/^New key/).fill("k");
  await dialog.getByRole("button", { name: "Save and test" }).click();
  await page.getByText("“broken/script” was saved and works.").waitFor();
  await dialog.waitFor({ state: "detached" });
});

it("takes a price, and removes what was added", async () => {
  const { page } = tab;
  const row = page.getByRole("listitem").filter({ hasText: "works/script" });
  await row.getByText("Price unknown").waitFor();
  await row.getByRole("button", { name: /^Set price/ }).click();
  await row.getByLabel("Input, USD per million tokens").fill("2");
  await row.getByLabel("Output, USD per million tokens").fill("8");
  await row.getByRole("button", { name: "Save" }).click();
  await row.getByText("$2.00 input, $8.00 output per million tokens").waitFor();
  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  expect(tab.complaints).toEqual([]);
});
