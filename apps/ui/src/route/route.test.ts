// Why: a link that is not read back as it was written is a dead link.
import { expect, it } from "vitest";
import { link, readRoute } from "./route.ts";

it("an invitation is read as the program writes it", () => {
  expect(readRoute("#/join/0a1b")).toEqual({ view: "join", secret: "0a1b" });
  expect(readRoute("#/join")).toEqual({ view: "unknown" });
});

it("every written address is read back", () => {
  expect(readRoute(link.library())).toEqual({ view: "library" });
  expect(readRoute(link.series())).toEqual({ view: "series" });
  expect(readRoute(link.series("s 1"))).toEqual({ view: "series", focus: "s 1" });
  expect(readRoute(link.settings("prompts"))).toEqual({ view: "settings", part: "prompts" });
  expect(readRoute(link.book("b/1"))).toEqual({
    view: "book",
    book: "b/1",
    part: "chapters",
    knowledge: "terms",
    review: "findings",
    team: "assignments",
  });
  expect(readRoute(link.work())).toEqual({ view: "work" });
  expect(readRoute(link.notices())).toEqual({ view: "notices" });
  expect(readRoute(link.team("b", "comments"))).toMatchObject({ part: "team", team: "comments" });
  expect(readRoute(link.team("b", "assignments"))).toMatchObject({ part: "team", team: "assignments" });
  expect(readRoute(link.book("b", "review"))).toMatchObject({ view: "book", part: "review" });
  expect(readRoute(link.knowledge("b", "characters", "x y"))).toEqual({
    view: "book",
    book: "b",
    part: "knowledge",
    knowledge: "characters",
    review: "findings",
    team: "assignments",
    focus: "x y",
  });
  expect(readRoute(link.review("b", "report"))).toMatchObject({ part: "review", review: "report" });
  expect(readRoute(link.review("b", "findings"))).toMatchObject({ part: "review", review: "findings" });
  expect(readRoute(link.chapter("b", "c", "pé"))).toEqual({
    view: "chapter",
    book: "b",
    chapter: "c",
    paragraph: "pé",
  });
  expect(readRoute(link.chapter("b", "c", "p", "findings"))).toMatchObject({ paragraph: "p", show: "findings" });
  expect(readRoute(link.worklist("b", "state=draft&min_length=3"))).toMatchObject({
    review: "paragraphs",
    search: "state=draft&min_length=3",
  });
  expect(readRoute(link.run("b", "r"))).toEqual({ view: "run", book: "b", run: "r" });
});

it("anything else is unknown, and nothing throws", () => {
  for (const hash of ["#/nowhere", "#/books", "#/books/b/nothing", "#/%E0%A4%A"]) {
    expect(readRoute(hash)).toEqual({ view: "unknown" });
  }
  expect(readRoute("#/books/%E0%A4%A")).toMatchObject({ view: "book", book: "%E0%A4%A" });
  expect(readRoute("")).toEqual({ view: "library" });
});
