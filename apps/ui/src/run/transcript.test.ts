// Why: a transcript is evidence; nothing in it may be left out.
import { expect, it } from "vitest";
import { readLine } from "./transcript.ts";

it("shows what was told, said, called and got", () => {
  expect(readLine({ said: "user", text: "work" })).toEqual([{ who: "told", text: "work", isJson: false }]);
  const reply = { text: "ok", reasoning_text: "hm", tool_calls: [{ id: "1", name: "x", arguments: "{}" }] };
  expect(readLine({ said: "reply", reply }).map(({ who, text }) => [who, text])).toEqual([
    ["thinks", "hm"],
    ["says", "ok"],
    ["calls", "{}"],
  ]);
  expect(readLine({ said: "result", result: { name: "x", content: "{}" } })[0]).toMatchObject({
    who: "gets",
    tool: "x",
  });
});

it("shows what it does not know as it is", () => {
  expect(readLine({ said: "new", a: 1 })).toEqual([{ who: "other", text: '{"said":"new","a":1}', isJson: true }]);
  expect(readLine(null)).toEqual([{ who: "other", text: "null", isJson: true }]);
});
