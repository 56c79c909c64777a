// Why: a failure travels as a code with parameters and with the sentence of the catalogue, in the language of the page. Where
// the page knows what somebody in front of it can do, it says so in words of its own; hints that name what to type in a
// terminal are left out.
import type { Problem } from "../api/problem.ts";
import { isKey, t, type Values } from "./index.svelte.ts";

export interface ProblemWords {
  text: string;
  hint: string | undefined;
  /** The server's own sentence, where it holds what the page cannot know. */
  detail: string | undefined;
}

/** Codes whose sentence of the server says something the page's sentence cannot: which file, which answer of a service. */
const DETAILED = new Set(["model", "run", "file", "export", "violations", "failed", "library_failed", "tags"]);

export function problemWords(problem: Problem): ProblemWords {
  const { code } = problem;
  const known = [`error.${code}`, code.startsWith("no_such_") ? "error.gone" : ""].find(isKey);
  const hint = `error.${code}.hint`;
  // What has no name in the catalogue is not ours: a proxy's page, a broken answer.
  const isWorded = typeof problem.body.message === "string";
  const sentence = isWorded ? capitalised(withoutTerminal(problem.message)) : t("error.other");
  return {
    text: known && isKey(known) ? t(known, parameters(problem)) : sentence,
    hint: isKey(hint) ? t(hint, parameters(problem)) : undefined,
    detail: (known ? DETAILED.has(code) : !isWorded) ? withoutTerminal(problem.message) : undefined,
  };
}

/** The sentence and the hint as one, for messages of one line. */
export const problemSentence = (problem: Problem): string => {
  const { text, hint } = problemWords(problem);
  return hint ? `${text} ${hint}` : text;
};

function parameters({ body }: Problem): Values {
  const { params } = body;
  if (typeof params !== "object" || params === null) return {};
  const entries = Object.entries(params as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string | number] => ["string", "number"].includes(typeof entry[1])),
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Numbers of an operating system's errors tell a reader nothing. */
const withoutTerminal = (text: string): string => text.replace(/\s*\(os error \d+\)/g, "").replaceAll("`", "");
