// Why: how consistent each name is, chapter by chapter, for the picture and the table behind it.
import type { Drift } from "../api/drift.ts";

export interface NameCell {
  same: number;
  all: number;
}

export interface NameRow {
  key: string;
  source: string;
  translation: string;
  /** In the order of the chapters; nothing where the name does not stand. */
  cells: (NameCell | undefined)[];
}

export interface NamesOverChapters {
  chapters: number[];
  rows: NameRow[];
}

export function namesOverChapters(drifts: readonly Drift[]): NamesOverChapters {
  const counted = drifts.map((drift) => {
    const cells = new Map<number, NameCell>();
    for (const rendering of drift.renderings) {
      for (const { chapter, n_paragraphs: n } of rendering.chapters) {
        const cell = cells.get(chapter) ?? { same: 0, all: 0 };
        cells.set(chapter, { same: cell.same + (rendering.is_agreed ? n : 0), all: cell.all + n });
      }
    }
    return { drift, cells };
  });
  const chapters = [...new Set(counted.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
  const rows = counted.map(({ drift, cells }) => ({
    key: `${drift.entry} ${drift.id}`,
    source: drift.source,
    translation: drift.translation,
    cells: chapters.map((chapter) => cells.get(chapter)),
  }));
  return { chapters, rows };
}
