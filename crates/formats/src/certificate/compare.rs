//! Two sequences of blocks held against each other: what is missing, altered, moved, repeated or new.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

/// One difference, by position in the wanted and the given sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    /// Wanted, and nowhere.
    Missing(usize),
    /// Wanted, and another stands in its place.
    Altered(usize, usize),
    /// Wanted here, and given elsewhere.
    Moved(usize, usize),
    /// Wanted once more than it is given: the second of these.
    Repeated(usize, usize),
    /// Given, and never wanted.
    Unexpected(usize),
}

/// The differences, in the order of the wanted sequence as far as they have a place in it.
pub(super) fn compare<T: Copy + Eq + Hash>(wanted: &[T], given: &[T]) -> Vec<Difference> {
    if wanted == given {
        return Vec::new();
    }
    let gaps = gaps(wanted, given);
    let mut strays: HashMap<T, VecDeque<usize>> = HashMap::new();
    for at in gaps.iter().flat_map(|gap| &gap.given) {
        if let Some(digest) = given.get(*at) {
            strays.entry(*digest).or_default().push_back(*at);
        }
    }
    let mut found: Vec<(usize, Difference)> = Vec::new();
    let mut used: HashSet<usize> = HashSet::new();
    let mut moved: HashSet<usize> = HashSet::new();
    for &at in gaps.iter().flat_map(|gap| &gap.wanted) {
        let stray = wanted.get(at).and_then(|digest| strays.get_mut(digest)).and_then(VecDeque::pop_front);
        if let Some(stray) = stray {
            used.insert(stray);
            moved.insert(at);
            found.push((at, Difference::Moved(at, stray)));
        }
    }
    let first_wanted: HashMap<T, usize> =
        wanted.iter().enumerate().rev().map(|(at, digest)| (*digest, at)).collect();
    for gap in &gaps {
        let mut absent = gap.wanted.iter().copied().filter(|at| !moved.contains(at)).collect::<VecDeque<_>>();
        for &at in gap.given.iter().filter(|at| !used.contains(at)) {
            let twin = given.get(at).and_then(|digest| first_wanted.get(digest));
            let place = gap.wanted.first().copied().unwrap_or(gap.place);
            match (twin, absent.pop_front()) {
                (Some(&twin), None) => found.push((place, Difference::Repeated(twin, at))),
                (_, Some(wanted)) => found.push((wanted, Difference::Altered(wanted, at))),
                (None, None) => found.push((place, Difference::Unexpected(at))),
            }
        }
        found.extend(absent.into_iter().map(|at| (at, Difference::Missing(at))));
    }
    found.sort_by_key(|&(place, _)| place);
    found.into_iter().map(|(_, difference)| difference).collect()
}

/// A stretch between two blocks that both sequences share.
#[derive(Debug, Default)]
struct Gap {
    /// The position in the wanted sequence.
    place: usize,
    wanted: Vec<usize>,
    given: Vec<usize>,
}

fn gaps<T: Copy + Eq + Hash>(wanted: &[T], given: &[T]) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut gap = Gap::default();
    let (mut at, mut there) = (0, 0);
    for (next_at, next_there) in shared(wanted, given).into_iter().chain([(wanted.len(), given.len())]) {
        gap.place = at;
        gap.wanted.extend(at..next_at);
        gap.given.extend(there..next_there);
        if !gap.wanted.is_empty() || !gap.given.is_empty() {
            gaps.push(std::mem::take(&mut gap));
        }
        (at, there) = (next_at + 1, next_there + 1);
    }
    gaps
}

/// Beyond this many cells the exact comparison gives way to one that only looks a little ahead.
const MAX_CELLS: usize = 9_000_000;

/// Pairs of positions with equal blocks, rising in both sequences.
fn shared<T: Copy + Eq + Hash>(wanted: &[T], given: &[T]) -> Vec<(usize, usize)> {
    let head = wanted.iter().zip(given).take_while(|(a, b)| a == b).count();
    let (wanted_rest, given_rest) =
        (wanted.get(head..).unwrap_or_default(), given.get(head..).unwrap_or_default());
    let tail = wanted_rest.iter().rev().zip(given_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let wanted_middle = wanted_rest.get(..wanted_rest.len() - tail).unwrap_or_default();
    let given_middle = given_rest.get(..given_rest.len() - tail).unwrap_or_default();
    let middle = if wanted_middle.len() * given_middle.len() <= MAX_CELLS {
        longest_shared(wanted_middle, given_middle)
    } else {
        nearby_shared(wanted_middle, given_middle)
    };
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    pairs.extend(middle.into_iter().map(|(at, there)| (at + head, there + head)));
    pairs.extend((0..tail).map(|at| (wanted.len() - tail + at, given.len() - tail + at)));
    pairs
}

/// The longest common subsequence, by the usual table.
fn longest_shared<T: Copy + Eq + Hash>(wanted: &[T], given: &[T]) -> Vec<(usize, usize)> {
    let width = given.len() + 1;
    let mut table = vec![0_u32; (wanted.len() + 1) * width];
    let cell =
        |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for (row, a) in wanted.iter().enumerate().rev() {
        for (column, b) in given.iter().enumerate().rev() {
            let length = if a == b {
                cell(&table, row + 1, column + 1) + 1
            } else {
                cell(&table, row + 1, column).max(cell(&table, row, column + 1))
            };
            if let Some(slot) = table.get_mut(row * width + column) {
                *slot = length;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while let Some((a, b)) = wanted.get(row).zip(given.get(column)) {
        if a == b {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if cell(&table, row + 1, column) >= cell(&table, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// For books that differ almost everywhere: the next match within a short reach.
fn nearby_shared<T: Copy + Eq + Hash>(wanted: &[T], given: &[T]) -> Vec<(usize, usize)> {
    const REACH: usize = 64;
    let mut pairs = Vec::new();
    let (mut at, mut there) = (0, 0);
    while at < wanted.len() && there < given.len() {
        let step = (0..REACH).find_map(|sum| {
            (0..=sum).map(|down| (down, sum - down)).find(|&(down, right)| {
                wanted.get(at + down).is_some_and(|a| given.get(there + right) == Some(a))
            })
        });
        let Some((down, right)) = step else {
            (at, there) = (at + 1, there + 1);
            continue;
        };
        (at, there) = (at + down, there + right);
        pairs.push((at, there));
        (at, there) = (at + 1, there + 1);
    }
    pairs
}
