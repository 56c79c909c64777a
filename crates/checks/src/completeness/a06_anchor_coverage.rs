//! **A6 anchor-coverage.** A sentence of the source of which no dictionary word is found in the translation, or a person named with a title of whom nothing is.
//!
//! *Rule*: the source is cut into words of a bilingual dictionary; a word is covered if the stem of one of its
//! translations stands in the translation. *Threshold*: a sentence with at least 3 such words and none covered, in a
//! translation more than 1.5 spreads too short whose sentences cannot be paired better with all of the source's than without one. *False alarms*: idioms, free translation; alone the rule would be wrong
//! too often. The name after a title needs no dictionary (`titled_names`); a pronoun may stand for it. *Severity*: queue. Not applicable without a dictionary or such a name. *Repair*: number the source's sentences and ask for as many.

use super::titled_names;
use crate::check::{Finding, Verdict};
use crate::dictionary::anchors;
use crate::prepared::Prepared;
use crate::text::alignment::lost_sentence;
use std::ops::Range;

check!(AnchorCoverage, A6, "anchor-coverage", Queue, Completeness);

const LEAST_ANCHORS: usize = 3;
const SHORT: f64 = -1.5;

fn run(prepared: &Prepared<'_>) -> Verdict {
    match titled_names::lost(prepared) {
        Some(place) => lost_name(prepared, place),
        None => lost_sentence_by_words(prepared),
    }
}

fn lost_name(prepared: &Prepared<'_>, place: Range<usize>) -> Verdict {
    let name = prepared.source.slice(place.clone());
    Finding::by(
        &AnchorCoverage,
        format!("«{name}» stands in the source and is not found in the translation. Is anything left out? If not, leave it as it is."),
        format!("译文中找不到原文的「{name}」。是否有遗漏？如果没有，请保持不变。"),
    )
    .in_source(place)
    .asking_model()
    .into()
}

fn lost_sentence_by_words(prepared: &Prepared<'_>) -> Verdict {
    let Some(found) = prepared.anchors() else {
        return Verdict::NotApplicable("there is no dictionary for this pair");
    };
    if !anchors::can_judge(&prepared.target) {
        return Verdict::NotApplicable("the translation has no words to look for");
    }
    if found.len() < LEAST_ANCHORS {
        return Verdict::NotApplicable("the source has too few dictionary words");
    }
    if prepared.z().is_none_or(|z| z >= SHORT) {
        return Verdict::Pass;
    }
    let lost = prepared.source.sentences().iter().find(|sentence| {
        let (mut n_anchors, mut n_hits) = (0, 0);
        for anchor in anchors::within(found, sentence) {
            n_anchors += 1;
            n_hits += usize::from(anchors::is_hit(anchor, prepared.stems()));
        }
        n_anchors >= LEAST_ANCHORS && n_hits == 0
    });
    let Some(sentence) = lost else { return Verdict::Pass };
    // If every sentence has a likely partner, the words were only chosen freely.
    let paired =
        prepared.lengths().and_then(|lengths| lost_sentence(prepared.source, &prepared.target, lengths));
    if paired.is_some_and(|lost| lost.gain < 0.0) {
        return Verdict::Pass;
    }
    let quote = prepared.source.slice(sentence.clone());
    Finding::by(
        &AnchorCoverage,
        format!("Nothing of this sentence is found in the translation: «{quote}». Is it there in other words? If not, translate it."),
        format!("译文中找不到这句话的内容：「{quote}」。是否换了说法？如果没有译出，请补译。"),
    )
    .in_source(sentence.clone())
    .asking_model()
    .into()
}

/// The share of dictionary words of the source that are found again, for the score.
pub fn coverage(prepared: &Prepared<'_>) -> Option<f64> {
    let found = prepared.anchors()?;
    (anchors::can_judge(&prepared.target) && found.len() >= LEAST_ANCHORS)
        .then(|| anchors::coverage(found, prepared.stems()))
}
