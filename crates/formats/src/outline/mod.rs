//! Finds the chapters of a text that has nothing but lines: which lines are headings, and what they divide.

mod arrange;
mod doubts;
mod eastern;
mod levels;
mod numeral;
mod pattern;
mod prefixed;
mod series;
mod western;
mod words;

pub(crate) use arrange::{Heading, Rank, Span, arrange};
pub(crate) use doubts::doubts;
pub(crate) use levels::leveled_headings;
pub(crate) use pattern::{is_firm_heading, rank_of};
pub(crate) use prefixed::is_heading_line;

use pattern::Candidate;
use regex::Regex;
use std::collections::HashMap;
use std::ops::Range;

/// What stands between two headings is a table of contents, not a chapter, if it is shorter than this.
const THIN: usize = 80;

/// A heading found in a text, and the lines it consists of.
struct FoundHeading {
    block: usize,
    candidate: Candidate,
}

/// The value of a number that stands alone, in digits, Roman or Chinese numerals.
pub(crate) fn number_alone(text: &str) -> Option<u32> {
    numeral::parse(text).map(|(_, value)| value)
}

/// The text of a book seen from above: one trimmed text per block, blank ones empty.
pub(crate) struct View<'a> {
    /// The blocks' texts.
    pub(crate) texts: &'a [&'a str],
    /// The blocks among which headings may stand; what lies before and after is front and back matter.
    pub(crate) body: Range<usize>,
}

impl View<'_> {
    fn text(&self, block: usize) -> &str {
        self.texts.get(block).copied().unwrap_or_default()
    }

    fn is_blank_before(&self, block: usize) -> bool {
        block <= self.body.start || self.text(block - 1).is_empty()
    }

    fn is_blank_after(&self, block: usize) -> bool {
        block + 1 >= self.body.end || self.text(block + 1).is_empty()
    }

    /// How much text stands strictly between two blocks.
    fn n_chars_between(&self, from: usize, to: usize) -> usize {
        (from + 1..to).map(|block| self.text(block).chars().count()).sum()
    }
}

/// The headings of a text, in order.
pub(crate) fn headings(view: &View<'_>) -> Vec<Heading> {
    let found: Vec<FoundHeading> = view
        .body
        .clone()
        .filter_map(|block| {
            prefixed::classify(view.text(block)).map(|candidate| FoundHeading { block, candidate })
        })
        .collect();
    let found = without_contents(view, without_doubtful(view, found));
    let has_chapters = found.iter().any(|found| matches!(found.candidate.rank, Rank::Level(2..)));
    let mut found = found;
    if !has_chapters {
        let volumes: Vec<usize> = found.iter().map(|found| found.block).collect();
        found.extend(
            series::find(view, &volumes)
                .into_iter()
                .map(|(block, candidate)| FoundHeading { block, candidate }),
        );
        found.sort_by_key(|found| found.block);
        found.dedup_by_key(|found| found.block);
    }
    let blocks: Vec<usize> = found.iter().map(|found| found.block).collect();
    found.iter().map(|found| titled(view, found, &blocks)).collect()
}

/// The headings a person has described.
pub(crate) fn described_headings(view: &View<'_>, pattern: &Regex) -> Vec<Heading> {
    let is_heading = |block: &usize| {
        let text = view.text(*block);
        !text.is_empty() && pattern.is_match(text)
    };
    let heading = |block: usize| Heading {
        blocks: block..block + 1,
        rank: Rank::Level(2),
        title: view.text(block).to_owned(),
    };
    view.body.clone().filter(is_heading).map(heading).collect()
}

/// Lines that might be headings or sentences count as headings only where they stand alone, or are one of many.
fn without_doubtful(view: &View<'_>, found: Vec<FoundHeading>) -> Vec<FoundHeading> {
    let mut counts: HashMap<Rank, usize> = HashMap::new();
    for one in &found {
        *counts.entry(one.candidate.rank).or_default() += 1;
    }
    let stands = |found: &FoundHeading| {
        let (before, after) = (view.is_blank_before(found.block), view.is_blank_after(found.block));
        let n_alike = counts.get(&found.candidate.rank).copied().unwrap_or_default();
        found.candidate.is_firm
            || (before && after)
            || (found.candidate.rank != Rank::Special && n_alike >= 3 && (before || after))
    };
    found.into_iter().filter(stands).collect()
}

/// Takes out what is a table of contents: entries with next to nothing between them that come again below, and all
/// but the last of three or more that follow each other directly.
fn without_contents(view: &View<'_>, found: Vec<FoundHeading>) -> Vec<FoundHeading> {
    let mut is_entry = vec![false; found.len()];
    let again = coming_again(&found);
    let mut run: Vec<usize> = Vec::new();
    for (position, one) in found.iter().enumerate() {
        let next = found.get(position + 1);
        let next_block = next.map_or(view.body.end, |next| next.block);
        let n_chars = view.n_chars_between(one.block, next_block);
        let comes_again = match again.get(position) {
            Some(Again::SameVolume) if one.candidate.rank != Rank::Special => n_chars < THIN,
            Some(Again::SameVolume | Again::OtherVolume) => n_chars == 0,
            Some(Again::Never) | None => false,
        };
        mark(&mut is_entry, position, comes_again);
        run.push(position);
        let goes_on = next.is_some_and(|next| next.candidate.rank == one.candidate.rank) && n_chars == 0;
        if !goes_on {
            let is_list = run.len() >= 3;
            run.pop();
            run.drain(..).for_each(|member| mark(&mut is_entry, member, is_list));
        }
    }
    found.into_iter().zip(is_entry).filter(|(_, is_entry)| !is_entry).map(|(found, _)| found).collect()
}

/// Whether a heading is named once more further on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Again {
    Never,
    /// With no higher heading between, where the numbers would begin anew.
    SameVolume,
    OtherVolume,
}

fn coming_again(found: &[FoundHeading]) -> Vec<Again> {
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

fn mark(marks: &mut [bool], position: usize, is_marked: bool) {
    if is_marked && let Some(mark) = marks.get_mut(position) {
        *mark = true;
    }
}

/// A heading with its title; a number that stands alone takes the short line below it along.
fn titled(view: &View<'_>, found: &FoundHeading, headings: &[usize]) -> Heading {
    let mut title = found.candidate.title.clone();
    let mut blocks = found.block..found.block + 1;
    if found.candidate.is_bare
        && let Some(below) = subtitle(view, found.block, headings)
    {
        title = format!("{title} {}", view.text(below));
        blocks.end = below + 1;
    }
    Heading { blocks, rank: found.candidate.rank, title }
}

fn subtitle(view: &View<'_>, block: usize, headings: &[usize]) -> Option<usize> {
    let below = (block + 1..view.body.end.min(block + 4)).find(|block| !view.text(*block).is_empty())?;
    let text = view.text(below);
    let is_east_asian = text.chars().any(|character| character >= '\u{2e80}');
    let limit = if is_east_asian { 20 } else { 60 };
    let is_title = headings.binary_search(&below).is_err()
        && view.is_blank_after(below)
        && text.chars().count() <= limit
        && !text.starts_with(pattern::QUOTES)
        && !text.ends_with(['.', ',', ';', ':', '。', '、', '，', '」', '』', '”', '"', '…', '!', '！'])
        && text.chars().any(char::is_alphabetic)
        && !text.chars().next().is_some_and(char::is_lowercase);
    // The line must not be the whole chapter.
    let has_body = (below + 1..view.body.end)
        .find(|block| !view.text(*block).is_empty())
        .is_some_and(|next| headings.binary_search(&next).is_err());
    (is_title && has_body).then_some(below)
}
