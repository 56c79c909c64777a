// Why: a run that waits for a batch waits for hours; the page says for what, and lets go of it when asked.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask, type Imported, importText } from "./setup.ts";

let program: Program;
let service: Server;
let browser: Browser;
let tab: Tab;
let book: Imported;
let status = "in_progress";

/** A service that takes batches and is never done with one. */
function startService(): Server {
  return createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const path = request.url ?? "";
      if (path.endsWith("/cancel")) status = "cancelled";
      const answer = path.endsWith("/files")
        ? { id: "file_1" }
        : path.includes("/batches?")
          ? { data: [] }
          : { id: "batch_1", status };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
}

beforeAll(async () => {
  program = await startProgram();
  service = startService();
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  const { port } = service.address() as AddressInfo;
  await ask(program, "POST", "/models", {
    name: "slow",
    base_url: `http://127.0.0.1:${port}/v1`,
    dialect: "openai",
    model: "script",
    key: "k",
    is_default: true,
  });
  await ask(program, "PATCH", "/models/settings?name=slow/script", { batch_poll: "1s" });
  book = await importText(program, "lamp.txt", "Chapter One\n\nThe lamp went out.\n", "zh-Hans");
  browser = await openBrowser();
  tab = await openTab(browser);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
  service?.close();
});

it("starts a run in batches, and says what it waits for", async () => {
  const { page } = tab;
  await page.goto(`${program.address}/#/books/${book.id}`);
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Model", exact: true }).fill("slow/script");
  await dialog.locator("summary").click();
  await dialog.getByRole("checkbox", { name: /^Send as a batch/ }).check();
  await dialog.getByText(/2 paragraphs/).waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.getByText(/^Waiting for a batch of 1 request at slow\/script/).waitFor();
  await page.reload();
  await page.getByText(/^Waiting for a batch of 1 request at slow\/script/).waitFor();
});

it("lets go of the batch when asked, and waits no longer", async () => {
  const { page } = tab;
  await page.getByRole("button", { name: "Cancel batch" }).click();
  await page.getByText("1 request cancelled. What was answered before is kept.").waitFor();
  await expect.poll(() => status).toBe("cancelled");
  await page.getByText(/^Waiting for a batch/).waitFor({ state: "detached" });
  expect(tab.complaints).toEqual([]);
});
