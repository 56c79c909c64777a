// Why: which paragraphs of the whole book are wanted, as a value that the address keeps.
export const STATES = ["untranslated", "draft", "needs_work", "reviewed", "approved"] as const;
export type State = (typeof STATES)[number];

export interface ParagraphQuery {
  state?: State;
  author?: string;
  check?: string;
  chapter?: string;
  stale?: true;
  min_length?: number;
  max_length?: number;
}

/** Reads what an address says behind `?`; what it does not understand is left out. */
export function readQuery(search: string): ParagraphQuery {
  const said = new URLSearchParams(search);
  const state = STATES.find((each) => each === said.get("state"));
  const query: ParagraphQuery = { ...(state ? { state } : {}), ...(said.get("stale") ? { stale: true } : {}) };
  for (const name of ["author", "check", "chapter"] as const) {
    const text = said.get(name);
    if (text) query[name] = text;
  }
  for (const name of ["min_length", "max_length"] as const) {
    const length = lengthOf(said.get(name) ?? "");
    if (length !== undefined) query[name] = length;
  }
  return query;
}

/** The same as the part of an address behind `?`. */
export function writeQuery(query: ParagraphQuery): string {
  const entries = Object.entries(query).map(([name, value]) => [name, value === true ? "1" : String(value)]);
  return new URLSearchParams(entries).toString();
}

/** A number of characters somebody typed; nothing where it is none. */
export function lengthOf(text: string): number | undefined {
  const length = Number.parseInt(text, 10);
  return Number.isFinite(length) && length > 0 && length <= 1_000_000 ? length : undefined;
}
