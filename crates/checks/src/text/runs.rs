//! Stretches that two texts share, and stretches that one text repeats, in linear time.

use super::hash::{Rolling, hash_of, hash_of_stretch};
use super::view::View;
use std::ops::Range;

/// The first stretch of at least `least` characters that stands in both texts, as a place in the second one.
/// White space counts as it is.
pub fn shared_chars(known: &[char], text: &[char], least: usize) -> Option<Range<usize>> {
    shared(known, text, least, |c| u64::from(u32::from(*c)))
}

/// The first run of at least `least` words that stands in both texts, as a place in the second one, in characters.
pub fn shared_words(known: &View<'_>, text: &View<'_>, least: usize) -> Option<Range<usize>> {
    let known: Vec<u64> = known.words().map(hash_of).collect();
    let words: Vec<u64> = text.words().map(hash_of).collect();
    let run = shared(&known, &words, least, |word| *word)?;
    let start = text.tokens().get(run.start)?.start;
    let end = text.tokens().get(run.end.checked_sub(1)?)?.end;
    Some(start..end)
}

/// Every run of `least` contains a whole block of half that length at a multiple of it; only such blocks are looked up.
fn shared<T: PartialEq>(
    known: &[T],
    text: &[T],
    least: usize,
    number: impl Fn(&T) -> u64 + Clone,
) -> Option<Range<usize>> {
    let block = (least / 2).max(1);
    if known.len() < least || text.len() < least {
        return None;
    }
    let starts = known.chunks_exact(block).zip((0..).step_by(block));
    let mut blocks: Vec<(u64, usize)> =
        starts.map(|(items, position)| (hash_of_stretch(items.iter().map(&number)), position)).collect();
    blocks.sort_unstable();
    let mut sieve = [0_u64; 64];
    for (hash, _) in &blocks {
        if let Some(word) = sieve.get_mut(slot(*hash).0) {
            *word |= slot(*hash).1;
        }
    }
    for (at, hash) in Rolling::new(text.iter().map(number), block).enumerate() {
        let (word, bit) = slot(hash);
        if sieve.get(word).is_none_or(|known| known & bit == 0) {
            continue;
        }
        let first = blocks.partition_point(|(known, _)| *known < hash);
        // A hostile text may repeat one block for ever; a few places are enough to find a run.
        for (_, known_at) in blocks.iter().skip(first).take_while(|(known, _)| *known == hash).take(4) {
            let run = widen(known, *known_at, text, at);
            if run.len() >= least {
                return Some(run);
            }
        }
    }
    None
}

/// Where a hash stands in a sieve of 64 words.
fn slot(hash: u64) -> (usize, u64) {
    (usize::try_from(hash >> 58).unwrap_or(0), 1 << ((hash >> 52) & 63))
}

fn widen<T: PartialEq>(known: &[T], known_at: usize, text: &[T], at: usize) -> Range<usize> {
    const MOST: usize = 4_096;
    let (known_head, known_tail) = known.split_at_checked(known_at).unwrap_or_default();
    let (head, tail) = text.split_at_checked(at).unwrap_or_default();
    let same = |(left, right): &(&T, &T)| left == right;
    let back = known_head.iter().rev().zip(head.iter().rev()).take(MOST).take_while(same).count();
    let forth = known_tail.iter().zip(tail).take(MOST).take_while(same).count();
    at - back..at + forth
}

/// How often the most repeated stretch of `n` items stands in a sequence without overlapping itself.
pub fn most_repeated(items: &[u64], n: usize) -> usize {
    let rolling = Rolling::new(items.iter().copied(), n);
    let mut grams: Vec<(u64, usize)> = rolling.enumerate().map(|(position, hash)| (hash, position)).collect();
    if are_surely_distinct(&grams) {
        return usize::from(!grams.is_empty());
    }
    grams.sort_unstable();
    let mut most = 0;
    for group in grams.chunk_by(|left, right| left.0 == right.0) {
        let (mut count, mut free_from) = (0, 0);
        for (_, position) in group {
            if *position >= free_from {
                count += 1;
                free_from = position + n;
            }
        }
        most = most.max(count);
    }
    most
}

/// Whether no two hashes are the same; false is no promise. Spares most texts the sorting.
fn are_surely_distinct(grams: &[(u64, usize)]) -> bool {
    let mut sieve = [0_u64; 128];
    grams.iter().all(|(hash, _)| {
        let bit = 1 << ((hash >> 51) & 63);
        let place = usize::try_from(hash >> 57).ok();
        place.and_then(|place| sieve.get_mut(place)).is_some_and(|word| {
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        })
    })
}

/// Whether two texts can be alike by [`dice`] at all: letter pairs, in buckets, are shared at least as often as trigrams.
/// Costs one pass and spares the sorting.
pub fn may_be_alike(left: &[char], right: &[char], least: f64) -> bool {
    let bucket = |pair: &[char]| {
        pair.iter().fold(0_usize, |sum, c| {
            sum.wrapping_mul(31).wrapping_add(usize::try_from(u32::from(*c)).unwrap_or(0))
        }) % 512
    };
    let mut counts = [0_u32; 512];
    for pair in left.windows(2) {
        if let Some(count) = counts.get_mut(bucket(pair)) {
            *count += 1;
        }
    }
    let mut shared = 0;
    for pair in right.windows(2) {
        if let Some(count) = counts.get_mut(bucket(pair))
            && *count > 0
        {
            *count -= 1;
            shared += 1;
        }
    }
    let all = (left.len() + right.len()).saturating_sub(2);
    crate::ratio(2 * shared, all) >= least * 0.98 || all < 20
}

/// How alike two texts are by the letter trigrams they share: twice the shared ones over all.
pub fn dice(left: &[char], right: &[char]) -> f64 {
    let grams = |chars: &[char]| {
        let mut grams: Vec<[char; 3]> =
            chars.windows(3).filter_map(|window| <[char; 3]>::try_from(window).ok()).collect();
        grams.sort_unstable();
        grams
    };
    let (left, right) = (grams(left), grams(right));
    let all = left.len() + right.len();
    if all == 0 {
        return 0.0;
    }
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    let mut shared = 0_usize;
    while let (Some(a), Some(b)) = (l.peek(), r.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(l.next()),
            std::cmp::Ordering::Greater => drop(r.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                l.next();
                r.next();
            }
        }
    }
    crate::ratio(2 * shared, all)
}
