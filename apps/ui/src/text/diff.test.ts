// Why: a diff that loses or invents text would make people approve what they have not seen.
import { describe, expect, it } from "vitest";
import { diff, type Part } from "./diff.ts";

const side = (parts: Part[], without: Part["kind"]) =>
  parts
    .filter((part) => part.kind !== without)
    .map((part) => part.text)
    .join("");

describe("diff", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["", "new"],
    ["old", ""],
    ["The lamp went out.", "The lamp flickered out."],
    ["彼は「魔王」を見た。", "彼女は「魔導王」を見た。"],
    ["<1>Anna</1> smiled  twice", "Anna <1>smiled</1> twice"],
    ["a\nb\nc", "a\nc"],
    ["e\u0301tat 😀", "état 😀😀"],
  ];
  it("gives both texts back, whole", () => {
    for (const [before, after] of cases) {
      const parts = diff(before, after);
      expect(side(parts, "new")).toBe(before);
      expect(side(parts, "gone")).toBe(after);
    }
  });

  it("marks a changed name by its character, not by its line", () => {
    expect(diff("魔王が来た", "魔神が来た")).toEqual([
      { kind: "same", text: "魔" },
      { kind: "gone", text: "王" },
      { kind: "new", text: "神" },
      { kind: "same", text: "が来た" },
    ]);
  });

  it("stays quick on long texts that have nothing in common", () => {
    const parts = diff("あ".repeat(20_000), "い".repeat(20_000));
    expect(parts.map((part) => part.kind)).toEqual(["gone", "new"]);
  });
});
