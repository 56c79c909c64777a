// Why: what a model asks in a run stands in its chapter and among the comments, for everybody; whoever may answers it there.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { type Asked, type ModelServer, type Reply, startModel, workItems } from "./model_server.ts";
import { addModel, ask, type Imported, importText } from "./setup.ts";
import { startTeam, type Team } from "./team_setup.ts";

const BOOK = "Chapter One\n\nThe lamp went out before midnight.\n";

function script({ all }: Asked): Reply {
  if (!all.includes("Keep it a lamp")) {
    const question = { question: "Is the lamp a lantern?", choices: ["Keep it a lamp", "A lantern"] };
    return { calls: [{ name: "ask_user", arguments: question }] };
  }
  const paragraphs = workItems(all).map(({ id }) => ({ paragraph_id: id, translated_text: "午夜之前，灯熄了。" }));
  return { calls: [{ name: "add_translation_batch", arguments: { paragraphs } }] };
}

let team: Team;
let model: ModelServer;
let browser: Browser;
let book: Imported;

beforeAll(async () => {
  team = await startTeam();
  model = await startModel(script);
  await addModel(team.owner.program, "script", model.address);
  book = await importText(team.owner.program, "lamp.txt", BOOK, "zh-Hans");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await model?.end();
  await team?.program.end();
});

it("a question stands in its chapter and among the comments, and is answered there", async () => {
  const { page: reader } = await (await team.invite("Rita", "reader")).open(browser);
  const { page: tara, complaints } = await (await team.invite("Tara", "translator")).open(browser);
  const address = `${team.program.address}/#/books/${book.id}`;
  await reader.goto(`${address}/team/comments`);
  await reader.getByText("No comments.").waitFor();
  await tara.goto(`${address}/chapters/${book.chapters[0]}`);
  await tara.locator("article.active").waitFor();

  // Both pages are open before anything is asked.
  await ask(team.owner.program, "POST", `/books/${book.id}/runs`, { model: "script" });
  const comment = reader.getByRole("listitem").filter({ hasText: "Is the lamp a lantern?" });
  await comment.getByText("Question from the model").waitFor();
  expect(await comment.getByRole("button").count(), "a reader sees it and answers nothing").toBe(0);
  const question = tara.getByRole("region", { name: "Question from the model" });
  await question.getByText("Is the lamp a lantern?").waitFor();
  await question.getByRole("button", { name: "Keep it a lamp" }).click();
  await tara.getByText("Answer sent.").waitFor();
  await question.waitFor({ state: "detached" });
  await comment.waitFor({ state: "detached" });
  await tara.locator("article").getByText("午夜之前，灯熄了。").first().waitFor();

  // What was answered stays, with its answer and a name.
  await reader.getByLabel("Show").selectOption("resolved");
  await reader.getByText("Answer: Keep it a lamp").waitFor();
  await reader.goto(`${address}/team/activity`);
  const answered = reader.getByRole("listitem").filter({ hasText: "answered a question from the model" });
  await answered.getByText("Tara").waitFor();
  expect(complaints).toEqual([]);
});
