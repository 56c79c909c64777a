// Why: of a chapter of any length only what is near the reader is kept. This is the keeping: which paragraphs are here,
// which are still to be asked for, and which are let go.
import type { Paragraph } from "../api/types.ts";

/** Paragraphs are asked for in blocks of so many, at places that do not move, so that no block is asked for twice. */
export const BLOCK = 100;
/** So many are kept at most; the ones furthest from the reader go first. */
export const MOST = 3_000;

export class ParagraphCache {
  readonly #byIndex = new Map<number, Paragraph>();
  readonly #byId = new Map<string, number>();

  get size(): number {
    return this.#byIndex.size;
  }

  at(index: number): Paragraph | undefined {
    return this.#byIndex.get(index);
  }

  find(id: string): Paragraph | undefined {
    const index = this.#byId.get(id);
    return index === undefined ? undefined : this.#byIndex.get(index);
  }

  put(paragraph: Paragraph): void {
    this.#byIndex.set(paragraph.paragraph_index, paragraph);
    this.#byId.set(paragraph.paragraph_id, paragraph.paragraph_index);
  }

  /** Lets go of everything outside of these indexes, which may have changed without anyone saying so. */
  only(start: number, end: number): void {
    for (const [index, { paragraph_id }] of this.#byIndex) {
      if (index >= start && index < end) continue;
      this.#byIndex.delete(index);
      this.#byId.delete(paragraph_id);
    }
  }

  /** Lets go of what is furthest from `middle` until no more than `most` are left. */
  shrink(middle: number, most = MOST): void {
    if (this.#byIndex.size <= most) return;
    const far = [...this.#byIndex.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const index of far.slice(0, this.#byIndex.size - most)) {
      const gone = this.#byIndex.get(index);
      this.#byIndex.delete(index);
      if (gone) this.#byId.delete(gone.paragraph_id);
    }
  }
}

/** From where to where (not included) to ask for these indexes: in whole blocks, or just them where they lie apart. */
export function ranges(indexes: Iterable<number>, whole: boolean): Range[] {
  const found: Range[] = [];
  for (const index of indexes) {
    const start = whole ? index - (index % BLOCK) : index;
    const end = whole ? start + BLOCK : index + 1;
    const last = found.at(-1);
    if (last && start <= last.end + (whole ? -1 : GAP) && end - last.start <= BLOCK) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

export interface Range {
  start: number;
  end: number;
}

/** Asking for a few paragraphs in between is cheaper than asking twice. */
const GAP = 10;

export type Span = readonly number[];

/** A list of indexes given as spans, which may be many more than anyone wants to write out. */
export class IndexRanges {
  readonly #spans: readonly Span[];
  /** How many indexes stand before each span. */
  readonly #before: number[] = [];
  readonly length: number;

  constructor(spans: readonly Span[]) {
    this.#spans = spans;
    let length = 0;
    for (const [first = 0, last = first] of spans) {
      this.#before.push(length);
      length += last - first + 1;
    }
    this.length = length;
  }

  /** The index at a place of the list. */
  at(row: number): number | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const nth = lastNotAbove(this.#before, row);
    const first = this.#spans[nth]?.[0];
    return first === undefined ? undefined : first + row - (this.#before[nth] ?? 0);
  }

  /** The place of an index in the list; where it is not in it, the place of the next one. */
  rowOf(index: number): number {
    const starts = this.#spans.map(([first = 0]) => first);
    const nth = lastNotAbove(starts, index);
    if (nth < 0) return 0;
    const [first = 0, last = first] = this.#spans[nth] ?? [];
    const before = this.#before[nth] ?? 0;
    return before + Math.min(index, last + 1) - first;
  }

  has(index: number): boolean {
    return this.at(this.rowOf(index)) === index;
  }

  /** The nearest index of the list behind (or before) an index. */
  next(index: number, by: 1 | -1): number | undefined {
    const row = this.rowOf(index);
    if (by < 0) return this.at(row - 1);
    return this.at(this.has(index) ? row + 1 : row);
  }
}

/** The last place whose number is not above `wanted`, of numbers in order; -1 for none. */
function lastNotAbove(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
