// Why: every view is looked at, wide and narrow, light and dark, in both languages: axe finds what people with other eyes
// and hands would stumble over, once for each size and each language; that a view fits its screen depends on both.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inBothThemes, isShort, openIn, type Prepared, prepare, putAway, WALKS } from "./everyone.ts";

let prepared: Prepared;
beforeAll(async () => {
  prepared = await prepare();
});
afterAll(() => putAway(prepared));

const views = ({ book, rehearsed, run }: Prepared): Record<string, string> => ({
  library: "#/",
  series: "#/series",
  book: `#/books/${book.id}`,
  chapter: `#/books/${book.id}/chapters/${book.chapters[1] ?? book.chapters[0]}`,
  run: `#/books/${book.id}/runs/${run}`,
  rehearsal: `#/books/${rehearsed.id}`,
  "rehearsed-chapter": `#/books/${rehearsed.id}/chapters/${rehearsed.chapters[0]}`,
  terms: `#/books/${book.id}/knowledge/terms`,
  characters: `#/books/${book.id}/knowledge/characters`,
  memories: `#/books/${book.id}/knowledge/memories`,
  summaries: `#/books/${book.id}/knowledge/summaries`,
  proposals: `#/books/${book.id}/knowledge/proposals`,
  drift: `#/books/${book.id}/knowledge/drift`,
  review: `#/books/${book.id}/review`,
  report: `#/books/${book.id}/review/report`,
  cost: `#/books/${book.id}/cost`,
  export: `#/books/${book.id}/export`,
  history: `#/books/${book.id}/history`,
  models: "#/settings/models",
  prompts: "#/settings/prompts",
  about: "#/settings/about",
});

describe.each(WALKS)("%s, %s", (size, language) => {
  it("every view can be used by everyone, light and dark", async () => {
    const { page, context, complaints } = await openIn(prepared, size, language);
    const faults: string[] = [];
    for (const [name, address] of Object.entries(views(prepared))) {
      await page.goto(`${prepared.program.address}/${address}`);
      await page.locator("h1").first().waitFor();
      // The connection for live events stays open, so "no request is under way" never comes.
      await page.locator("[role=status] .skeleton").first().waitFor({ state: "detached" });
      await page.waitForTimeout(250);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 1) faults.push(`${name}: ${wide} pixels wider than the screen`);
      if (isShort(size, language)) faults.push(...(await inBothThemes(page, `${name}-${size}`, language)));
    }
    await context.close();
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  }, 180_000);
});
