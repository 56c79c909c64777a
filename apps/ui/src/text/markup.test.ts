// Why: the page must read markup exactly as the program does.
import { describe, expect, it } from "vitest";
import { pieces, plain } from "./markup.ts";

describe("pieces", () => {
  it("reads ruby as base and reading", () => {
    expect(pieces("あの｜友《ライバル》が")).toEqual([
      { piece: "text", text: "あの" },
      { piece: "ruby", base: "友", reading: "ライバル" },
      { piece: "text", text: "が" },
    ]);
  });

  it("reads numbered tags with the spaces models add", () => {
    expect(pieces("a< 1 >b</ 1>c<2 />")).toEqual([
      { piece: "text", text: "a" },
      { piece: "open", number: 1 },
      { piece: "text", text: "b" },
      { piece: "close", number: 1 },
      { piece: "text", text: "c" },
      { piece: "void", number: 2 },
    ]);
  });

  it("leaves what is not whole markup as text", () => {
    for (const text of ["<script>alert(1)</script>", "1 < 2", "｜友", "｜《》", "《独り》", "<12345>"]) {
      expect(pieces(text)).toEqual([{ piece: "text", text }]);
    }
  });

  it("takes escaped marks for the characters they stand for", () => {
    expect(pieces("&lt;1&gt; &amp; &bar;a&la;b&ra;")).toEqual([{ piece: "text", text: "<1&gt; & ｜a《b》" }]);
  });

  it("does not let ruby swallow tags or line ends", () => {
    expect(pieces("｜<1>友</1>《x》")[1]).toEqual({ piece: "open", number: 1 });
    expect(pieces("｜友\n《x》")).toEqual([{ piece: "text", text: "｜友\n《x》" }]);
  });
});

it("plain text is what a reader sees", () => {
  expect(plain("<1>｜友《ライバル》</1>が<2/>来た")).toBe("友が来た");
  expect(plain("nothing")).toBe("nothing");
});
