//! **A9 duplicated-neighbour.** The same translation stands in two neighbouring paragraphs whose sources differ.
//!
//! *Rule*: trigram likeness of the translations at least 0.8 while that of the sources is below 0.6. *Threshold*: at
//! least 20 characters, 10 in Han and kana. *False alarms*: 0 in 7,911 neighbouring pairs; recall 98 to 100 %. *Severity*: block.
//! *Repair*: do the chunk again, smaller, without the colliding context.

use crate::check::{Finding, Verdict};
use crate::prepared::{Neighbour, Prepared};
use crate::text::runs::{dice, may_be_alike};

check!(DuplicatedNeighbour, A9, "duplicated-neighbour", Block, Completeness);

const SAME: f64 = 0.8;
const DIFFERENT: f64 = 0.6;
/// Shorter texts may well be the same.
const LEAST_CHARS: usize = 6;

/// Whether two translations are the same text though their sources are not, in texts of almost any length.
pub fn is_one_text_for_two(translations: (&str, &str), sources: (&str, &str)) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (left, right) = (letters(translations.0), letters(translations.1));
    left.len() >= LEAST_CHARS
        && right.len() >= LEAST_CHARS
        && may_be_alike(&left, &right, SAME)
        && dice(&left, &right) >= SAME
        && dice(&letters(sources.0), &letters(sources.1)) < DIFFERENT
}

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.before.is_empty() && prepared.paragraph.after.is_empty() {
        return Verdict::NotApplicable("no neighbouring paragraph was handed in");
    }
    let least = if prepared.target.is_ideographic() { 10 } else { 20 };
    if prepared.target.length() < least {
        return Verdict::NotApplicable("the translation is too short");
    }
    let duplicates = |neighbour: &&Neighbour<'_>| {
        let (own, other) = (prepared.target.chars(), &neighbour.target_chars);
        // Texts of very different length cannot be that alike.
        own.len() * 2 <= other.len() * 3
            && other.len() * 2 <= own.len() * 3
            && may_be_alike(own, other, SAME)
            && dice(own, other) >= SAME
            && dice(prepared.source.chars(), neighbour.source().chars()) < DIFFERENT
    };
    if ![prepared.before(), prepared.after()].iter().flatten().any(duplicates) {
        return Verdict::Pass;
    }
    Finding::by(
        &DuplicatedNeighbour,
        "The same translation stands in the neighbouring paragraph, whose source is different. Translate this paragraph from its own source.",
        "相邻段落原文不同，译文却相同。请根据本段原文重新翻译。",
    )
    .into()
}
