// Why: thousands of rows of unknown height scroll smoothly only if "which rows are at this place" and "where is this
// row" are both quick. Measured heights replace the guess one by one; sums are kept in a Fenwick tree.

export class Heights {
  readonly #heights: Float64Array;
  readonly #measured: Uint8Array;
  readonly #sums: Float64Array;
  readonly length: number;

  constructor(length: number, guess: number | ((row: number) => number)) {
    this.length = length;
    this.#heights = new Float64Array(length);
    this.#measured = new Uint8Array(length);
    this.#sums = new Float64Array(length + 1);
    for (let row = 0; row < length; row++) {
      const height = typeof guess === "number" ? guess : guess(row);
      this.#heights[row] = height;
      this.#add(row, height);
    }
  }

  /** Notes a measured height; says by how much it differs from what was believed. */
  measure(row: number, height: number): number {
    if (row < 0 || row >= this.length) return 0;
    const change = height - (this.#heights[row] ?? 0);
    this.#measured[row] = 1;
    if (change === 0) return 0;
    this.#heights[row] = height;
    this.#add(row, change);
    return change;
  }

  height(row: number): number {
    return this.#heights[row] ?? 0;
  }

  isMeasured(row: number): boolean {
    return this.#measured[row] === 1;
  }

  get total(): number {
    return this.top(this.length);
  }

  /** The place of a row's upper edge. */
  top(row: number): number {
    let sum = 0;
    for (let at = Math.min(row, this.length); at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  /** The row at a place; places outside give the first or the last row. */
  rowAt(place: number): number {
    let row = 0;
    let rest = place;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.length))); step >= 1; step /= 2) {
      const sum = this.#sums[row + step];
      if (row + step <= this.length && sum !== undefined && sum <= rest) {
        row += step;
        rest -= sum;
      }
    }
    return Math.max(0, Math.min(row, this.length - 1));
  }

  /** The rows to draw for a view of `height` at `place`, with `extra` rows on both sides; `end` is not drawn. */
  window(place: number, height: number, extra: number): { start: number; end: number } {
    if (this.length === 0) return { start: 0, end: 0 };
    const start = Math.max(0, this.rowAt(place) - extra);
    const end = Math.min(this.length, this.rowAt(place + height) + 1 + extra);
    return { start, end };
  }

  #add(row: number, change: number): void {
    for (let at = row + 1; at <= this.length; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + change;
  }
}
