// Why: why something failed or waits, in words for a person: the server tells a kind, and a sentence for a log.
import { isKey, t } from "../i18n/index.svelte.ts";
import { checkName } from "../review/check_name.ts";

/** Why a task or a paragraph failed. */
export function failureWords(failure: unknown, reason: string): string {
  const { kind, check, detail } = (failure ?? {}) as { kind?: unknown; check?: unknown; detail?: unknown };
  if (kind === "check") return t("failure.check", { check: checkName(String(check)) });
  if (kind === "service" || kind === "denied") return reasonWords(typeof detail === "string" ? detail : reason);
  const key = `failure.${String(kind)}`;
  return isKey(key) ? t(key) : reasonWords(reason);
}

/** What a sentence of the log is about, where it can be told. The order matters: the first that fits is said. */
const ABOUT: readonly (readonly [RegExp, string])[] = [
  [/refused by check (\w+)/i, "failure.check"],
  [/429|rate.?limit|too many requests/i, "reason.rate_limit"],
  [/insufficient|quota|credit|billing|402/i, "reason.credit"],
  [/401|403|api key|unauthori[sz]ed|forbidden/i, "reason.key"],
  [/404|no such model|model.*not found/i, "reason.model"],
  [/timed? ?out|timeout/i, "reason.timeout"],
  [/connect|refused|unreachable|dns|os error|reset by peer|closed/i, "reason.unreachable"],
  [/50\d|52\d|overloaded|unavailable|server error/i, "reason.server"],
  [/cut off|truncated|max_tokens/i, "failure.truncated"],
  [/repetition/i, "failure.degenerate"],
  [/refus/i, "failure.refused"],
  [/tool calls?/i, "failure.no_tool_calls"],
  [/malformed|json/i, "failure.malformed"],
  [/budget/i, "failure.budget"],
  [/language/i, "failure.wrong_language"],
  [/stopped by/i, "failure.cancelled"],
];

/** The same for a sentence without a kind. */
export function reasonWords(reason: string): string {
  for (const [pattern, key] of ABOUT) {
    const match = pattern.exec(reason);
    if (match && isKey(key)) return t(key, { check: checkName(match[1] ?? "") });
  }
  return t("reason.other");
}
