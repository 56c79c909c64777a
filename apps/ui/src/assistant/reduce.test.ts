// Why: what the assistant did to a book must be shown exactly, with its way back.
import { describe, expect, it } from "vitest";
import { add, type ChatEvent, type Message, mark } from "./reduce.ts";

const play = (events: ChatEvent[], from: Message[] = []) =>
  events.reduce((messages, event) => add(messages, event), from);

describe("a turn", () => {
  it("gathers words, keeps calls and changes in order", () => {
    const messages = play(
      [
        { event: "thinking", text: "let me " },
        { event: "thinking", text: "see" },
        { event: "called", tool: "list_terms", arguments: "{}", result: { success: true } },
        { event: "saying", text: "I will " },
        { event: "saying", text: "change it." },
        { event: "changed", change_id: "c7", changes: [{ about: "糸", before: "thread", after: "yarn" }] },
        { event: "ended", ending: "answered" },
      ],
      [{ who: "person", parts: [{ kind: "text", text: "change it" }] }],
    );
    expect(messages).toHaveLength(2);
    expect(messages[1]?.parts).toEqual([
      { kind: "thinking", text: "let me see" },
      { kind: "call", tool: "list_terms", arguments: "{}", result: '{"success":true}' },
      { kind: "text", text: "I will change it." },
      { kind: "change", changeId: "c7", lines: [{ about: "糸", before: "thread", after: "yarn" }], undone: false },
    ]);
  });

  it("forgets what a request said that had to be sent again", () => {
    const messages = play([
      { event: "called", tool: "x", arguments: "", result: "" },
      { event: "saying", text: "half a sen" },
      { event: "retrying", reason: "lost" },
      { event: "saying", text: "A whole sentence." },
    ]);
    expect(messages[0]?.parts.map((part) => part.kind)).toEqual(["call", "text"]);
    expect(messages[0]?.parts[1]).toEqual({ kind: "text", text: "A whole sentence." });
  });

  it("says why it ended early, and asks before what cannot be small", () => {
    const messages = play([
      { event: "proposed", tool: "replace", changes: [{ about: "p1", before: "a", after: "b" }], n_changes: 40 },
      { event: "ended", ending: "failed", reason: "no credit" },
    ]);
    expect(messages[0]?.parts).toEqual([
      { kind: "ask", tool: "replace", lines: [{ about: "p1", before: "a", after: "b" }], total: 40, answer: undefined },
      { kind: "note", text: "no credit" },
    ]);
    const answered = mark(messages, (part) => (part.kind === "ask" ? { ...part, answer: "no" } : part));
    expect(answered[0]?.parts[0]).toMatchObject({ answer: "no" });
  });

  it("draws nothing for events it does not know", () => {
    expect(play([{ event: "something_new" }])).toEqual([]);
  });
});
