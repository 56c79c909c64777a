// Why: what was typed must be there again, and only for the paragraph it was typed for.
import { beforeEach, expect, it } from "vitest";
import { drafts } from "./drafts.ts";

beforeEach(() => localStorage.clear());

it("keeps a draft per paragraph until it is dropped", () => {
  drafts.keep("b1", "p1", { text: "new words", before: "old", version: "v1" });
  drafts.keep("b2", "p1", { text: "other", before: "", version: null });
  expect(drafts.get("b1", "p1")).toEqual({ text: "new words", before: "old", version: "v1" });
  expect([drafts.of("b1"), drafts.of("b2"), drafts.get("b1", "p2")]).toEqual([["p1"], ["p1"], undefined]);
  drafts.drop("b1", "p1");
  expect([drafts.get("b1", "p1"), drafts.of("b1")]).toEqual([undefined, []]);
});

it("survives what somebody else wrote into the store", () => {
  localStorage.setItem("tsumugi.draft.b.p", "{nonsense");
  expect(drafts.get("b", "p")).toBeUndefined();
});
