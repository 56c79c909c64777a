//! Takes out what is a table of contents: headings without text that only name those further on.

use super::{Found, Rank, Text};
use std::collections::HashMap;

/// What stands between two headings is a table of contents, not a chapter, if it is shorter than this.
const THIN: usize = 80;
/// So many headings without text, one after the other, are a list.
const LIST: usize = 3;

/// The headings that are not entries of a table of contents.
pub(super) fn without(text: &Text<'_>, found: Vec<Found>) -> Vec<Found> {
    let again = coming_again(&found);
    let lengths: Vec<usize> = (0..found.len()).map(|at| length(text, &found, at)).collect();
    let is_empty = |at: usize| lengths.get(at) == Some(&0) && at + 1 < found.len();
    let mut is_entry = vec![false; found.len()];
    let mut start = 0;
    while start < found.len() {
        // Headings directly below one another; the last of them has text.
        let end = (start..found.len()).find(|at| !is_empty(*at)).unwrap_or(found.len() - 1);
        let real = first_above(&found, start, end);
        let again_at = |at: usize| again.get(at).copied().unwrap_or(Again::Never);
        let is_level = matches!(found.get(end).map(|found| found.candidate.rank), Some(Rank::Level(_)));
        let is_thin = lengths.get(end).is_some_and(|length| *length < THIN);
        let names_another = is_level && is_thin && again_at(end) == Again::SameVolume;
        for (at, mark) in is_entry.iter_mut().enumerate().take(end + 1).skip(start) {
            let is_listed = at < real && real - start >= LIST;
            *mark = is_listed || again_at(at) != Again::Never && (at < real || names_another);
        }
        start = end + 1;
    }
    found.into_iter().zip(is_entry).filter(|(_, is_entry)| !is_entry).map(|(found, _)| found).collect()
}

/// The text between a heading and the next one.
fn length(text: &Text<'_>, found: &[Found], at: usize) -> usize {
    let next = found.get(at + 1).map_or(text.view.body.end, |next| next.block);
    found.get(at).map_or(0, |found| text.n_chars_between(found.block, next))
}

/// Of headings below one another, the first of those that lead down to the last: volume, chapter, section.
fn first_above(found: &[Found], start: usize, end: usize) -> usize {
    let rank = |at: usize| found.get(at).map(|found| found.candidate.rank);
    let leads_down = |at: &usize| match (rank(at - 1), rank(*at)) {
        (Some(Rank::Level(above)), Some(Rank::Level(below))) => above < below,
        (Some(Rank::Level(above)), Some(Rank::Special)) => above < 2,
        _ => false,
    };
    (start + 1..=end).rev().take_while(leads_down).last().map_or(end, |at| at - 1)
}

/// Whether a heading is named once more further on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Again {
    Never,
    /// With no higher heading between, where the numbers would begin anew.
    SameVolume,
    OtherVolume,
}

fn coming_again(found: &[Found]) -> Vec<Again> {
    let mut next_of_key: HashMap<(Rank, &str), usize> = HashMap::new();
    let mut again = vec![Again::Never; found.len()];
    let mut nearest_above: [usize; 5] = [usize::MAX; 5];
    for (position, one) in found.iter().enumerate().rev() {
        let level = match one.candidate.rank {
            Rank::Level(level) => usize::from(level),
            Rank::Special => 0,
        };
        let above = nearest_above.iter().take(level).min().copied().unwrap_or(usize::MAX);
        let next = next_of_key.insert((one.candidate.rank, one.candidate.key.as_str()), position);
        if let Some(slot) = again.get_mut(position) {
            *slot = match next {
                None => Again::Never,
                Some(next) if next < above => Again::SameVolume,
                Some(_) => Again::OtherVolume,
            };
        }
        if let (Rank::Level(_), Some(nearest)) = (one.candidate.rank, nearest_above.get_mut(level)) {
            *nearest = position;
        }
    }
    again
}
