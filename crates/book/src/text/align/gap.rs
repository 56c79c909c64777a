//! The lines between two that were found again: which one was changed into which, and what was split or joined.

use super::LineChange;
use super::anchors::MatchedLine;
use super::likeness::{Shape, dice, is_enough, share};

/// Larger gaps are a rewritten book, and comparing each line with each would take minutes.
const MAX_CELLS: usize = 250_000;
/// A line is split into at most so many, or joined from them.
const MOST_PARTS: usize = 4;
/// The parts together must be this much like the whole,
const WHOLE: f32 = 0.85;
/// and each of them must be contained in it by so much.
const CONTAINED: f32 = 0.8;

/// Matches lines of a gap, in order.
pub(super) fn align(
    old_shapes: &[Shape],
    new_shapes: &[Shape],
    old: &[usize],
    new: &[usize],
) -> Vec<MatchedLine> {
    if old.len().saturating_mul(new.len()) > MAX_CELLS {
        return Vec::new();
    }
    let gap = Gap::compare(old_shapes, new_shapes, old, new);
    gap.trace(&gap.best())
}

/// How a stretch at the start of what is left is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Take {
    End,
    SkipOld,
    SkipNew,
    Same,
    Changed,
    /// One old line is so many new ones.
    Split(usize),
    /// So many old lines are one new one.
    Merge(usize),
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    score: f32,
    take: Take,
}

struct Gap<'a> {
    old: Vec<(usize, &'a Shape)>,
    new: Vec<(usize, &'a Shape)>,
    /// Shared pairs of characters, row by row.
    shared: Vec<usize>,
}

impl<'a> Gap<'a> {
    fn compare(old_shapes: &'a [Shape], new_shapes: &'a [Shape], old: &[usize], new: &[usize]) -> Self {
        let pick = |shapes: &'a [Shape], lines: &[usize]| -> Vec<(usize, &'a Shape)> {
            lines.iter().filter_map(|line| Some((*line, shapes.get(*line)?))).collect()
        };
        let (old, new) = (pick(old_shapes, old), pick(new_shapes, new));
        let shared = old.iter().flat_map(|(_, one)| new.iter().map(|(_, other)| one.shared(other))).collect();
        Self { old, new, shared }
    }

    fn shared(&self, row: usize, column: usize) -> usize {
        self.shared.get(row * self.new.len() + column).copied().unwrap_or_default()
    }

    /// The best way on from every pair of places.
    fn best(&self) -> Vec<Cell> {
        let width = self.new.len() + 1;
        let mut cells = vec![Cell { score: 0.0, take: Take::End }; (self.old.len() + 1) * width];
        for row in (0..=self.old.len()).rev() {
            for column in (0..=self.new.len()).rev() {
                let score = |rows: usize, columns: usize| {
                    cells.get((row + rows) * width + column + columns).map_or(0.0, |cell| cell.score)
                };
                let mut best = match (row < self.old.len(), column < self.new.len()) {
                    (false, false) => Cell { score: 0.0, take: Take::End },
                    (true, false) => Cell { score: 0.0, take: Take::SkipOld },
                    (false, true) => Cell { score: 0.0, take: Take::SkipNew },
                    (true, true) if score(1, 0) >= score(0, 1) => {
                        Cell { score: score(1, 0), take: Take::SkipOld }
                    }
                    (true, true) => Cell { score: score(0, 1), take: Take::SkipNew },
                };
                for (take, rows, columns, worth) in self.ways(row, column) {
                    let total = worth + score(rows, columns);
                    if total > best.score {
                        best = Cell { score: total, take };
                    }
                }
                if let Some(cell) = cells.get_mut(row * width + column) {
                    *cell = best;
                }
            }
        }
        cells
    }

    /// What may be matched at this pair of places: how, with how many lines on either side, and what it is worth.
    fn ways(&self, row: usize, column: usize) -> Vec<(Take, usize, usize, f32)> {
        let mut ways = Vec::new();
        let (Some((_, one)), Some((_, other))) = (self.old.get(row), self.new.get(column)) else {
            return ways;
        };
        if one.words == other.words {
            ways.push((Take::Same, 1, 1, 1.5));
            return ways;
        }
        let likeness = dice(self.shared(row, column), one.n_pairs(), other.n_pairs());
        if is_enough(likeness) && one.may_change_into(other) {
            ways.push((Take::Changed, 1, 1, likeness));
        }
        for n_parts in 2..=MOST_PARTS {
            let parts = self.new.get(column..column + n_parts).unwrap_or_default();
            let shared = (column..column + n_parts).map(|column| self.shared(row, column));
            if let Some(likeness) = whole(one, parts, shared) {
                ways.push((Take::Split(n_parts), 1, n_parts, likeness));
            }
            let parts = self.old.get(row..row + n_parts).unwrap_or_default();
            let shared = (row..row + n_parts).map(|row| self.shared(row, column));
            if let Some(likeness) = whole(other, parts, shared) {
                ways.push((Take::Merge(n_parts), n_parts, 1, likeness));
            }
        }
        ways
    }

    fn trace(&self, cells: &[Cell]) -> Vec<MatchedLine> {
        let width = self.new.len() + 1;
        let (mut row, mut column) = (0, 0);
        let mut matches = Vec::new();
        while let Some(cell) = cells.get(row * width + column) {
            let (rows, columns, fate) = match cell.take {
                Take::End => break,
                Take::SkipOld => (1, 0, None),
                Take::SkipNew => (0, 1, None),
                Take::Same => (1, 1, Some(LineChange::Same)),
                Take::Changed => (1, 1, Some(LineChange::Changed)),
                Take::Split(n_parts) => (1, n_parts, Some(LineChange::Split)),
                Take::Merge(n_parts) => (n_parts, 1, Some(LineChange::Merged)),
            };
            if let Some(fate) = fate {
                let old = largest(self.old.get(row..row + rows).unwrap_or_default());
                let new = largest(self.new.get(column..column + columns).unwrap_or_default());
                matches.extend(old.zip(new).map(|(old, new)| MatchedLine { old, new, fate }));
            }
            row += rows;
            column += columns;
        }
        matches
    }
}

/// How much these parts are the whole, if each of them is surely in it.
fn whole(whole: &Shape, parts: &[(usize, &Shape)], shared: impl Iterator<Item = usize>) -> Option<f32> {
    if parts.is_empty() {
        return None;
    }
    let (mut n_shared, mut n_pairs) = (0, 0);
    for ((_, part), shared) in parts.iter().zip(shared) {
        if part.n_pairs() == 0 || share(shared, part.n_pairs()) < CONTAINED {
            return None;
        }
        n_shared += shared;
        n_pairs += part.n_pairs();
    }
    let likeness = dice(n_shared.min(whole.n_pairs()), whole.n_pairs(), n_pairs);
    (likeness >= WHOLE).then_some(likeness)
}

/// The line with the most in it, which keeps what belongs to all of them.
fn largest(lines: &[(usize, &Shape)]) -> Option<usize> {
    lines.iter().rev().max_by_key(|(_, shape)| shape.n_pairs()).map(|(line, _)| *line)
}
