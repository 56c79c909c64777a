// Why: wrong marks teach people to ignore marks.
import { describe, expect, it } from "vitest";
import { type Entry, Highlighter } from "./highlight.ts";

const entry = (id: string, ...forms: string[]): Entry => ({ id, kind: "term", forms });
const found = (highlighter: Highlighter, text: string) =>
  highlighter
    .spans(text)
    .filter((span) => span.entry)
    .map((span) => `${span.entry?.id}:${span.text}`);

describe("Highlighter", () => {
  it("prefers the longer form", () => {
    const highlighter = new Highlighter([entry("short", "魔王"), entry("long", "魔王城")]);
    expect(found(highlighter, "魔王は魔王城にいる")).toEqual(["short:魔王", "long:魔王城"]);
  });

  it("does not find a word inside another", () => {
    const highlighter = new Highlighter([entry("al", "Al"), entry("mei", "メイ")]);
    expect(found(highlighter, "Also, Al saw メイン and メイさん")).toEqual(["al:Al", "mei:メイ"]);
  });

  it("takes signs in a form as signs", () => {
    expect(found(new Highlighter([entry("x", "C++ (old)")]), "a C++ (old) b")).toEqual(["x:C++ (old)"]);
  });

  it("gives the text back whole", () => {
    const highlighter = new Highlighter([entry("a", "灯"), entry("b", "  ")]);
    const text = "灯りと灯、そして闇";
    expect(
      highlighter
        .spans(text)
        .map((span) => span.text)
        .join(""),
    ).toBe(text);
    expect(new Highlighter([]).spans(text)).toEqual([{ text }]);
  });
});
