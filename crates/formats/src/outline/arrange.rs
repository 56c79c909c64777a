//! Divides a book at its headings: which rank of heading makes chapters, and what the higher ones are called.

use super::View;
use book::text::chapter::Matter;
use std::ops::Range;

/// Text before the first heading is front matter up to this length, and a chapter without a name beyond it.
const FRONT_CHARS: usize = 2_000;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The blocks it consists of.
    pub(crate) blocks: Range<usize>,
    /// How high it stands.
    pub(crate) rank: Rank,
    /// What it says.
    pub(crate) title: String,
}

/// How high a heading stands among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rank {
    /// 0 book or volume, 1 part, 2 chapter, 3 episode, 4 section.
    Level(u8),
    /// Prologue, epilogue, interlude and the like: a chapter, whatever the other chapters are.
    Special,
}

/// A stretch of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Span {
    /// Its blocks.
    pub(crate) blocks: Range<usize>,
    /// Its title, empty where there is none.
    pub(crate) title: String,
    /// The titles of the higher headings it stands under.
    pub(crate) volume: Option<String>,
    /// Story, or what stands around it.
    pub(crate) matter: Matter,
}

/// Divides the whole book, every block in exactly one span and in order.
pub(crate) fn arrange(view: &View<'_>, headings: &[Heading]) -> Vec<Span> {
    let level = chapter_level(headings);
    let mut spans: Vec<Span> = Vec::new();
    let mut above: Vec<(u8, String)> = Vec::new();
    // A higher heading waits for the chapter below it, so that both stand in the same span.
    let mut waiting: Option<usize> = None;
    for (position, heading) in headings.iter().enumerate() {
        let start = heading.blocks.start;
        if let Rank::Level(own) = heading.rank {
            if own > level {
                continue;
            }
            if own < level {
                above.retain(|(rank, _)| *rank < own);
                above.push((own, heading.title.clone()));
                waiting = waiting.or(Some(start));
                let next = headings.get(position + 1).map_or(view.body.end, |next| next.blocks.start);
                let has_text = (heading.blocks.end..next).any(|block| !view.text(block).is_empty());
                if !has_text && headings.get(position + 1).is_some() {
                    continue;
                }
            }
        }
        let volume: Vec<&str> = above.iter().map(|(_, title)| title.as_str()).collect();
        spans.push(Span {
            blocks: waiting.take().unwrap_or(start)..0,
            title: heading.title.clone(),
            volume: (!volume.is_empty()).then(|| volume.join(" ")),
            matter: Matter::Body,
        });
    }
    close(view, spans)
}

/// Gives every span its end and puts the matter before and after the story around them.
fn close(view: &View<'_>, mut spans: Vec<Span>) -> Vec<Span> {
    let n_blocks = view.texts.len();
    let starts: Vec<usize> =
        spans.iter().skip(1).map(|span| span.blocks.start).chain([view.body.end]).collect();
    for (span, end) in spans.iter_mut().zip(starts) {
        span.blocks.end = end;
    }
    let plain = |blocks, matter| Span { blocks, title: String::new(), volume: None, matter };
    let is_blank = |mut blocks: Range<usize>| blocks.all(|block| view.text(block).is_empty());
    let first = spans.first().map_or(view.body.end, |span| span.blocks.start);
    let n_before: usize = (view.body.start..first).map(|block| view.text(block).chars().count()).sum();
    let mut all = Vec::new();
    let mut start = 0;
    if n_before > 0 && (spans.is_empty() || n_before > FRONT_CHARS) {
        all.push(plain(view.body.start..first, Matter::Body));
    }
    all.append(&mut spans);
    let story = all.first().map_or(view.body.end, |span| span.blocks.start);
    if !is_blank(0..story) {
        all.insert(0, plain(0..story, Matter::Front));
        start = story;
    }
    if is_blank(view.body.end..n_blocks) || all.is_empty() {
        if let Some(last) = all.last_mut() {
            last.blocks.end = n_blocks;
        }
    } else {
        all.push(plain(view.body.end..n_blocks, Matter::Back));
    }
    if start == 0
        && let Some(first) = all.first_mut()
    {
        first.blocks.start = 0;
    }
    if all.is_empty() { vec![plain(0..n_blocks, Matter::Body)] } else { all }
}

/// The rank of heading that makes chapters. Episodes below chapters turn those into volumes; sections never do.
fn chapter_level(headings: &[Heading]) -> u8 {
    let count = |level| headings.iter().filter(|heading| heading.rank == Rank::Level(level)).count();
    let (chapters, episodes) = (count(2), count(3));
    match (chapters, episodes) {
        (0, 0) if count(4) > 0 => 4,
        (0, 0) if count(1) > 0 => 1,
        (0, 0) if count(0) > 0 => 0,
        (0, _) => 3,
        (_, _) if episodes > chapters => 3,
        (_, _) => 2,
    }
}
