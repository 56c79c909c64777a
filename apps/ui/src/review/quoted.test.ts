// Why: the wrong word highlighted is worse than none.
import { expect, it } from "vitest";
import { quotedWords, spot } from "./quoted.ts";

it("finds the words a message quotes, in any quotation marks", () => {
  expect(quotedWords("the term “千歳屋” should be “Chitoseya”")).toEqual(["Chitoseya", "千歳屋"]);
  expect(quotedWords("术语「糸」应译为“thread”")).toEqual(["thread", "糸"]);
  expect(quotedWords("«lamp» must be rendered «油灯».")).toEqual(["lamp", "油灯"]);
  expect(quotedWords("nothing here")).toEqual([]);
});

it("highlights every place of the words, and a span by characters", () => {
  expect(spot("a lamp, a lamp", ["lamp"]).filter(({ hit }) => hit)).toHaveLength(2);
  expect(spot("𠮷野家 here", [], [[0, 3]])).toEqual([
    { text: "𠮷野家", hit: true },
    { text: " here", hit: false },
  ]);
  expect(spot("plain", [])).toEqual([{ text: "plain", hit: false }]);
});
