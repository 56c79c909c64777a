// Why: how bad a chapter is, as one of a few shades that stay apart for every eye.
import type { ChapterCard } from "../api/types.ts";

export const SHADES = 5;

/** 0 for none, up to 4; by findings per hundred paragraphs, so that long chapters are not dark for their length. */
export function shade(chapter: Pick<ChapterCard, "n_findings" | "n_work">): number {
  const found = chapter.n_findings ?? 0;
  if (found === 0) return 0;
  const rate = (found / Math.max(1, chapter.n_work)) * 100;
  return rate < 2 ? 1 : rate < 5 ? 2 : rate < 12 ? 3 : 4;
}
