// Why: figures in sentences, with the plural each language has by the browser's own rules.

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

/**
 * Fills `{name}` with a value; numbers are written as the language writes them. `{n|one paragraph|# paragraphs}` has a
 * form for each plural category of the language, in the order zero, one, two, few, many, other; `#` is the number.
 */
export function fill(sentence: string, values: Record<string, string | number>, tag: string): string {
  return sentence.replace(/\{(\w+)((?:\|[^{}|]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const written = typeof value === "number" ? value.toLocaleString(tag) : value;
    if (!forms) return written;
    const choices = forms.slice(1).split("|");
    const form = choices[typeof value === "number" ? placeOf(value, tag) : choices.length - 1] ?? choices.at(-1) ?? "";
    return form.replaceAll("#", written);
  });
}

/** The place of a number's plural category among those the language has. */
function placeOf(value: number, tag: string): number {
  const rules = new Intl.PluralRules(tag);
  const has = rules.resolvedOptions().pluralCategories;
  return CATEGORIES.filter((category) => has.includes(category)).indexOf(rules.select(value));
}
