//! Inline tags: lost, foreign, doubled, and rightly moved.

use super::ExpectedOutcome::{CaughtBy, SparedBy};
use super::{Operator, Scene};
use crate::Mutant;
use book::text::markup::{Marked, MarkedBuilder, Piece};

/// The operators.
pub(super) const ALL: &[Operator] = &[
    Operator {
        name: "drop inline tags",
        expected: CaughtBy(&["F1"]),
        spoil: |scene, _| tagged(scene, |text| Some(Marked::from_plain(text))),
    },
    Operator {
        name: "inline tag of another",
        expected: CaughtBy(&["F1"]),
        spoil: |scene, _| tagged(scene, |text| wrapped(text, 2)),
    },
    Operator {
        name: "double an inline mark",
        expected: CaughtBy(&["F1"]),
        spoil: |scene, _| {
            let source = with_voids(scene.source(), 1);
            let translation = with_voids(scene.translation(), 2);
            scene.long_enough(8).then(|| Mutant { source, translation, ..scene.mutant("", "") })
        },
    },
    Operator {
        name: "inline tags kept",
        expected: SparedBy(&["F1"]),
        spoil: |scene, _| tagged(scene, |text| wrapped(text, 1)),
    },
];

fn tagged(scene: &Scene<'_>, translate: fn(&str) -> Option<Marked>) -> Option<Mutant> {
    let source = wrapped(scene.source(), 1)?;
    let translation = translate(scene.translation())?;
    scene.long_enough(8).then(|| Mutant { source, translation, ..scene.mutant("", "") })
}

/// The first half of a text in a pair of tags.
fn wrapped(text: &str, number: u16) -> Option<Marked> {
    let middle = text.char_indices().nth(text.chars().count() / 2)?.0;
    let (head, tail) = text.split_at_checked(middle)?;
    let mut builder = MarkedBuilder::default();
    builder.push(&Piece::Open(number));
    builder.push_text(head);
    builder.push(&Piece::Close(number));
    builder.push_text(tail);
    Some(builder.finish())
}

/// A text that ends with a mark of its own, such as a picture, so many times.
fn with_voids(text: &str, n: usize) -> Marked {
    let mut builder = MarkedBuilder::default();
    builder.push_text(text);
    for _ in 0..n {
        builder.push(&Piece::Void(1));
    }
    builder.finish()
}
