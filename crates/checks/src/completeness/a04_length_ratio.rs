//! **A4 length-ratio.** The translation is much shorter or longer than this source should give.
//!
//! *Rule*: the logarithm of target over source length, in spreads from the middle of its bin (1–14, 15–39, 40–99, ≥100
//! characters without white space). Middle and spread are the languages' usual ones until the book's own are handed in.
//! *Threshold*: shown beyond 3 spreads; a source of fewer than 40 characters only if it ends in a mark (else it is verse, a date or a title) and from 4 spreads if it became too long, one of fewer than 15 only so, the rest as a remark; blocked where the source has 40 characters or more and the translation is
//! shorter than every good one by a third: what is missing cannot be seen later, what is too much can. *False alarms*: free literary translations; short lines. Length alone finds gross loss only.
//! *Severity*: queue, info for lines, block for gross loss. *Repair*: too short: number the source's sentences and ask for as many;
//! too long: ask for what is in the source only.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::extent::is_cry;
use crate::text::view::View;

check!(LengthRatio, A4, "length-ratio", Queue, Completeness);

/// Spreads beyond which a person should look.
pub const SOFT: f64 = 3.0;
/// The same for a few words that became too long.
const SOFT_FOR_WORDS: f64 = 4.0;
const MARGIN: f64 = 1.3;
/// A shorter source is an interjection, a date or a name, and may become anything.
const LINE: usize = 15;
const LEAST_FOR_BLOCK: usize = 40;
const LEAST: usize = 4;

/// Whether a length that is seldom met is worth a look. A line without a mark at its end is a verse, a date or a name.
fn is_odd(source: &View<'_>, z: f64) -> bool {
    let last = source.chars().iter().rev().find(|c| !c.is_whitespace());
    let ends = last.is_some_and(|mark| !mark.is_alphanumeric());
    match (source.length(), ends) {
        (LEAST_FOR_BLOCK.., _) => true,
        (LINE.., ends) => ends && !(-SOFT..=SOFT_FOR_WORDS).contains(&z),
        (_, ends) => ends && z > SOFT_FOR_WORDS,
    }
}

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (s, t) = (prepared.source.length(), prepared.target.length());
    let Some(lengths) = prepared.lengths() else {
        return Verdict::NotApplicable("no lengths are known for this pair of languages");
    };
    if s < LEAST || !prepared.source.says_something() {
        return Verdict::NotApplicable("the source is too short");
    }
    if is_cry(prepared.source.letters()) {
        return Verdict::NotApplicable("the source is a cry");
    }
    let ratio = crate::ratio(t, s);
    let z = lengths.z(s, t);
    let long = s >= LEAST_FOR_BLOCK;
    let (gross_loss, far_too_long) =
        (long && ratio < lengths.low / MARGIN, long && ratio > lengths.high * MARGIN);
    if z.abs() <= SOFT && !gross_loss && !far_too_long {
        return Verdict::Pass;
    }
    let severity = match (gross_loss, is_odd(prepared.source, z)) {
        (true, _) => Severity::Block,
        (false, true) => Severity::Queue,
        (false, false) => Severity::Info,
    };
    let (en, zh) = if gross_loss {
        (
            format!(
                "The translation has {t} characters for {s} of the source: part of it is missing. Translate every sentence."
            ),
            format!("原文{s}字，译文仅{t}字，缺少了一部分。请逐句完整翻译。"),
        )
    } else if z < 0.0 {
        (
            format!(
                "The translation has {t} characters for {s} of the source, fewer than usual. Is anything missing? If every sentence is there, leave it as it is."
            ),
            format!("原文{s}字，译文{t}字，比通常少。是否有遗漏？如果每句都已译出，请保持不变。"),
        )
    } else {
        (
            format!(
                "The translation has {t} characters for {s} of the source, more than usual. Does it say what the source does not? If not, leave it as it is."
            ),
            format!("原文{s}字，译文{t}字，比通常多。是否有原文没有的内容？如果没有，请保持不变。"),
        )
    };
    let finding = Finding::by(&LengthRatio, en, zh);
    finding.asking_model().as_severe_as(severity).into()
}
