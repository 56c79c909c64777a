// Why: words that were typed and not saved are kept per paragraph on this machine, so that neither a closed editor, nor
// another chapter, nor a reload, nor a server that is away loses them.

export interface Draft {
  text: string;
  /** What stood there when the editing began. */
  before: string;
  /** The version that stood there; a later one means a conflict. */
  version: string | null;
}

const PREFIX = "tsumugi.draft.";
/** Old ones go when there are more than anyone writes in a month. */
const MOST = 500;

const nameOf = (book: string, paragraph: string) => `${PREFIX}${book}.${paragraph}`;

export const drafts = {
  get(book: string, paragraph: string): Draft | undefined {
    const kept = localStorage.getItem(nameOf(book, paragraph));
    if (kept === null) return undefined;
    try {
      const { text, before, version } = JSON.parse(kept) as Partial<Draft>;
      return typeof text === "string" ? { text, before: before ?? "", version: version ?? null } : undefined;
    } catch {
      return undefined;
    }
  },

  keep(book: string, paragraph: string, draft: Draft): void {
    const name = nameOf(book, paragraph);
    localStorage.removeItem(name);
    const others = Object.keys(localStorage).filter((each) => each.startsWith(PREFIX));
    for (const old of others.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(old);
    localStorage.setItem(name, JSON.stringify(draft));
  },

  drop(book: string, paragraph: string): void {
    localStorage.removeItem(nameOf(book, paragraph));
  },

  /** The paragraphs of a book with a draft. */
  of(book: string): string[] {
    const prefix = nameOf(book, "");
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  },
};
