// Why: the history keeps a note of what each change was for, in English, since before there was a page. Here it is read
// back into what happened and to what, and said in the person's language.
import { isKey, t } from "../i18n/index.svelte.ts";

/** Each note as it is written, with what stands in it by name. */
const NOTES: readonly (readonly [RegExp, string])[] = [
  [/^undo$/, "undo"],
  [/^review: draft$/, "reviewDraft"],
  [/^review: needs work$/, "reviewNeedsWork"],
  [/^review: reviewed$/, "reviewReviewed"],
  [/^edited a paragraph$/, "edited"],
  [/^edited (?<n>\d+) paragraphs$/, "edited"],
  [/^selected$/, "selected"],
  [/^locked$/, "locked"],
  [/^unlocked$/, "unlocked"],
  [/^accepted a suggestion$/, "accepted"],
  [/^turned a suggestion down$/, "rejected"],
  [/^titled the book$/, "titledBook"],
  [/^titled chapter (?<n>\d+)$/, "titledChapter"],
  [/^added term (?<a>.+) → (?<b>.+)$/s, "addedTerm"],
  [/^changed term (?<a>.+)$/s, "changedTerm"],
  [/^removed term (?<a>.+)$/s, "removedTerm"],
  [/^added character (?<a>.+)$/s, "addedCharacter"],
  [/^changed character (?<a>.+)$/s, "changedCharacter"],
  [/^removed character (?<a>.+)$/s, "removedCharacter"],
  [/^(?:added|changed|removed) (?:a )?(?:memory|note)/, "note"],
  [/^summary of chapter (?<n>\d+)$/, "summary"],
  [/instructions|told every model|asked of/i, "instructions"],
  [/^replaced `(?<a>.*)` by `(?<b>.*)`$/s, "replaced"],
  [/^renamed (?<a>.+): (?<b>.+) → (?<c>.+)$/s, "renamed"],
  [/^acknowledged: (?<a>.+)$/s, "ignored"],
  [/^acknowledgement withdrawn$/, "reopened"],
  [/^survey: (?<n>\d+) decisions$/, "decided"],
  [/^survey: (?<n>\d+) terms, (?<m>\d+) characters$/, "surveyed"],
  [/^survey: \w+/, "decidedOne"],
  [/^took (?<a>.+) from `(?<b>.+)`$/s, "imported"],
  [/^titles as their headings were translated$/, "titles"],
  [/^the same text was translated before$/, "reused"],
  [/^(?:mended|fixed) by the checks$/, "fixed"],
  [/^(?:conversation|tool):? (?<tool>\w+)$/, "tool"],
  [/^conversation$/, "conversation"],
  [/^(?<kind>translation|polish|proofreading|survey|fix)$/, "run"],
];

/** What a change was for. */
export function changeWords(note: string): string {
  for (const [pattern, name] of NOTES) {
    const groups = pattern.exec(note)?.groups ?? (pattern.test(note) ? {} : undefined);
    if (!groups) continue;
    const { tool, kind, n, m, ...names } = groups;
    return t(`change.${name}` as Parameters<typeof t>[0], {
      ...names,
      ...(n === undefined ? { n: 1 } : { n: Number(n) }),
      ...(m === undefined ? {} : { m: Number(m) }),
      ...(tool === undefined ? {} : { what: said("tool", tool) }),
      ...(kind === undefined ? {} : { what: said("kind", kind) }),
    });
  }
  return t("change.other");
}

function said(family: "tool" | "kind", word: string): string {
  const key = `${family}.${word}`;
  return isKey(key) ? t(key) : word.replaceAll("_", " ");
}
