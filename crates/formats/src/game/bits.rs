//! A text of a game as marked text: words, codes, and pairs of tags.

use crate::ranged::{Mark, Tag};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::ops::Range;

/// A bit of a text.
pub(super) enum Bit {
    Words(String),
    Code(TagKind, Range<usize>),
    Start(String, Range<usize>),
    End(String, Range<usize>),
}

/// The marked text with its tags; nothing where it has no words.
pub(super) fn marked(bits: &[Bit]) -> Option<(Marked, Vec<Tag>)> {
    let mates = mates(bits);
    let mut builder = MarkedBuilder::default();
    let mut tags: Vec<Tag> = Vec::new();
    let mut numbers: Vec<u16> = Vec::new();
    let mut has_words = false;
    for (at, bit) in bits.iter().enumerate() {
        let mate = mates.get(at).copied().flatten();
        let (kind, place, close) = match bit {
            Bit::Words(words) => {
                has_words |= !words.trim().is_empty();
                builder.push_text(words);
                continue;
            }
            Bit::Code(kind, place) => (*kind, place, None),
            Bit::Start(name, place) => {
                let kind = if matches!(name.as_str(), "i" | "b" | "u" | "s") {
                    TagKind::Emphasis
                } else {
                    TagKind::Other
                };
                (kind, place, mate.and_then(|mate| bits.get(mate)).and_then(place_of))
            }
            Bit::End(..) if mate.is_some() => {
                if let Some(number) = numbers.pop() {
                    builder.push(&Piece::Close(number));
                }
                continue;
            }
            Bit::End(_, place) => (TagKind::Other, place, None),
        };
        let is_pair = close.is_some();
        tags.push(Tag { kind, open: Mark::At(place.clone()), close: close.map(Mark::At) });
        let number = u16::try_from(tags.len()).ok().filter(|number| *number < 9_000)?;
        if is_pair {
            numbers.push(number);
            builder.push(&Piece::Open(number));
        } else {
            builder.push(&Piece::Void(number));
        }
    }
    has_words.then(|| (builder.finish(), tags))
}

fn place_of(bit: &Bit) -> Option<Range<usize>> {
    match bit {
        Bit::Code(_, place) | Bit::Start(_, place) | Bit::End(_, place) => Some(place.clone()),
        Bit::Words(_) => None,
    }
}

/// For starts and ends that belong together: the place of the other.
fn mates(bits: &[Bit]) -> Vec<Option<usize>> {
    let mut mates = vec![None; bits.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, bit) in bits.iter().enumerate() {
        match bit {
            Bit::Start(name, _) => open.push((at, name)),
            Bit::End(name, _) => {
                // What was opened inside and never closed stands alone.
                let Some(start) = open.iter().rposition(|(_, own)| own == name) else { continue };
                let mate = open.get(start).map_or(at, |(mate, _)| *mate);
                open.truncate(start);
                for (place, other) in [(mate, at), (at, mate)] {
                    if let Some(slot) = mates.get_mut(place) {
                        *slot = Some(other);
                    }
                }
            }
            Bit::Words(_) | Bit::Code(..) => {}
        }
    }
    mates
}
