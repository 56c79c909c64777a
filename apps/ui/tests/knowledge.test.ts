// Why: renaming everywhere, making a drifting name one and letting a finding stand reach far; each is seen before and
// taken back after.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText } from "./setup.ts";

let program: Program;
let browser: Browser;
let tab: Tab;
let book: Imported;

interface Line {
  paragraph_id: string;
  text: string;
  translation: string | null;
}
const lines = async () =>
  (await ask<{ items: Line[] }>(program, "GET", `/books/${book.id}/chapters/${book.chapters[0]}/paragraphs`)).items;
const translation = async () => (await lines()).find(({ text }) => text.includes("lamp"))?.translation;
const terms = async () =>
  (await ask<{ items: { translation: string }[] }>(program, "GET", `/books/${book.id}/terms`)).items;

beforeAll(async () => {
  program = await startProgram();
  book = await importText(program, "lamp.txt", "Chapter One\n\nThe lamp burned for 14 nights.\n", "zh-Hans");
  const lamp = (await lines()).find(({ text }) => text.includes("lamp"));
  const to = `/books/${book.id}/paragraphs/${lamp?.paragraph_id}/versions`;
  await ask(program, "POST", to, { text: "油灯亮了很多夜。", based_on: null });
  await ask(program, "POST", `/books/${book.id}/terms`, { source: "lamp", translation: "油灯", standing: "confirmed" });
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

it("renames a term in its entry and in every translation, and takes both back", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}/knowledge/terms`);
  await page.getByRole("button", { name: "Rename everywhere" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New translation").fill("灯笼");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.locator("ins", { hasText: "笼" }).waitFor();
  await dialog.getByRole("button", { name: "Rename in 1 paragraph" }).click();
  const said = page.locator(".toast", { hasText: "Renamed in 1 paragraph." });
  await said.waitFor();
  expect([await translation(), (await terms())[0]?.translation]).toEqual(["灯笼亮了很多夜。", "灯笼"]);

  await said.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("cell", { name: "油灯" }).waitFor();
  await expect.poll(translation).toBe("油灯亮了很多夜。");
  await expect.poll(async () => (await terms())[0]?.translation).toBe("油灯");
});

it("leaves a place alone that was unticked, and says what it would not touch", async () => {
  const { page } = tab;
  const lamp = (await lines()).find(({ text }) => text.includes("lamp"));
  await page.getByRole("button", { name: "Rename everywhere" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New translation").fill("灯笼");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Rename in this paragraph").uncheck();
  await dialog.getByRole("button", { name: "Rename in 0 paragraphs" }).click();
  await page.locator(".toast", { hasText: "Renamed in 0 paragraphs." }).waitFor();
  expect([await translation(), (await terms())[0]?.translation]).toEqual(["油灯亮了很多夜。", "灯笼"]);
  await page.keyboard.press("u");
  await expect.poll(async () => (await terms())[0]?.translation).toBe("油灯");

  await ask(program, "PUT", `/books/${book.id}/paragraphs/${lamp?.paragraph_id}/lock`, { locked: true });
  await page.getByRole("button", { name: "Rename everywhere" }).click();
  await dialog.getByLabel("New translation").fill("灯笼");
  await page.keyboard.press("Enter");
  await dialog.getByText("1 place stays unchanged").click();
  await dialog.getByText("locked", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await ask(program, "PUT", `/books/${book.id}/paragraphs/${lamp?.paragraph_id}/lock`, { locked: false });
});

it("shows a name that is rendered in two ways, and makes it one", async () => {
  const { page } = tab;
  const texts = [
    ["Marlow opened the gate at dawn.", "黎明时分，马洛打开了大门。"],
    ["Then Marlow counted the boats.", "然后马洛数了数船。"],
    ["Nobody but Marlow knew the tide.", "除了马洛没有人懂潮汐。"],
    ["At noon Marlow slept in the shade.", "正午，玛罗威在树荫下睡着了。"],
    ["The dog woke Marlow with a bark.", "狗一声吠叫吵醒了玛罗威。"],
    ["The gulls were silent all day.", "海鸥整天都很安静。"],
  ];
  const other = await importText(
    program,
    "marlow.txt",
    `Chapter One\n\n${texts.map(([said]) => said).join("\n\n")}\n`,
    "zh-Hans",
  );
  const path = `/books/${other.id}/chapters/${other.chapters[0]}/paragraphs`;
  const all = (await ask<{ items: Line[] }>(program, "GET", path)).items;
  for (const [source, text] of texts) {
    const id = all.find((line) => line.text === source)?.paragraph_id;
    await ask(program, "POST", `/books/${other.id}/paragraphs/${id}/versions`, { text, based_on: null });
  }
  await ask(program, "POST", `/books/${other.id}/characters`, {
    name: { source: "Marlow", translation: "马洛" },
    standing: "confirmed",
  });
  await page.goto(`${program.address}/#/books/${other.id}/knowledge/drift`);
  const odd = page.getByRole("row").filter({ hasText: "玛罗威" });
  await odd.getByText("2 paragraphs").waitFor();
  await odd.getByRole("button", { name: "Change to 马洛" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.locator("del", { hasText: "玛罗威" }).first().waitFor();
  await dialog.getByRole("button", { name: "Rename in 2 paragraphs" }).click();
  await page.getByText("All terms and names are translated consistently.").waitFor();
  const now = (await ask<{ items: Line[] }>(program, "GET", path)).items.map((line) => line.translation ?? "").join("");
  expect(now).not.toContain("玛罗威");
  await page.keyboard.press("u");
  await odd.waitFor();
  await page.goto(`${program.address}/#/books/${book.id}/knowledge/terms`);
});

it("finds what is wrong, lets it stand with a reason, and opens it again", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Check the book" }).click();
  const finding = page.getByRole("article").filter({ hasText: "14" }).first();
  await finding.getByRole("button", { name: "Ignore" }).click();
  await finding.getByLabel(/Why this is fine/).fill("a figure of speech");
  await finding.getByRole("button", { name: "Ignore" }).click();
  const said = page.locator(".toast", { hasText: "1 finding ignored." });
  await said.waitFor();
  await page.getByLabel("Show ignored").check();
  await page.getByText("ignored: a figure of speech").first().waitFor();
  await page.getByRole("button", { name: "Reopen" }).first().click();
  await page.getByText("ignored: a figure of speech").first().waitFor({ state: "detached" });
  expect(tab.complaints).toEqual([]);
});
