//! Stretches that two texts share, and stretches that one text repeats, in linear time.

use super::view::View;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// The first stretch of at least `least` characters that stands in both texts, as a place in the second one.
/// White space counts as it is.
pub fn shared_chars(known: &[char], text: &[char], least: usize) -> Option<Range<usize>> {
    shared(known, text, least)
}

/// The first run of at least `least` words that stands in both texts, as a place in the second one, in characters.
pub fn shared_words(known: &View<'_>, text: &View<'_>, least: usize) -> Option<Range<usize>> {
    let known: Vec<u64> = known.words().map(hash_of).collect();
    let words: Vec<u64> = text.words().map(hash_of).collect();
    let run = shared(&known, &words, least)?;
    let start = text.tokens().get(run.start)?.start;
    let end = text.tokens().get(run.end.checked_sub(1)?)?.end;
    Some(start..end)
}

/// Every run of `least` contains a whole block of half that length at a multiple of it; only such blocks are looked up.
fn shared<T: Hash + PartialEq>(known: &[T], text: &[T], least: usize) -> Option<Range<usize>> {
    let block = (least / 2).max(1);
    if known.len() < least || text.len() < least {
        return None;
    }
    let mut blocks: Vec<(u64, usize)> = known
        .chunks_exact(block)
        .enumerate()
        .map(|(position, chunk)| (hash_of(chunk), position * block))
        .collect();
    blocks.sort_unstable();
    for (at, window) in text.windows(block).enumerate() {
        let hash = hash_of(window);
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

fn widen<T: PartialEq>(known: &[T], known_at: usize, text: &[T], at: usize) -> Range<usize> {
    const MOST: usize = 4_096;
    let (known_head, known_tail) = known.split_at_checked(known_at).unwrap_or_default();
    let (head, tail) = text.split_at_checked(at).unwrap_or_default();
    let same = |(left, right): &(&T, &T)| left == right;
    let back = known_head.iter().rev().zip(head.iter().rev()).take(MOST).take_while(same).count();
    let forth = known_tail.iter().zip(tail).take(MOST).take_while(same).count();
    at - back..at + forth
}

/// The hash of anything, the same in every run.
pub fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// How often the most repeated stretch of `n` items stands in a sequence without overlapping itself, and where it
/// stands last.
pub fn most_repeated<T: Hash>(items: &[T], n: usize) -> Option<(usize, usize)> {
    let mut grams: Vec<(u64, usize)> =
        items.windows(n).enumerate().map(|(position, gram)| (hash_of(gram), position)).collect();
    grams.sort_unstable();
    let mut best = None;
    for group in grams.chunk_by(|left, right| left.0 == right.0) {
        let mut count = 0;
        let mut free_from = 0;
        let mut last = 0;
        for (_, position) in group {
            if *position >= free_from {
                count += 1;
                free_from = position + n;
                last = *position;
            }
        }
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, last));
        }
    }
    best
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

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn a_shared_stretch_is_found_wherever_it_stands() {
        let known = chars("once upon a time there was a house by the sea");
        for offset in 0..12 {
            let text = chars(&format!("{}was a house by the sea!", "x".repeat(offset)));
            let run = shared_chars(&known, &text, 20).unwrap();
            assert_eq!(run, offset..offset + 22);
        }
        assert_eq!(shared_chars(&known, &chars("a house by the lake and a hill"), 20), None);
    }

    #[test]
    fn alike_texts_score_high_and_others_low() {
        assert!(dice(&chars("the same words here"), &chars("the same words there")) > 0.8);
        assert!(dice(&chars("the same words here"), &chars("quite other things now")) < 0.2);
        assert!(dice(&chars(""), &chars("")) < 0.1);
    }

    #[test]
    fn repetition_does_not_count_overlaps() {
        let items = chars("aaaaaaaaaaaa");
        assert_eq!(most_repeated(&items, 4).map(|(count, _)| count), Some(3));
    }
}
