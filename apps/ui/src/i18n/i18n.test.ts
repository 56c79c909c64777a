// Why: a sentence that lost its figure, one never used, one without a translation, and words of the terminal on a page
// are faults no type can see.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pickLanguage } from "./choose.ts";
import { fill } from "./fill.ts";

const FOLDER = "src/i18n/languages";
const TAGS = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ""));
const read = (tag: string) => JSON.parse(readFileSync(join(FOLDER, `${tag}.json`), "utf8")) as Record<string, string>;
const en = read("en");
const holes = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)(?:\|[^{}]*)?\}/g)].map((match) => match[1]))].sort();
const source = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts") && path !== "api/schema.ts")
  .map((path) => readFileSync(join("src", path), "utf8"))
  .join("\n");

describe.each(TAGS)("the sentences in %s", (tag) => {
  const dictionary = read(tag);

  it("are all there, with the same figures", () => {
    expect(Object.keys(dictionary).sort()).toEqual(Object.keys(en).sort());
    for (const [key, sentence] of Object.entries(dictionary)) {
      expect([key, holes(sentence)]).toEqual([key, holes(en[key] ?? "")]);
      expect([key, sentence.trim()]).not.toEqual([key, ""]);
    }
  });

  it("have as many plural forms as the language", () => {
    const n = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.length;
    for (const [key, sentence] of Object.entries(dictionary)) {
      for (const [, forms] of sentence.matchAll(/\{\w+((?:\|[^{}|]*)+)\}/g)) {
        expect([key, (forms ?? "").slice(1).split("|").length]).toEqual([key, n]);
      }
    }
  });

  it("name no command, flag or code of an operating system", () => {
    const terminal = /`|--[a-z]|\btsumugi (?:serve|models|translate|fix|survey|keys)\b|os error|\bstderr\b|\bstdout\b/i;
    expect(Object.entries(dictionary).filter(([, sentence]) => terminal.test(sentence))).toEqual([]);
  });

  it("use one word for each idea", () => {
    const refused = REFUSED[tag.startsWith("zh") ? "zh" : tag] ?? [];
    const found = Object.entries(dictionary).flatMap(([key, sentence]) =>
      refused.filter((word) => word.test(sentence)).map((word) => `${key}: ${word.source}`),
    );
    expect(found).toEqual([]);
  });
});

/** Words that were said before, and have a better one. */
const REFUSED: Record<string, RegExp[]> = {
  en: [
    /\bwish(es)?\b/i,
    /\bmend(s|ed|ing)?\b/i,
    /let (it|them) stand/i,
    /\bknowledge\b/i,
    /\bdrift\b/i,
    /as agreed/i,
    /at most, in dollars/i,
    /tokens (read|written)/i,
    /\busual model\b/i,
    /it speaks/i,
    /was told and said/i,
    /what happens/i,
    /\bat rest\b/i,
    /\binterrupted\b/i,
    /what is translated already/i,
    /to be redone/i,
    /every stage explicit|the dearest/i,
    /no translation here/i,
    /\bturn(ed)? (it|the suggestion) down\b/i,
    /\btake it\b/i,
    /somebody else was faster/i,
    /\bprove\b/i,
    /\bstanding\b/i,
    /make them one/i,
    /newer edition/i,
    /does not answer/i,
    /ceremony/i,
    /would be the same for the rest/i,
    /^\d? ?\{\w+\} (paragraphs|chapters|chunks|findings)\b/,
  ],
  zh: [
    /通读|通讀/,
    /修正|修补|修補/,
    /记忆|記憶/,
    /证明|證明|(?<!完整性)证书|(?<!完整性)證書/,
    /排练|排練/,
    /投入程度/,
    /目前停着|目前停著/,
    /^经过$|^經過$/,
    /被告知/,
    /不花钱|不花錢/,
    /此处不要译文|此處不要譯文/,
    /方言/,
    /你给它的名字|你給它的名字/,
    /^谁$|^誰$/,
    /没有任何遗失|沒有任何遺失/,
    /已收入/,
    /^执行$|^不要$/,
    /每一块的收获|每一塊的收穫/,
    /没有可做的|沒有可做的/,
    /去统一|去統一/,
    /任务可读取|任務可讀取/,
    /书所知道的|書所知道的/,
    /处处更改|處處更改/,
    /绕过它携带|繞過它攜帶/,
    /什么都不取|什麼都不取/,
    /闲话|閒話/,
    /已确认的问题|已確認的問題/,
    /词元|詞元/,
    /角色/,
    /您/,
    /认可|認可/,
    /漂移/,
  ],
};

describe("sentences", () => {
  it("are all said somewhere", () => {
    const families = [...source.matchAll(/`([\w.]+\.)\$\{|tWord\("([\w.]+)", /g)].map(
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

  it("fill their figures, with the plural of the language", () => {
    expect(fill("{n|# line|# lines} of {all}", { n: 1, all: 12_000 }, "en")).toBe("1 line of 12,000");
    expect(fill("{n|# line|# lines}", { n: 0 }, "en")).toBe("0 lines");
    expect(fill("{n} 段", { n: 3 }, "zh-Hans")).toBe("3 段");
    expect(fill("{n|jedna|#|#|#}", { n: 1 }, "cs")).toBe("jedna");
    expect(fill("{unknown} {n|a|b}", { n: "12+" }, "en")).toBe("{unknown} b");
  });
});

it("the page opens in a language the person reads", () => {
  const pick = (kept: string | null, ...wanted: string[]) => pickLanguage(["en", "zh-Hans", "zh-Hant"], kept, wanted);
  expect(pick(null, "de-DE", "zh-TW")).toBe("zh-Hant");
  expect([pick(null, "zh-CN"), pick(null, "zh"), pick(null, "zh-SG")]).toEqual(["zh-Hans", "zh-Hans", "zh-Hans"]);
  expect([pick(null, "en-GB", "zh"), pick(null, "fr"), pick("nonsense")]).toEqual(["en", "en", "en"]);
  expect([pick("zh", "en"), pick("zh-Hant", "en")]).toEqual(["zh-Hans", "zh-Hant"]);
});
