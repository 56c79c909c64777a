// Why: what is looked at every day keeps its place: a toolbar on one line, nothing that jumps while it loads, a word for
// every empty view, and a wait that says why.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTab } from "./browser.ts";
import { type Prepared, prepare, putAway } from "./everyone.ts";
import { startModel, workItems } from "./model_server.ts";
import { addModel, ask, type Imported, importText } from "./setup.ts";

let prepared: Prepared;
let browser: Browser;
let empty: Imported;

beforeAll(async () => {
  prepared = await prepare();
  browser = prepared.browser;
  empty = await importText(
    prepared.program,
    "empty.txt",
    "Chapter 1\n\nThe lamp.\n\nChapter 2\n\nThe door.\n",
    "zh-Hans",
  );
}, 120_000);
afterAll(() => putAway(prepared));

async function open(path: string, language = "en", before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page, context } = await openTab(browser);
  await context.addInitScript(`localStorage.setItem("tsumugi.language", "${language}")`);
  await before?.(page);
  await page.goto(`${prepared.program.address}/#/books/${path}`);
  return page;
}

it.each(["en", "zh-Hans", "zh-Hant"])(
  "keeps the tools of a chapter on one line at 1280 pixels, in %s",
  async (language) => {
    const { id, chapters } = prepared.book;
    const page = await open(`${id}/chapters/${chapters[1]}`, language);
    await page.locator("article.active").waitFor();
    const boxes = await page.locator(".bar .tools > *").evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right, top, height }) => ({ left, right, middle: top + height / 2 })),
    );
    expect(boxes.length).toBeGreaterThan(4);
    for (const [at, box] of boxes.entries()) {
      expect(box.right).toBeLessThanOrEqual(1280);
      expect(Math.abs(box.middle - (boxes[0]?.middle ?? 0))).toBeLessThan(6);
      if (at > 0) expect(box.left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
    }
    await page.context().close();
  },
);

it.each([
  ["/knowledge/terms", /Nothing here yet\. Add an entry, or run a survey\./],
  ["/knowledge/characters", /Nothing here yet\. Add an entry, or run a survey\./],
  ["/knowledge/memories", /Nothing here yet\. Add an entry, or run a survey\./],
  ["/knowledge/summaries", /A survey writes them\./],
  ["/knowledge/proposals", /A survey or a run adds new ones\./],
  ["/review", /Translate something first\./],
  ["/review/paragraphs?state=reviewed", /Change or clear the filters\./],
  ["/cost", /Runs with a model appear here\./],
  ["/history", /Edits, runs and imports appear here\./],
] as const)("says what to do where %s is empty", async (path, sentence) => {
  const page = await open(`${empty.id}${path}`);
  await page.locator("main").getByText(sentence).first().waitFor();
  await page.context().close();
});

it("shows skeletons while it waits, and nothing jumps when the answer comes", async () => {
  const { id, chapters } = prepared.book;
  for (const path of [id, `${id}/chapters/${chapters[1]}`, `${id}/review`, `${id}/history`, `${id}/cost`]) {
    const page = await open(path, "en", async (page) => {
      await page.addInitScript(() => {
        interface Shift {
          value: number;
          sources: { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        }
        const shifts: { value: number; moved: string[] }[] = [];
        Object.assign(globalThis, { shifts });
        const seen = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as unknown as Shift;
            const moved = sources.map(
              ({ node, previousRect: from, currentRect: to }) =>
                `${node?.nodeName} ${node?.className}: ${Math.round(from.y)}+${Math.round(from.height)} → ${Math.round(to.y)}+${Math.round(to.height)}`,
            );
            shifts.push({ value, moved });
          }
        });
        seen.observe({ type: "layout-shift", buffered: true });
      });
      await page.route("**/api/v1/books/**", async (route) => {
        await new Promise((later) => setTimeout(later, 700));
        await route.continue();
      });
    });
    await page.locator(".skeleton, .waiting").first().waitFor();
    await page.locator("main h1").first().waitFor();
    await page.waitForTimeout(1_500);
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number }[] }).shifts);
    // What the web calls good is at most a tenth.
    const isStill = shifts.reduce((sum, { value }) => sum + value, 0) <= 0.1;
    expect([path, isStill ? "still" : shifts]).toEqual([path, "still"]);
    await page.context().close();
  }
});

it("says why a run waits and when it tries again, and tells its progress to a screen reader", async () => {
  let nRefused = 0;
  const model = await startModel(({ all }) => {
    if (nRefused++ < 1) return { refusal: { status: 429, retryAfterSeconds: 6 } };
    const paragraphs = workItems(all).map(({ id }) => ({ paragraph_id: id, translated_text: "灯在这里。" }));
    return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
  });
  await addModel(prepared.program, "busy", model.address);
  const path = `/books/${empty.id}/runs`;
  const { run } = await ask<{ run: string }>(prepared.program, "POST", path, { model: "busy", concurrency: 1 });
  const page = await open(`${empty.id}/runs/${run}`);
  await page.getByText(/rate limit: next try in \d+ s/i).waitFor();
  const progress = page.getByRole("status").filter({ hasText: /\d+ of \d+/ });
  await progress.first().waitFor();
  await page.getByText("finished", { exact: true }).first().waitFor();
  await model.end();
  await page.context().close();
});
