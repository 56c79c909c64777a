// Why: a model is added, seen to work, priced and removed in one place, and only one that works becomes the default.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Asked, type ModelServer, OFFERED, type Reply, startModel, workItems } from "./model_server.ts";
import { type Program, startProgram } from "./program.ts";
import { ask } from "./setup.ts";

/** Calls whatever tool it is offered, and translates what it is given. */
const script = ({ tools, all }: Asked): Reply => {
  const paragraphs = workItems(all).map(({ id }) => ({ paragraph_id: id, translated_text: "雨停了。" }));
  return { text: "Hello.", calls: tools.slice(0, 1).map((name) => ({ name, arguments: { paragraphs } })) };
};

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

it("remembers the last test on the server, for every browser", async () => {
  const { items } = await ask<{ items: { name: string; tested: { works: boolean } | null }[] }>(
    program,
    "GET",
    "/models",
  );
  expect(items.find(({ name }) => name === "broken/script")?.tested?.works).toBe(true);
  const other = await openTab(browser);
  await other.page.goto(`${program.address}/#/settings/models`);
  const row = other.page.getByRole("listitem").filter({ hasText: "broken/script" });
  await row.getByText("Works", { exact: true }).waitFor();
  await other.context.close();
});

it("shows what the test found", async () => {
  const { page } = tab;
  interface Tested {
    thinking: boolean;
    structured_output: boolean | null;
    tokens_per_second: number | null;
  }
  const { items } = await ask<{ items: { name: string; tested: Tested | null }[] }>(program, "GET", "/models");
  const tested = items.find(({ name }) => name === "works/script")?.tested;
  const shown = (await page.getByRole("listitem").filter({ hasText: "works/script" }).textContent()) ?? "";
  expect(tested).toMatchObject({ thinking: expect.any(Boolean) });
  expect(shown.includes("thinks before it answers")).toBe(tested?.thinking);
  expect(shown.includes("keeps to a JSON schema")).toBe(tested?.structured_output === true);
  expect(shown.includes("tokens per second")).toBe((tested?.tokens_per_second ?? 0) > 0);
});

it("keeps how a model is asked, and forgets what is emptied", async () => {
  const { page } = tab;
  const row = page.getByRole("listitem").filter({ hasText: "works/script" });
  const dialog = page.getByRole("dialog", { name: "Settings of “works/script”" });
  const set = async () =>
    (await ask<{ set: Record<string, unknown> }>(program, "GET", "/models/settings?name=works/script")).set;
  await row.getByRole("button", { name: /^Settings/ }).click();
  await dialog.getByLabel("Longest pause in a reply").fill("10m");
  await dialog.getByLabel("Requests per minute").fill("30");
  await dialog.getByLabel("Context window, tokens").fill("32000");
  await dialog.getByLabel("Longest reply, tokens").fill("4000");
  await dialog.getByLabel("Temperature").fill("0.4");
  await dialog.getByLabel("Thinking").selectOption("low");
  await dialog.getByLabel("Delivery of the work").selectOption("lines");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings of “works/script” saved.").waitFor();
  expect(await set()).toMatchObject({
    timeout: "10m",
    requests_per_minute: 30,
    temperature: 0.4,
    thinking: "low",
    delivery: "lines",
    window: 32000,
    max_output: 4000,
  });
  await row.getByText("Numbered lines").waitFor();
  await row.getByRole("button", { name: /^Settings/ }).click();
  await dialog.getByLabel("Requests per minute").fill("");
  await dialog.getByLabel("Thinking").selectOption("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const left = await set();
  expect([left.requests_per_minute ?? null, left.thinking ?? null, left.temperature]).toEqual([null, null, 0.4]);
});

it("offers the names that the endpoint tells", async () => {
  const { page } = tab;
  await page.getByRole("combobox", { name: /^Service/ }).selectOption("works");
  await page.getByRole("combobox", { name: /^Model/ }).focus();
  const names = () =>
    page.locator("#known-models option").evaluateAll((all) => all.map((each) => each.getAttribute("value")));
  await expect.poll(names).toEqual(OFFERED);
});

it("keeps a proxy, headers and fields of the body, and never shows a secret again", async () => {
  const { page } = tab;
  const row = page.getByRole("listitem").filter({ hasText: "works/script" });
  const dialog = page.getByRole("dialog", { name: "Settings of “works/script”" });
  const kept = () =>
    ask<{ set: Record<string, unknown>; hidden: string[] }>(program, "GET", "/models/settings?name=works");
  await row.getByRole("button", { name: /^Settings/ }).click();
  await dialog.getByLabel("Apply to").selectOption("works");
  await dialog.getByText("Connection: proxy, headers, body").click();
  await dialog.getByLabel("Proxy").fill("http://user:pa55word@127.0.0.1:9");
  for (const [name, value] of [
    ["Authorization", "Bearer very-secret"],
    ["X-Team", "books"],
  ] as const) {
    await dialog.getByRole("button", { name: "Add a header" }).click();
    await dialog.getByLabel("Name of the header").last().fill(name);
    await dialog.getByLabel("Value of the header").last().fill(value);
  }
  const body = dialog.getByLabel(/^Fields put into every request/);
  await body.fill("{seed");
  await dialog.getByText("This is not a JSON object.").waitFor();
  await body.fill('{"seed": 7}');
  await dialog.getByLabel("Compatibility").fill("no_temperature, no_such_word");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText(/no_such_word/).waitFor();
  await dialog.getByLabel("Compatibility").fill("no_temperature");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings of “works” saved.").waitFor();
  const { set, hidden } = await kept();
  expect(set).toMatchObject({
    headers: { "X-Team": "books" },
    extra_body: { seed: 7 },
    quirks: ["no_temperature"],
  });
  expect(hidden).toEqual(["headers.Authorization", "proxy"]);

  await row.getByRole("button", { name: /^Settings/ }).click();
  await dialog.getByLabel("Apply to").selectOption("works");
  await dialog.getByText("headers.Authorization").first().waitFor();
  const shown = (await dialog.textContent()) ?? "";
  const fields = await dialog
    .locator("input, textarea")
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect([shown, ...fields].join(" ")).not.toMatch(/very-secret|pa55word/);
  await dialog.getByRole("button", { name: "Remove proxy" }).click();
  await dialog.getByRole("button", { name: "Remove the header X-Team" }).click();
  await body.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const left = await kept();
  expect([left.set.extra_body ?? null, left.set.headers, left.hidden]).toEqual([null, {}, ["headers.Authorization"]]);
  await ask(program, "PATCH", "/models/settings?name=works", { headers: null });
});

it("takes a price, and removes what was added", async () => {
  const { page } = tab;
  // The key was forgotten with the proxy it was given for.
  await ask(program, "POST", "/models", {
    name: "works",
    base_url: model.address,
    dialect: "openai",
    model: "script",
    key: "k",
  });
  await page.reload();
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
