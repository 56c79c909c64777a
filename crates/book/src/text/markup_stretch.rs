//! Marked text as stretches a reader sees, each with the place where it is written: for finding words in it.

use super::markup::{Marked, Piece};
use super::markup_scan::{Scanner, escape_at_start_of, ruby_at_start_of};
use std::ops::Range;

/// A stretch of text as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stretch<'a> {
    /// The text. It is as long as its place, or it is one character that is written as an escape.
    pub(crate) text: &'a str,
    /// Where it is written, in bytes.
    pub(crate) written: Range<usize>,
    /// What it is part of.
    pub(crate) layer: Layer,
}

/// What a stretch is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Running text.
    Text,
    /// The base of ruby.
    Base,
    /// The reading of the base before it.
    Reading,
}

impl Marked {
    /// The stretches in order; every base is followed by its reading.
    pub(crate) fn stretches(&self) -> Vec<Stretch<'_>> {
        let written = self.as_str();
        let mut stretches = Vec::new();
        if self.is_plain() {
            stretches.push(Stretch { text: written, written: 0..written.len(), layer: Layer::Text });
            return stretches;
        }
        let mut scanner = Scanner::new(written);
        let mut at = 0;
        while let Some(piece) = scanner.next() {
            let end = written.len() - scanner.rest().len();
            match piece {
                Piece::Text(_) => push(written, at..end, Layer::Text, &mut stretches),
                Piece::Ruby { .. } => push_ruby(written, at, &mut stretches),
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
            }
            at = end;
        }
        stretches
    }
}

fn push_ruby<'a>(written: &'a str, at: usize, stretches: &mut Vec<Stretch<'a>>) {
    let ruby = written.get(at..).and_then(ruby_at_start_of);
    let Some((base, reading, len)) = ruby else { return };
    // `｜`, the base, `《`, the reading and `》`, whose marks are three bytes each.
    let base_at = at + '｜'.len_utf8();
    push(written, base_at..base_at + base.len(), Layer::Base, stretches);
    let reading_end = at + len - '》'.len_utf8();
    push(written, reading_end - reading.len()..reading_end, Layer::Reading, stretches);
}

/// Splits a place at its escapes.
fn push<'a>(written: &'a str, place: Range<usize>, layer: Layer, stretches: &mut Vec<Stretch<'a>>) {
    let mut at = place.start;
    while at < place.end {
        let rest = written.get(at..place.end).unwrap_or_default();
        if let Some((meant, len)) = escape_at_start_of(rest) {
            stretches.push(Stretch { text: meant, written: at..at + len, layer });
            at += len;
            continue;
        }
        let next = rest.match_indices('&').map(|(next, _)| next).filter(|next| *next > 0);
        let len = next
            .into_iter()
            .find(|next| rest.get(*next..).and_then(escape_at_start_of).is_some())
            .unwrap_or(rest.len());
        let text = rest.get(..len).unwrap_or_default();
        stretches.push(Stretch { text, written: at..at + len, layer });
        at += len;
    }
}
