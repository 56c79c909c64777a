// Why: rows are laid out before they are measured; a good guess keeps the page from jumping.
import type { Paragraph } from "../api/types.ts";

/** The height of a row nothing is known about. */
const USUAL = 100;

/** A guess at a row's height before it is measured, from how much text it has. */
export function guessHeight(paragraph: Paragraph | undefined, perLine: number): number {
  if (!paragraph) return USUAL;
  if (paragraph.is_empty) return 28;
  const width = (text: string) => text.length * (/[⺀-鿿가-힣]/.test(text) ? 2 : 1);
  const longest = Math.max(width(paragraph.text), width(paragraph.translation ?? paragraph.rehearsal ?? ""));
  return 40 + Math.max(1, Math.ceil(longest / perLine)) * 32;
}
