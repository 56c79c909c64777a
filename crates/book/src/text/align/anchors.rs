//! Lines that occur once on both sides, and the longest chain of them that is in the same order on both.

use super::LineChange;
use super::likeness::Shape;
use std::collections::HashMap;

/// Numbers for equal lines: the same number on either side means equal.
pub(super) struct Keys {
    /// Equal words.
    pub(super) exact: BothSides,
    /// Equal letters, whatever stands between them; `None` where there are too few.
    letters: BothSides,
}

/// The numbers of both texts' lines.
pub(super) struct BothSides {
    pub(super) old: Vec<Option<u32>>,
    pub(super) new: Vec<Option<u32>>,
}

impl Keys {
    pub(super) fn from_shapes(old: &[Shape], new: &[Shape]) -> Self {
        Self {
            exact: number(old, new, |shape| Some(&shape.words)),
            letters: number(old, new, |shape| shape.is_long().then_some(&shape.letters)),
        }
    }
}

fn number<'a>(
    old: &'a [Shape],
    new: &'a [Shape],
    key: impl Fn(&'a Shape) -> Option<&'a String>,
) -> BothSides {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut side = |shapes: &'a [Shape]| {
        let mut of = |shape| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            key(shape).map(|key| *numbers.entry(key.as_str()).or_insert(next))
        };
        shapes.iter().map(&mut of).collect()
    };
    BothSides { old: side(old), new: side(new) }
}

/// A match found here.
pub(super) struct MatchedLine {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) fate: LineChange,
}

/// Matches equal lines that are in order, among these lines of both sides.
pub(super) fn align(keys: &Keys, old: &[usize], new: &[usize]) -> Vec<MatchedLine> {
    let mut matches = Vec::new();
    let mut stretches = vec![(old, new)];
    while let Some((old, new)) = stretches.pop() {
        let (old, new) = trim(keys, old, new, &mut matches);
        if old.is_empty() || new.is_empty() {
            continue;
        }
        let exact = longest_chain(&unique(&keys.exact, old, new));
        let (chain, fate) = if exact.is_empty() {
            (longest_chain(&unique(&keys.letters, old, new)), LineChange::Changed)
        } else {
            (exact, LineChange::Same)
        };
        if chain.is_empty() {
            matches.extend(in_common(keys, old, new));
            continue;
        }
        let (mut rest_old, mut rest_new) = (old, new);
        for (old, new) in chain {
            matches.push(MatchedLine { old, new, fate });
            let (before_old, after_old) = split_around(rest_old, old);
            let (before_new, after_new) = split_around(rest_new, new);
            stretches.push((before_old, before_new));
            (rest_old, rest_new) = (after_old, after_new);
        }
        stretches.push((rest_old, rest_new));
    }
    matches
}

/// What comes before and after a line in a stretch.
fn split_around(lines: &[usize], line: usize) -> (&[usize], &[usize]) {
    let at = lines.partition_point(|one| *one < line);
    let (before, rest) = lines.split_at(at);
    (before, rest.split_first().map_or(rest, |(_, after)| after))
}

/// Takes equal lines off both ends.
fn trim<'a>(
    keys: &Keys,
    mut old: &'a [usize],
    mut new: &'a [usize],
    matches: &mut Vec<MatchedLine>,
) -> (&'a [usize], &'a [usize]) {
    while let (Some((first_old, rest_old)), Some((first_new, rest_new))) =
        (old.split_first(), new.split_first())
        && keys.exact.are_equal(*first_old, *first_new)
    {
        matches.push(MatchedLine { old: *first_old, new: *first_new, fate: LineChange::Same });
        (old, new) = (rest_old, rest_new);
    }
    while let (Some((last_old, rest_old)), Some((last_new, rest_new))) = (old.split_last(), new.split_last())
        && keys.exact.are_equal(*last_old, *last_new)
    {
        matches.push(MatchedLine { old: *last_old, new: *last_new, fate: LineChange::Same });
        (old, new) = (rest_old, rest_new);
    }
    (old, new)
}

impl BothSides {
    fn are_equal(&self, old: usize, new: usize) -> bool {
        let (old, new) = (self.old.get(old).copied().flatten(), self.new.get(new).copied().flatten());
        old.is_some() && old == new
    }
}

/// Larger stretches of nothing but repeated or foreign lines are not worth a table.
const MAX_CELLS: usize = 1_000_000;

/// The longest common order of lines that are all repeated somewhere.
fn in_common(keys: &Keys, old: &[usize], new: &[usize]) -> Vec<MatchedLine> {
    if old.len().saturating_mul(new.len()) > MAX_CELLS {
        return Vec::new();
    }
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    let at = |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for (row, one) in old.iter().enumerate().rev() {
        for (column, other) in new.iter().enumerate().rev() {
            let best = if keys.exact.are_equal(*one, *other) {
                at(&longest, row + 1, column + 1) + 1
            } else {
                at(&longest, row + 1, column).max(at(&longest, row, column + 1))
            };
            if let Some(cell) = longest.get_mut(row * width + column) {
                *cell = best;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut matches = Vec::new();
    while let (Some(one), Some(other)) = (old.get(row), new.get(column)) {
        if keys.exact.are_equal(*one, *other) {
            matches.push(MatchedLine { old: *one, new: *other, fate: LineChange::Same });
            row += 1;
            column += 1;
        } else if at(&longest, row + 1, column) >= at(&longest, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    matches
}

/// Pairs of lines whose number occurs once among these lines of either side, by the new side's order.
pub(super) fn unique(keys: &BothSides, old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
    let count = |side: &[Option<u32>], lines: &[usize]| {
        let mut places: HashMap<u32, Option<usize>> = HashMap::new();
        for line in lines {
            if let Some(Some(key)) = side.get(*line) {
                places.entry(*key).and_modify(|place| *place = None).or_insert(Some(*line));
            }
        }
        places
    };
    let in_old = count(&keys.old, old);
    let in_new = count(&keys.new, new);
    let mut pairs: Vec<(usize, usize)> =
        in_new.iter().filter_map(|(key, new)| Some(((*in_old.get(key)?)?, (*new)?))).collect();
    pairs.sort_unstable_by_key(|(_, new)| *new);
    pairs
}

/// The longest part of the pairs, given by the new side's order, that is also in the old side's order.
pub(super) fn longest_chain(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The pair that ends the best chain of each length, and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let old_of = |place: usize| pairs.get(place).map_or(usize::MAX, |(old, _)| *old);
    for (place, (old, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| old_of(*end) < *old);
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(place) = next {
        chain.extend(pairs.get(place).copied());
        next = before.get(place).copied().flatten();
    }
    chain.reverse();
    chain
}
