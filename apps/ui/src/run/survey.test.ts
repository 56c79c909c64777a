// Why: what a survey found is judged by these figures while it reads.
import { expect, it } from "vitest";
import { surveyed } from "./survey.ts";

it("adds up what the pieces brought, and takes the sums when they come", () => {
  const story: [string, Record<string, unknown>][] = [
    ["started", { survey: true, pieces: 3, read: 0 }],
    ["piece_read", { chapter: 1, terms: 4, characters: 2, dropped: 1 }],
    ["piece_failed", { chapter: 2, reason: "refused" }],
    ["replied", { input_tokens: 5 }],
    ["piece_read", { chapter: 3, terms: 1, characters: 0, dropped: 2 }],
  ];
  const told = story.reduce<ReturnType<typeof surveyed>>(
    (before, [name, fields]) => surveyed(before, name, fields),
    undefined,
  );
  expect(told).toMatchObject({ pieces: 3, read: 2, failed: 1, terms: 5, characters: 2, dropped: 3 });
  expect(surveyed(told, "ended", { pieces: 3, read: 3, terms: 9, conflicts: 1 })).toMatchObject({
    read: 3,
    terms: 9,
    characters: 2,
    conflicts: 1,
  });
});

it("leaves other runs alone", () => {
  expect(surveyed(undefined, "started", { paragraphs: 3 })).toBeUndefined();
  expect(surveyed(undefined, "ended", { ending: "finished" })).toBeUndefined();
});
