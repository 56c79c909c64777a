//! Finds the chapters of a text that has nothing but lines: which lines are headings, and what they divide.

mod arrange;
mod contents;
mod doubts;
mod levels;
mod line;
mod number;
mod series;
mod table;

pub(crate) use arrange::{Heading, Rank, Span};
pub(crate) use doubts::one_chapter;
pub(crate) use levels::leveled_headings;
pub(crate) use line::{is_heading_line, rank_of};
pub(crate) use number::number_alone;

use crate::import::{FileFault, ImportError};
use line::{Candidate, Certainty, Shape};
use regex::Regex;
use std::collections::HashMap;
use std::ops::Range;

/// The chapters of a text, and what is doubtful about them.
pub(crate) struct Outline {
    pub(crate) headings: Vec<Heading>,
    /// Every block of the text in exactly one of them.
    pub(crate) spans: Vec<Span>,
    pub(crate) doubts: Vec<FileFault>,
}

/// Divides a text: at the headings a person describes, else at those the file names, else at those that look like one.
pub(crate) fn divide(
    view: &View<'_>,
    named: impl FnOnce() -> Vec<Heading>,
    described: Option<&str>,
) -> Result<Outline, ImportError> {
    let named = match described {
        Some(pattern) => described_headings(view, &regex(pattern)?),
        None => named(),
    };
    let is_named = described.is_some() || !named.is_empty();
    let (headings, refused) = if is_named { (named, Vec::new()) } else { found_headings(view) };
    let spans = arrange::arrange(view, &headings);
    let mut doubts: Vec<FileFault> = doubts::too_few(view, &spans).into_iter().collect();
    if !is_named {
        doubts.extend(doubts::of_found(view, &headings, &spans, &refused));
    }
    Ok(Outline { headings, spans, doubts })
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
}

/// A view, with the lengths of its blocks added up.
struct Text<'a> {
    view: &'a View<'a>,
    /// The characters before each block.
    before: Vec<usize>,
    has_volumes: bool,
}

impl<'a> Text<'a> {
    fn new(view: &'a View<'a>) -> Self {
        let mut before = vec![0];
        let lengths = view.texts.iter().enumerate();
        before.extend(lengths.scan(0, |sum, (block, text)| {
            *sum += if view.body.contains(&block) { text.chars().count() } else { 0 };
            Some(*sum)
        }));
        Self { view, before, has_volumes: false }
    }

    fn n_chars_before(&self, block: usize) -> usize {
        self.before.get(block).or(self.before.last()).copied().unwrap_or_default()
    }

    /// How much text stands strictly between two blocks.
    fn n_chars_between(&self, from: usize, to: usize) -> usize {
        self.n_chars_before(to).saturating_sub(self.n_chars_before(from + 1))
    }

    fn stands_alone(&self, block: usize) -> bool {
        self.view.is_blank_before(block) && self.view.is_blank_after(block)
    }
}

/// A line that may be a heading.
#[derive(Debug, Clone)]
struct Found {
    block: usize,
    candidate: Candidate,
}

impl Found {
    fn with_rank(&self, rank: Rank) -> Self {
        Self { block: self.block, candidate: Candidate { rank, ..self.candidate.clone() } }
    }
}

