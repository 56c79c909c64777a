// Why: two people in two browsers: one owns the library and invites, the other joins and may only do what their role allows; then
// they work on a book together: assign, translate, comment, review, approve, undo, conflict, presence.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab } from "./browser.ts";
import { type Program, sample, startProgram } from "./program.ts";

const PASSWORD = "correct horse battery";
let program: Program;
let browser: Browser;
let owner: Page;

beforeAll(async () => {
  program = await startProgram(["--team"]);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function enter(page: Page, name: string, login: string) {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Login name").fill(login);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
}

/** The link of an invitation that the owner makes. */
async function invited(role: string): Promise<string> {
  await owner.goto(`${program.address}/#/settings/people`);
  await owner.getByRole("combobox", { name: "Role", exact: true }).selectOption(role);
  await owner.getByRole("button", { name: "Create link" }).click();
  return (await owner.locator("code").textContent()) ?? "";
}

const bookOf = (page: Page): Promise<string> =>
  page.evaluate(async () => (await (await fetch("/api/v1/books")).json()).items[0].id as string);

it("the owner invites, the other joins, and a reader may not edit", async () => {
  owner = (await openTab(browser)).page;
  expect(program.link).toContain("#/join/");
  await owner.goto(program.link);
  await enter(owner, "Olive", "olive");
  await owner.getByText("Drop a book here").waitFor();
  expect(owner.url()).not.toContain("join");
  await owner.locator("input[type=file]").first().setInputFiles(sample("the-lamplighters-ledger.txt"));
  await owner.getByText("the-lamplighters-ledger").first().waitFor();

  const invitation = await invited("reader");
  const { page: reader } = await openTab(browser);
  await reader.goto(program.address);
  await reader.getByLabel("Login name").waitFor();
  await reader.goto(invitation);
  await enter(reader, "Rita", "rita");
  await reader.getByText("the-lamplighters-ledger").first().waitFor();
  expect(await reader.getByText("Drop a book here").count()).toBe(0);

  const book = await bookOf(reader);
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
  await reader.goto(`${program.address}/#/books/${book}`);
  await reader.locator("td.title a").first().click();
  await reader.locator("article").first().click();
  const row = reader.locator("article.active");
  await row.getByText("Read only").waitFor();
  expect(await row.getByRole("button", { name: /^Edit/ }).count()).toBe(0);

  await owner.reload();
  await owner.getByLabel("Role of Rita", { exact: true }).waitFor();
  await owner.getByRole("listitem").filter({ hasText: "Rita" }).getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("button", { name: "Remove now" }).click();
  await owner.getByLabel("Role of Rita", { exact: true }).waitFor({ state: "detached" });
  await reader.reload();
  await reader.getByLabel("Login name").waitFor();
});

it("two people assign, translate, comment, review, approve, undo, meet in one paragraph and see each other", async () => {
  const invitation = await invited("translator");
  const { page: tara, complaints } = await openTab(browser);
  await tara.goto(invitation);
  await enter(tara, "Tara", "tara");
  // Their work is the first page of a translator.
  await tara.getByRole("heading", { name: "My work" }).waitFor();
  await tara.getByText("No chapter is assigned to you.").waitFor();

  // Assign.
  const book = await bookOf(owner);
  await owner.goto(`${program.address}/#/books/${book}`);
  await owner.locator("tbody input[type=checkbox]").first().check();
  await owner.getByRole("button", { name: "Assign 1 chapter" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("Member").selectOption({ label: "Tara" });
  await dialog.getByLabel("Due date").fill("2099-12-24");
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await owner.getByText("1 chapter assigned.").waitFor();
  await tara.getByText("due 2099-12-24").waitFor();
  await tara.getByLabel("Notifications: 1 unread").waitFor();

  // Translate.
  const active = (page: Page) => page.locator("article.active");
  const write = async (page: Page, text: string) => {
    await active(page)
      .getByRole("button", { name: /^(Edit|Suggest)/ })
      .click();
    await page.locator("textarea.book-text").fill(text);
  };
  await tara.locator("li.card a").first().click();
  await tara.locator("article").first().click();
  await active(tara).waitFor();
  await write(tara, "点灯人的账簿");
  await tara.keyboard.press("Control+s");
  await tara.getByText("Saved as a new version.").waitFor();
  await tara.keyboard.press("Escape");

  // Presence, and a comment that is heard at once.
  await owner.goto(`${program.address}/${new URL(tara.url()).hash}`);
  await active(owner).getByText("点灯人的账簿").waitFor();
  await owner.getByLabel("Also in this chapter").getByText("Tara").waitFor();
  await tara.getByLabel("Also in this chapter").getByText("Olive").waitFor();
  await active(tara)
    .getByRole("button", { name: /^Comment/ })
    .click();
  await tara.getByLabel(/^Comment \(/).fill("@Olive is this the title?");
  await tara.getByRole("button", { name: "Post" }).click();
  await owner.getByLabel("Notifications: 1 unread").waitFor();
  await active(owner).getByText("@Olive is this the title?").waitFor();
  await active(owner).getByRole("button", { name: "Resolve" }).click();
  await active(owner).getByText("@Olive is this the title?").waitFor({ state: "detached" });

  // Review and approve; both move on to the next paragraph, so the first one is chosen again.
  const first = owner.locator("article", { hasText: "点灯人的账簿" });
  await active(owner)
    .getByRole("button", { name: /^Reviewed/ })
    .click();
  await first.getByText("Reviewed", { exact: true }).first().waitFor();
  // The state is shown before the page moves on.
  await owner.locator("article.active").filter({ hasNotText: "点灯人的账簿" }).waitFor();
  await first.click();
  await active(owner)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await owner.getByText("Approved.", { exact: true }).waitFor();
  await active(tara).getByText("Approved", { exact: true }).waitFor();

  // A translator's change of approved text is a suggestion.
  await write(tara, "另一种译法");
  await tara.keyboard.press("Control+s");
  await tara.getByText("Saved as a suggestion").first().waitFor();
  await tara.keyboard.press("Escape");
  await first.getByText("1 suggestion").waitFor();

  // Undo the approval; the translator may write again.
  await owner.keyboard.press("u");
  await active(tara).getByText("Approved", { exact: true }).waitFor({ state: "detached" });

  // Both change the same paragraph: whoever saves second sees both texts.
  await first.click();
  await write(owner, "所有者的译文");
  await write(tara, "译者的译文");
  await tara.keyboard.press("Control+s");
  await tara.getByText("Saved as a new version.").waitFor();
  await owner.keyboard.press("Control+s");
  const conflict = owner.getByRole("dialog", { name: "Changed elsewhere" });
  await conflict.getByText("译者的译文").first().waitFor();
  await conflict.getByRole("button", { name: "Use mine" }).click();
  await tara.locator("article", { hasText: "所有者的译文" }).first().waitFor();

  // Who did what; done; and whoever leaves is no longer seen.
  await tara.goto(`${program.address}/#/work`);
  await owner.getByLabel("Also in this chapter").waitFor({ state: "detached" });
  await tara.getByRole("button", { name: "Mark as done" }).click();
  await tara.getByText("Done", { exact: true }).waitFor();
  await owner.goto(`${program.address}/#/books/${book}/team/activity`);
  await owner.getByText("finished a chapter").waitFor();
  await owner.goto(`${program.address}/#/notices`);
  await owner.getByText("Tara is done with a chapter").waitFor();
  await owner.getByRole("button", { name: "Mark all as read" }).click();
  await owner.getByLabel("Notifications: 0 unread").waitFor();
  expect(complaints).toEqual([]);
});
