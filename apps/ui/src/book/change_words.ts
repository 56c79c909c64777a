// Why: the server words what a change was for, out of the catalogue that all doors share; only the names of tools are the
// page's own.
import type { Change } from "../api/types.ts";
import { isKey, t } from "../i18n/index.svelte.ts";

/** What a change was for. */
export function changeWords({ words, message, params }: Change): string {
  const key = `tool.${String(params.tool)}`;
  return message === "change_tool" && isKey(key) ? t("change.tool", { what: t(key) }) : words;
}