/// The headings a text is found to have, in order, and the lines that might have been one.
fn found_headings(view: &View<'_>) -> (Vec<Heading>, Vec<Found>) {
    let mut text = Text::new(view);
    let read = |block: usize| line::read(view.text(block)).map(|candidate| Found { block, candidate });
    let (mut found, mut open) = settled(&text, view.body.clone().filter_map(read).collect());
    let blocks_of = |found: &[Found], is_wanted: fn(Rank) -> bool| -> Vec<usize> {
        found.iter().filter(|found| is_wanted(found.candidate.rank)).map(|found| found.block).collect()
    };
    for level in 0..5 {
        let is_alike = |found: &&Found| found.candidate.shape == Shape::Unit(level);
        let mut alike: Vec<&Found> = found.iter().chain(&open).filter(is_alike).collect();
        alike.sort_by_key(|found| found.block);
        let higher: Vec<usize> = found
            .iter()
            .filter(|found| matches!(found.candidate.rank, Rank::Level(own) if own < level))
            .map(|found| found.block)
            .collect();
        let blocks: Vec<usize> =
            series::of_shape(&text, &alike, &higher).iter().map(|found| found.block).collect();
        found.extend(open.extract_if(.., |found| blocks.binary_search(&found.block).is_ok()));
        found.sort_by_key(|found| found.block);
    }
    let mut found = contents::without(&text, found);
    if !found.iter().any(|found| matches!(found.candidate.rank, Rank::Level(2..))) {
        let volumes = blocks_of(&found, |rank| matches!(rank, Rank::Level(_)));
        text.has_volumes = !volumes.is_empty();
        found.extend(series::unnamed(&text, &open, &volumes));
    }
    let usual = Surroundings::usual(&text, &found);
    found.extend(open.extract_if(.., |open| {
        open.candidate.shape == Shape::Word
            && usual.is_some_and(|usual| Surroundings::of(&text, open) >= usual)
    }));
    found.sort_by_key(|found| found.block);
    found.dedup_by_key(|found| found.block);
    let blocks = blocks_of(&found, |_| true);
    open.retain(|open| blocks.binary_search(&open.block).is_err());
    (found.iter().map(|found| titled(view, found, &blocks)).collect(), open)
}

/// How many blank lines stand around a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Surroundings(u8);

impl Surroundings {
    fn of(text: &Text<'_>, found: &Found) -> Self {
        let sides = [text.view.is_blank_before(found.block), text.view.is_blank_after(found.block)];
        Self(sides.into_iter().map(u8::from).sum())
    }

    /// What most headings with a number have around them.
    fn usual(text: &Text<'_>, found: &[Found]) -> Option<Self> {
        let numbered = found.iter().filter(|found| found.candidate.count.is_some());
        let mut all: Vec<Self> = numbered.map(|found| Self::of(text, found)).collect();
        all.sort_unstable();
        (all.len() >= 3).then(|| all.get(all.len() / 2).copied()).flatten()
    }
}

/// The lines that are headings by themselves, and those that still have to show it: what might be a sentence counts only
/// where it stands alone, or is one of many.
fn settled(text: &Text<'_>, lines: Vec<Found>) -> (Vec<Found>, Vec<Found>) {
    let mut counts: HashMap<Rank, usize> = HashMap::new();
    for found in lines.iter().filter(|found| found.candidate.certainty != Certainty::Series) {
        *counts.entry(found.candidate.rank).or_default() += 1;
    }
    lines.into_iter().partition(|found| {
        let n_alike = counts.get(&found.candidate.rank).copied().unwrap_or_default();
        let needed = if found.candidate.rank != Rank::Special && n_alike >= 3 { 1 } else { 2 };
        match found.candidate.certainty {
            Certainty::Firm | Certainty::Whole => true,
            Certainty::Alone => Surroundings::of(text, found) >= Surroundings(needed),
            Certainty::Series => false,
        }
    })
}

/// The pattern a person gave.
fn regex(pattern: &str) -> Result<Regex, ImportError> {
    Regex::new(pattern)
        .map_err(|error| ImportError::WrongPattern { pattern: pattern.to_owned(), detail: error.to_string() })
}

/// The headings a person has described.
fn described_headings(view: &View<'_>, pattern: &Regex) -> Vec<Heading> {
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

/// A heading with its title; a number that stands alone takes the short line below it along.
fn titled(view: &View<'_>, found: &Found, headings: &[usize]) -> Heading {
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
        && !text.starts_with(line::QUOTES)
        && !text.ends_with(['.', ',', ';', ':', '。', '、', '，', '」', '』', '”', '"', '…', '!', '！'])
        && text.chars().any(char::is_alphabetic)
        && !text.chars().next().is_some_and(char::is_lowercase);
    // The line must not be the whole chapter.
    let has_body = (below + 1..view.body.end)
        .find(|block| !view.text(*block).is_empty())
        .is_some_and(|next| headings.binary_search(&next).is_err());
    (is_title && has_body).then_some(below)
}
