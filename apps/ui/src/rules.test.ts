// Why: the promises of the page's code that no linter knows: every file says why it exists and stays small, nothing of a
// book is ever rendered as HTML, and nothing needs more than the strictest policy allows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts|css)$/.test(path) && path !== "api/schema.ts")
  .map((path) => ({ path, text: readFileSync(join("src", path), "utf8") }));
const breaking = (broken: (text: string, path: string) => boolean) =>
  files.filter(({ path, text }) => broken(text, path)).map(({ path }) => path);
const code = (text: string) => text.replace(/\/\/.*$|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/gm, "");

describe("every file", () => {
  it("says first why it exists", () => {
    expect(breaking((text) => !/^(\/\/|\/\*|<!--) Why: /.test(text))).toEqual([]);
  });

  it("stays under three hundred lines", () => {
    expect(breaking((text) => text.split("\n").length > 300)).toEqual([]);
  });

  it("renders no text as HTML and runs no text as code", () => {
    const forbidden = /\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/;
    expect(breaking((text, path) => path !== "rules.test.ts" && forbidden.test(code(text)))).toEqual([]);
  });

  it("needs nothing from elsewhere, and no style or script written into the document", () => {
    expect(breaking((text, path) => path.endsWith(".svelte") && /\sstyle="[^{]/.test(text))).toEqual([]);
    expect(breaking((text, path) => path.endsWith(".css") && /@import|url\(/.test(text))).toEqual([]);
    const address = /(?:src|href|fetch\()=?["'`(]+https?:\/\//;
    expect(breaking((text) => address.test(code(text)))).toEqual([]);
  });
});

it("every size of type and every distance is one of the scale", () => {
  const styles = files.filter(({ path }) => /\.(svelte|css)$/.test(path) && path !== "styles/tokens.css");
  const odd = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/[\s;{]((?:font|font-size|gap|(?:padding|margin)[a-z-]*)\s*:[^;}]*?[\d.]+rem[^;}]*)/g)].map(
      ([, rule]) => `${path}: ${rule?.trim()}`,
    ),
  );
  expect(odd).toEqual([]);
});

it("the lock file names no registry", () => {
  const lock = readFileSync("package-lock.json", "utf8");
  expect(lock).not.toContain('"resolved"');
});
