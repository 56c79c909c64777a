// Why: the one way to the server. Requests are typed by the server's own description; failures are thrown as problems.
import createClient from "openapi-fetch";
import { connection } from "../state/connection.svelte.ts";
import { isAborted, Problem } from "./problem.ts";
import type { paths } from "./schema.ts";

/** Says that a request is meant: a page of somebody else's cannot send it without asking. */
export const CSRF_HEADER = { "x-tsumugi": "1" };

/** Asks for the server's sentences in the language of the page, which need not be the browser's. */
export const languageHeader = () => ({ "accept-language": document.documentElement.lang || "en" });

export const client = createClient<paths>({ credentials: "same-origin", headers: CSRF_HEADER });
client.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(languageHeader())) request.headers.set(name, value);
  },
});

/** What a request gave, or the problem thrown. */
export async function ok<Data>(request: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  let answer: { data?: Data; error?: unknown; response: Response };
  try {
    answer = await request;
  } catch (thrown) {
    // A request that the page took back is neither a failure nor a sign that the server is away.
    throw isAborted(thrown) ? thrown : noticed(Problem.of(thrown));
  }
  if (!answer.response.ok) throw noticed(Problem.from(answer.response.status, answer.error));
  return answer.data as Data;
}

/** The page as a whole knows when nobody answers, or when a token is asked for. */
export function noticed(problem: Problem): Problem {
  if (problem.code === "unreachable") connection.lost();
  else if (problem.status === 401 || problem.code === "too_many_wrong_tokens") connection.refused();
  return problem;
}

/** A form with a file, for the few requests that carry one. */
export function form(fields: Record<string, File | string | undefined>): FormData {
  const data = new FormData();
  // The file goes last, so that the server knows everything about it when it arrives.
  const entries = Object.entries(fields).sort(([, a], [, b]) => Number(a instanceof File) - Number(b instanceof File));
  for (const [name, value] of entries) if (value !== undefined && value !== "") data.append(name, value);
  return data;
}
