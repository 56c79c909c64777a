// Why: terms and names are marked in the text with their entry behind them; this finds where they stand.

export interface Entry {
  id: string;
  kind: "term" | "name";
  /** Every way it may be written. */
  forms: string[];
}

export interface Span {
  text: string;
  entry?: Entry;
}

/** A search for many entries at once; made once per chapter, used for every paragraph that is drawn. */
export class Highlighter {
  readonly #byForm = new Map<string, Entry>();
  readonly #search: RegExp | undefined;

  constructor(entries: Entry[]) {
    for (const entry of entries) {
      for (const form of entry.forms) {
        const known = form.trim();
        if (known && !this.#byForm.has(known)) this.#byForm.set(known, entry);
      }
    }
    // Longer forms first, so that a full name is not taken for the shorter one inside it.
    const forms = [...this.#byForm.keys()].sort((a, b) => b.length - a.length).map(pattern);
    this.#search = forms.length > 0 ? new RegExp(forms.join("|"), "gu") : undefined;
  }

  spans(text: string): Span[] {
    if (!this.#search || !text) return [{ text }];
    const spans: Span[] = [];
    let at = 0;
    for (const match of text.matchAll(this.#search)) {
      const entry = this.#byForm.get(match[0]);
      if (!entry) continue;
      if (match.index > at) spans.push({ text: text.slice(at, match.index) });
      spans.push({ text: match[0], entry });
      at = match.index + match[0].length;
    }
    if (at < text.length) spans.push({ text: text.slice(at) });
    return spans;
  }
}

/** Letters of spaced scripts must not go on beside the form: `Al` is not in `Also`. Katakana neither: `メイ`, `メイン`. */
function pattern(form: string): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const spaced = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]";
  const katakana = "[\\p{Script=Katakana}ー]";
  const start = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(form)
    ? `(?<!${spaced})`
    : /^[\p{Script=Katakana}ー]/u.test(form)
      ? `(?<!${katakana})`
      : "";
  const end = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u.test(form)
    ? `(?!${spaced})`
    : /[\p{Script=Katakana}ー]$/u.test(form)
      ? `(?!${katakana})`
      : "";
  return start + escaped + end;
}
