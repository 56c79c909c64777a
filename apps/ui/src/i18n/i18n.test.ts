// Why: a sentence that lost its figure, or one never used, is a fault no type can see.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

const holes = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe("dictionaries", () => {
  it("have the same keys and the same figures in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, holes(zh[key])]).toEqual([key, holes(en[key])]);
      expect(zh[key].trim()).not.toBe("");
    }
  });

  it("have no sentence that nobody says", () => {
    const source = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(svelte|ts)$/.test(path) && !path.includes("i18n/") && !path.endsWith(".test.ts"))
      .map((path) => readFileSync(join("src", path), "utf8"))
      .join("\n")
      .concat(readFileSync("src/i18n/format.ts", "utf8"));
    const families = [...source.matchAll(/t(?:Word)?\((?:`([\w.]+)\$|"([\w.]+)", )/g)].map(
      (match) => match[1] ?? `${match[2]}.`,
    );
    const unsaid = Object.keys(en).filter(
      (key) =>
        !source.includes(`"${key}"`) &&
        !source.includes(`'${key}'`) &&
        !families.some((family) => key.startsWith(family)),
    );
    expect(unsaid).toEqual([]);
  });
});
