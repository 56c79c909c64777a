// Why: a check has a name for people; its code is small print.
import { isKey, t } from "../i18n/index.svelte.ts";

/** The name of a check from its code, as in `C1`; the code itself if there is none. */
export function checkName(code: string): string {
  const key = `check.${code}`;
  return isKey(key) ? t(key) : code;
}
