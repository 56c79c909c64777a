//! Whether a translation is that of its own paragraph: held against what the same model makes of each paragraph alone.

use super::Paragraph;
use super::alone::Alone;
use std::collections::HashMap;

/// A translation is a neighbour's where it is so much more like the neighbour's than like its own.
const MARGIN: f64 = 0.2;
/// A translation so much like its source was copied.
const COPIED: f64 = 0.9;

/// How the translations of a sample look.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Verdicts {
    pub(super) shifted: usize,
    pub(super) copied: usize,
    /// Translated, neither shifted nor copied.
    pub(super) good: usize,
}

/// Judges the translations of a run.
pub(super) fn verdicts(paragraphs: &[Paragraph], alone: &Alone) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let of = |place: Option<usize>| place.and_then(|place| alone.translation(place));
    for (place, paragraph) in paragraphs.iter().enumerate() {
        let Some(text) = &paragraph.translation else { continue };
        let own = of(Some(place)).map_or(1.0, |own| likeness(text, own));
        let neighbours = [of(place.checked_sub(1)), of(Some(place + 1))];
        let nearest = neighbours.into_iter().flatten().map(|other| likeness(text, other)).fold(0.0, f64::max);
        if is_copied(&paragraph.source, text) {
            verdicts.copied += 1;
        } else if nearest > own + MARGIN {
            verdicts.shifted += 1;
        } else {
            verdicts.good += 1;
        }
    }
    verdicts
}

/// Whether a text is its source.
pub(super) fn is_copied(source: &str, text: &str) -> bool {
    likeness(source, text) >= COPIED
}

/// How alike two texts are, from 0 to 1: the pairs of neighbouring characters they share.
fn likeness(one: &str, other: &str) -> f64 {
    let pairs = |text: &str| {
        let characters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        let mut pairs: HashMap<(char, char), u32> = HashMap::new();
        for pair in characters.windows(2) {
            if let [first, second] = pair {
                *pairs.entry((*first, *second)).or_default() += 1;
            }
        }
        pairs
    };
    let (one, other) = (pairs(one), pairs(other));
    let shared: u32 =
        one.iter().map(|(pair, count)| other.get(pair).copied().unwrap_or_default().min(*count)).sum();
    let all: u32 = one.values().sum::<u32>() + other.values().sum::<u32>();
    if all == 0 { 0.0 } else { f64::from(2 * shared) / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(source: &str, translation: &str) -> Paragraph {
        Paragraph {
            id: source.to_owned(),
            source: source.to_owned(),
            translation: Some(translation.to_owned()),
        }
    }

    #[test]
    fn a_neighbours_translation_and_a_copy_are_told_from_a_good_one() {
        let alone = Alone::from_translations(&[
            "The rain stopped early.",
            "She opened the old book.",
            "Nobody came home.",
        ]);
        let paragraphs = [
            paragraph("雨は早くやんだ。", "The rain stopped early today."),
            paragraph("彼女は古い本を開いた。", "Nobody came home."),
            paragraph("誰も帰ってこなかった。", "誰も帰ってこなかった。"),
        ];
        assert_eq!(verdicts(&paragraphs, &alone), Verdicts { shifted: 1, copied: 1, good: 1 });
    }
}
