//! How much of a source is found again in a translation, by the words of a dictionary.

use super::glossary::{mark_of, stem};
use super::{Dictionary, StemMark};
use crate::language::lexicon::Flags;
use crate::text::hash::FastBuild;
use crate::text::view::{Token, View};
use book::text::script::Script;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// The marks of the stems of a text.
pub type Stems = HashSet<StemMark, FastBuild>;

/// A dictionary word of the source.
#[derive(Debug)]
pub struct Anchor<'d> {
    /// Where it stands in the source, in characters.
    pub at: usize,
    /// The marks of the stems of its translations.
    pub stems: Cow<'d, [StemMark]>,
}

/// The dictionary words of a source, longest first at each place.
pub fn find<'d>(source: &View<'_>, dictionary: &'d dyn Dictionary) -> Vec<Anchor<'d>> {
    let mut anchors = Vec::new();
    let text = source.text();
    let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
    let longest = dictionary.longest_head().min(12);
    let mut at = 0;
    while at < source.chars().len() {
        if !source.script_at(at).is_ideographic() {
            at += 1;
            continue;
        }
        let found = (2..=longest).rev().find_map(|length| {
            let head = text.get(*offsets.get(at)?..*offsets.get(at + length)?)?;
            let stems = dictionary.stems(head);
            (!stems.is_empty()).then_some((length, stems))
        });
        if let Some((length, stems)) = found {
            anchors.push(Anchor { at, stems: Cow::Borrowed(stems) });
            at += length;
        } else {
            at += 1;
        }
    }
    for token in source.tokens().iter().filter(|token| !token.flags.has(Flags::STOP)) {
        let word = source.word(token);
        let mut stems = dictionary.stems(word);
        if stems.is_empty() {
            // `soldiers` is not in it, `soldier` is.
            stems = dictionary.stems(&stem(word));
        }
        if !stems.is_empty() {
            anchors.push(Anchor { at: token.start, stems: Cow::Borrowed(stems) });
        }
    }
    anchors.extend(kept_names(source));
    anchors.sort_by_key(|anchor| anchor.at);
    anchors
}

/// Names in Latin letters inside a text of another script stay as they are in the translation.
fn kept_names<'d>(source: &View<'_>) -> Vec<Anchor<'d>> {
    if !source.is_ideographic() {
        return Vec::new();
    }
    let names = source
        .tokens()
        .iter()
        .filter(|token| token.capital && source.script_at(token.start) == Script::Latin);
    names
        .map(|token| Anchor { at: token.start, stems: Cow::Owned(vec![mark_of(&stem(source.word(token)))]) })
        .collect()
}

/// The stems of a translation's content words.
pub fn stems_of(translation: &View<'_>) -> Stems {
    let content = translation.tokens().iter().filter(|token| is_content(token));
    content.map(|token| mark_of(&stem(translation.word(token)))).collect()
}

/// Whether a word says something by itself.
pub const fn is_content(token: &Token) -> bool {
    !token.flags.has(Flags::STOP) && token.end - token.start >= 3
}

/// The share of anchors whose translation is there, a little smoothed so that few anchors say little.
pub fn coverage(anchors: &[Anchor<'_>], stems: &Stems) -> f64 {
    let hits = anchors.iter().filter(|anchor| is_hit(anchor, stems)).count();
    (crate::float(hits) + 0.3) / (crate::float(anchors.len()) + 1.0)
}

/// The same, a word with many translations counting less, because it is found by chance more often.
pub fn weighted_coverage(anchors: &[Anchor<'_>], stems: &Stems) -> f64 {
    let (mut hits, mut all) = (0.0, 0.0);
    for anchor in anchors {
        let weight = 1.0 / (1.0 + crate::float(anchor.stems.len()) / 8.0);
        all += weight;
        hits += if is_hit(anchor, stems) { weight } else { 0.0 };
    }
    (hits + 0.3) / (all + 1.0)
}

/// Whether one of an anchor's translations is there.
pub fn is_hit(anchor: &Anchor<'_>, stems: &Stems) -> bool {
    anchor.stems.iter().any(|stem| stems.contains(stem))
}

/// Anchors inside a stretch of the source.
pub fn within<'a, 'd>(anchors: &'a [Anchor<'d>], range: &Range<usize>) -> &'a [Anchor<'d>] {
    let first = anchors.partition_point(|anchor| anchor.at < range.start);
    let last = anchors.partition_point(|anchor| anchor.at < range.end);
    anchors.get(first..last).unwrap_or_default()
}

/// Whether a dictionary can judge this translation at all.
pub fn can_judge(translation: &View<'_>) -> bool {
    !translation.tokens().is_empty()
}
