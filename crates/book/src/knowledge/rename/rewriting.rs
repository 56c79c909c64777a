//! Replacing exact places of a translation without touching anything else of it.

use super::inflection::Shape;
use crate::knowledge::entry::EntryKey;
use crate::knowledge::matching::is_whole_word;
use crate::text::markup::{Marked, MarkedBuilder, Piece};
use std::ops::Range;

/// What is to become of a paragraph's translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rewriting {
    /// Nothing: the entry is not in the source, or the new form stands there already.
    Untouched,
    /// Exact places were replaced.
    Rewritten(Rewritten),
    /// A model has to do it.
    NeedsModel(Why),
}

/// A translation with its places replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// As it was.
    pub before: Marked,
    /// As it is to be.
    pub after: Marked,
    /// The places, in order.
    pub spans: Vec<ReplacedSpan>,
}

/// One place, in bytes of the plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedSpan {
    /// Where the old form stood.
    pub before: Range<usize>,
    /// Where the new form stands.
    pub after: Range<usize>,
}

/// Why exact replacement will not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The word of the source is also another entry's.
    SourceInDoubt,
    /// The old form is nowhere: a pronoun, an inflection or another word stands for it.
    OldFormMissing,
    /// Another entry has this form, or one that contains it.
    SharedForm {
        /// Which.
        entry: EntryKey,
    },
    /// The form stands there more often than the entry in the source, and it may be any word.
    MoreThanInSource {
        /// Places in the translation.
        n_found: usize,
        /// Places in the source.
        n_in_source: usize,
    },
    /// The article before it may have to change.
    Article,
    /// Markup or ruby is inside the form.
    AcrossMarkup,
}

/// A form that stands in a text.
#[derive(Debug, Clone)]
pub(super) struct Hit<'s> {
    pub(super) place: Range<usize>,
    pub(super) shape: &'s Shape,
}

/// Where shapes stand as whole words, the longest first where they overlap, in order.
pub(super) fn hits_of<'s>(plain: &str, shapes: &'s [Shape]) -> Vec<Hit<'s>> {
    let mut hits: Vec<Hit<'s>> = Vec::new();
    for shape in shapes {
        for (start, found) in plain.match_indices(shape.old.as_str()) {
            let place = start..start + found.len();
            if is_whole_word(plain, &place) {
                hits.push(Hit { place, shape });
            }
        }
    }
    hits.sort_by_key(|hit| (hit.place.start, std::cmp::Reverse(hit.place.end)));
    let mut reach = 0;
    hits.retain(|hit| {
        let is_free = hit.place.start >= reach;
        if is_free {
            reach = hit.place.end;
        }
        is_free
    });
    hits
}

/// The plain text of a translation, and which of it may be replaced.
pub(super) struct Plain {
    pub(super) text: String,
    /// Stretches of running text without markup in them.
    texts: Vec<Range<usize>>,
}

impl Plain {
    pub(super) fn from_marked(marked: &Marked) -> Self {
        let mut plain = Self { text: String::new(), texts: Vec::new() };
        for piece in marked.pieces() {
            let start = plain.text.len();
            match piece {
                Piece::Text(text) => {
                    plain.text.push_str(&text);
                    plain.texts.push(start..plain.text.len());
                }
                Piece::Ruby { base, .. } => plain.text.push_str(&base),
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
            }
        }
        plain
    }

    /// Replaces the places in the text they come from.
    pub(super) fn replace(&self, translation: &Marked, hits: &[Hit<'_>]) -> Rewriting {
        let is_in_one = |hit: &Hit<'_>| {
            self.texts.iter().any(|text| text.start <= hit.place.start && hit.place.end <= text.end)
        };
        if !hits.iter().all(is_in_one) {
            return Rewriting::NeedsModel(Why::AcrossMarkup);
        }
        let mut builder = MarkedBuilder::default();
        let mut spans = Vec::new();
        let (mut at, mut new_at) = (0, 0);
        for piece in translation.pieces() {
            match &piece {
                Piece::Text(text) => {
                    let (from, end) = (at, at + text.len());
                    for hit in hits.iter().filter(|hit| hit.place.start >= from && hit.place.end <= end) {
                        let kept = self.text.get(at..hit.place.start).unwrap_or_default();
                        builder.push_text(kept);
                        builder.push_text(&hit.shape.new);
                        new_at += kept.len();
                        let after = new_at..new_at + hit.shape.new.len();
                        new_at = after.end;
                        spans.push(ReplacedSpan { before: hit.place.clone(), after });
                        at = hit.place.end;
                    }
                    let rest = self.text.get(at..end).unwrap_or_default();
                    builder.push_text(rest);
                    new_at += rest.len();
                    at = end;
                }
                Piece::Ruby { base, .. } => {
                    at += base.len();
                    new_at += base.len();
                    builder.push(&piece);
                }
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
            }
        }
        Rewriting::Rewritten(Rewritten { before: translation.clone(), after: builder.finish(), spans })
    }
}
