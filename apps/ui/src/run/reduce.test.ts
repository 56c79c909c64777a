// Why: the figures of a live run must be those of its events, also after a lost connection.
import { describe, expect, it } from "vitest";
import { NOTHING, type RunEvent, reduce } from "./reduce.ts";

const STORY: RunEvent[] = [
  { sequence: 1, event: "reused", paragraphs: 2 },
  { sequence: 2, event: "started", run: "r", chapters: 3, chunks: 4, paragraphs: 40, open_paragraphs: 2 },
  { sequence: 3, event: "chunk", chapter: 1, paragraphs: 10, model: "m" },
  { sequence: 4, event: "asked", chapter: 1, task: "t1", reply: 1 },
  { sequence: 5, event: "thinking", chapter: 1, task: "t1", text: "hm, " },
  { sequence: 6, event: "thinking", chapter: 1, task: "t1", text: "yes" },
  {
    sequence: 7,
    event: "replied",
    chapter: 1,
    task: "t1",
    input_tokens: 100,
    cached_input_tokens: 60,
    output_tokens: 20,
    usd_micros: 500,
    ms: 3,
  },
  {
    sequence: 8,
    event: "called",
    chapter: 1,
    task: "t1",
    tool: "add_translation_batch",
    arguments: "{}",
    result: "{}",
  },
  { sequence: 9, event: "accepted", chapter: 1, task: "t1", paragraph_id: "p1", translation: "Hello" },
  { sequence: 10, event: "moved", chapter: 1, task: "t1", status: "review" },
  { sequence: 11, event: "retrying", chapter: 2, task: "t2", reason: "slow" },
  { sequence: 12, event: "question", chapter: 1, task: "t1", question: { text: "?", choices: [], free_text: true } },
];

describe("reduce", () => {
  it("keeps the last words of a task until it has new ones", () => {
    const asked = { sequence: 20, event: "asked", chapter: 1, task: "t1", reply: 2 };
    const waiting = reduce(reduce(NOTHING, STORY), [asked]);
    expect(waiting.tasks.get("t1")).toMatchObject({ reply: 2, thinking: "hm, yes" });
    const next = { sequence: 21, event: "saying", chapter: 1, task: "t1", text: "Now." };
    expect(reduce(waiting, [next]).tasks.get("t1")).toMatchObject({ thinking: "", saying: "Now." });
  });

  it("counts what was told", () => {
    const state = reduce(NOTHING, STORY);
    expect(state).toMatchObject({ paragraphs: 42, retries: 1, questions: 1, ending: undefined });
    expect(state.tasks.get("t1")).toMatchObject({ status: "review", thinking: "hm, yes", accepted: 1 });
    expect(state.texts.map((text) => text.text)).toEqual(["Hello"]);
  });

  it("gives the same state one by one, all at once, and with repetitions", () => {
    const atOnce = reduce(NOTHING, STORY);
    expect(STORY.reduce((state, event) => reduce(state, [event]), NOTHING)).toEqual(atOnce);
    expect(reduce(reduce(NOTHING, STORY.slice(0, 9)), STORY.slice(4))).toEqual(atOnce);
  });

  it("shows a paragraph that was accepted twice once, with the newer text", () => {
    const again = { sequence: 20, event: "accepted", chapter: 1, task: "t1", paragraph_id: "p1", translation: "Hullo" };
    expect(reduce(reduce(NOTHING, STORY), [again]).texts.map(({ text }) => text)).toEqual(["Hullo"]);
  });

  it("says why a task waits until it asks again", () => {
    const waits = reduce(NOTHING, [
      { sequence: 1, event: "retrying", chapter: 1, task: "t1", reason: "HTTP 429", wait_ms: 12_000 },
    ]);
    expect(waits.tasks.get("t1")?.waits).toEqual({ reason: "HTTP 429", ms: 12_000 });
    const asked = { sequence: 2, event: "asked", chapter: 1, task: "t1", reply: 2 };
    expect(reduce(waits, [asked]).tasks.get("t1")?.waits).toBeUndefined();
  });

  it("says how much of the prompt is read until words come", () => {
    const at = { chapter: 1, task: "t1" };
    const reads = reduce(NOTHING, [{ sequence: 1, event: "reading", done: 400, total: 1000, ...at }]);
    expect(reads.tasks.get("t1")?.read).toBe(40);
    expect(reads.log).toEqual([]);
    const said = { sequence: 2, event: "saying", text: "Now.", ...at };
    expect(reduce(reads, [said]).tasks.get("t1")?.read).toBeUndefined();
  });

  it("goes on from a snapshot, even one of numbers it knew", () => {
    const state = reduce(reduce(NOTHING, STORY), [
      { sequence: 2, event: "snapshot", paragraphs: 400 },
      { sequence: 3, event: "accepted", chapter: 1, task: "t9", paragraph_id: "p9", translation: "x" },
    ]);
    expect(state).toMatchObject({ paragraphs: 400, last: 3 });
    expect(state.texts.at(-1)?.paragraph).toBe("p9");
  });

  it("ends with no task at work", () => {
    const state = reduce(NOTHING, [...STORY, { sequence: 13, event: "ended", ending: "budget", reason: null }]);
    expect(state).toMatchObject({ ending: "budget", reason: undefined });
    expect(state.tasks.size).toBe(0);
  });

  it("stays small however long the run is, and bears unknown events", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ sequence: at + 1, event: "new_thing", chapter: 1 }));
    expect(reduce(NOTHING, many).log.length).toBe(400);
  });
});
