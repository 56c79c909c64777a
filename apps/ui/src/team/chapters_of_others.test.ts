// Why: the page must say "suggest" exactly where the library makes a suggestion of it.
import { expect, it } from "vitest";
import { inHandsOfOthers } from "./chapters_of_others.ts";

const given = (chapter_id: string, id: string, state: "open" | "done" | "returned" = "open") => ({
  chapter_id,
  person: { id, name: id },
  state,
});

it("names the chapters that others have and that are not done", () => {
  const all = [given("1", "ann"), given("2", "ben"), given("3", "ben", "done"), given("4", "ben", "returned")];
  expect([...inHandsOfOthers(all, "ann")]).toEqual(["2", "4"]);
});

it("leaves out a chapter that two have together", () => {
  expect([...inHandsOfOthers([given("1", "ann", "done"), given("1", "ben")], "ann")]).toEqual([]);
});
