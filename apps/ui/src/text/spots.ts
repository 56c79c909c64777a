// Why: the words a finding is about stand out in the text itself; places are counted in characters of the text without
// markup, and the text is drawn from pieces.
import type { Piece } from "./markup.ts";

export interface SpottedPiece {
  piece: Piece;
  hit: boolean;
}

/** The pieces with text cut where a place begins or ends. A reading is marked with the whole of its base. */
export function spotPieces(pieces: readonly Piece[], spans: readonly (readonly number[])[]): SpottedPiece[] {
  if (spans.length === 0) return pieces.map((piece) => ({ piece, hit: false }));
  const isHit = (at: number) => spans.some(([start = 0, end = 0]) => at >= start && at < end);
  const found: SpottedPiece[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece.piece === "ruby") {
      const start = at;
      at += [...piece.base].length;
      found.push({ piece, hit: Array.from({ length: at - start }, (_, n) => start + n).some(isHit) });
    } else if (piece.piece === "text") {
      for (const character of piece.text) {
        const hit = isHit(at++);
        const last = found.at(-1);
        if (last?.piece.piece === "text" && last.hit === hit) last.piece.text += character;
        else found.push({ piece: { piece: "text", text: character }, hit });
      }
    } else found.push({ piece, hit: false });
  }
  return found;
}
