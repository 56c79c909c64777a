// Why: the English sentences, gathered from the areas of the page.
import { assistant } from "./assistant.ts";
import { book } from "./book.ts";
import { chapter } from "./chapter.ts";
import { drift } from "./drift.ts";
import { fixing } from "./fixing.ts";
import { instructions } from "./instructions.ts";
import { knowledge } from "./knowledge.ts";
import { library } from "./library.ts";
import { review } from "./review.ts";
import { run } from "./run.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { survey } from "./survey.ts";

export const en = {
  ...shell,
  ...library,
  ...book,
  ...chapter,
  ...run,
  ...instructions,
  ...fixing,
  ...survey,
  ...drift,
  ...knowledge,
  ...review,
  ...settings,
  ...assistant,
};
