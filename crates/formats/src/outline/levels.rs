//! Headings that a document itself names, and which of their levels makes chapters.

use super::{Heading, Rank};

/// A level of headings makes chapters only if so many texts stand under each of them.
const TEXTS_OF_A_CHAPTER: usize = 12;

/// The headings of the levels that make chapters; `levels` has one for every block that is a heading, from 1.
pub(crate) fn leveled_headings(levels: &[Option<u8>], texts: &[&str]) -> Vec<Heading> {
    let text = |at: usize| texts.get(at).copied().unwrap_or_default();
    let found: Vec<(usize, u8)> = levels
        .iter()
        .enumerate()
        .filter_map(|(at, level)| level.filter(|_| !text(at).is_empty()).map(|level| (at, level)))
        .collect();
    let n_texts = texts.iter().filter(|text| !text.is_empty()).count();
    let mut levels: Vec<u8> = found.iter().map(|(_, level)| *level).collect();
    levels.sort_unstable();
    levels.dedup();
    let n_upto = |level: u8| found.iter().filter(|(_, own)| *own <= level).count();
    let chapter = levels.iter().rev().find(|&&level| n_upto(level) * TEXTS_OF_A_CHAPTER <= n_texts);
    // Short documents have few texts under each heading; the highest level with more than one divides them.
    let few = || levels.iter().find(|&&level| n_upto(level) > 1).or(levels.first());
    let Some(&chapter) = chapter.or_else(few) else { return Vec::new() };
    let position = |level: u8| levels.iter().position(|&own| own == level).unwrap_or_default();
    let heading = |(at, level): (usize, u8)| Heading {
        blocks: at..at + 1,
        rank: Rank::Level(match position(chapter) - position(level) {
            0 => 2,
            1 => 1,
            _ => 0,
        }),
        title: text(at).to_owned(),
    };
    found.into_iter().filter(|(_, level)| *level <= chapter).map(heading).collect()
}
