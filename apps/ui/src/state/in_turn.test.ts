// Why: whoever left a chapter while their last place was still on its way stayed visible there for everybody else.
import { expect, it } from "vitest";
import { inTurn } from "./in_turn.ts";

it("what is said last is sent last, however long the first request takes", async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  let place = "chapter";
  const tell = inTurn(async () => {
    sent.push(place);
    await new Promise<void>((answer) => answers.push(answer));
  });
  const answer = async () => {
    answers.shift()?.();
    await new Promise((later) => setTimeout(later));
  };

  tell();
  place = "another chapter";
  tell();
  place = "nowhere";
  tell();
  expect(sent).toEqual(["chapter"]);
  await answer();
  expect(sent).toEqual(["chapter", "nowhere"]);
  await answer();
  expect(sent).toEqual(["chapter", "nowhere"]);

  place = "chapter";
  tell();
  expect(sent).toEqual(["chapter", "nowhere", "chapter"]);
});
