// Why: how a person likes to read is kept on this machine: size, line height, and where the source stands.

export const SOURCES = ["beside", "demand", "hidden"] as const;
/** The source beside the translation, shown for the active paragraph only, or not at all. */
export type SourceView = (typeof SOURCES)[number];

const KEPT_AS = "tsumugi.reading";
const SIZES = [0.85, 0.95, 1.06, 1.2, 1.35, 1.55] as const;
const LEADINGS = [1.5, 1.75, 2, 2.3] as const;

interface Kept {
  size: number;
  leading: number;
  source: SourceView;
  vertical: boolean;
  /** Nothing but the text. */
  plain: boolean;
}

function kept(): Kept {
  const usual: Kept = { size: 2, leading: 1, source: "beside", vertical: false, plain: false };
  try {
    const read = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}") as Partial<Kept>;
    const known = SOURCES.find((each) => each === read.source);
    return { ...usual, ...read, source: known ?? usual.source };
  } catch {
    return usual;
  }
}

class Reading {
  #kept: Kept = $state.raw(kept());

  get source(): SourceView {
    return this.#kept.source;
  }

  get plain(): boolean {
    return this.#kept.plain;
  }

  get vertical(): boolean {
    return this.#kept.vertical;
  }

  /** In root ems. */
  get fontSize(): number {
    return SIZES[this.#kept.size] ?? 1.06;
  }

  get lineHeight(): number {
    return LEADINGS[this.#kept.leading] ?? 1.75;
  }

  canResize(by: 1 | -1): boolean {
    return SIZES[this.#kept.size + by] !== undefined;
  }

  canSpace(by: 1 | -1): boolean {
    return LEADINGS[this.#kept.leading + by] !== undefined;
  }

  resize(by: 1 | -1): void {
    if (this.canResize(by)) this.#keep({ size: this.#kept.size + by });
  }

  space(by: 1 | -1): void {
    if (this.canSpace(by)) this.#keep({ leading: this.#kept.leading + by });
  }

  showSource(source: SourceView): void {
    this.#keep({ source });
  }

  clear(plain: boolean): void {
    this.#keep({ plain, ...(plain ? { source: "hidden" as const } : { source: "beside" as const }) });
  }

  turn(vertical: boolean): void {
    this.#keep({ vertical });
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    localStorage.setItem(KEPT_AS, JSON.stringify(this.#kept));
  }
}

export const reading = new Reading();

const PLACE = "tsumugi.place.";

/** Where a person was in a book, so that reading goes on there. */
export const lastPlace = {
  get(book: string): { chapter: string; paragraph: string } | undefined {
    const [chapter, paragraph] = (localStorage.getItem(PLACE + book) ?? "").split(" ");
    return chapter && paragraph ? { chapter, paragraph } : undefined;
  },
  keep(book: string, chapter: string, paragraph: string): void {
    localStorage.setItem(PLACE + book, `${chapter} ${paragraph}`);
  },
};
