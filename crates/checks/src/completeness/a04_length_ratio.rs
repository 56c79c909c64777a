//! **A4 length-ratio.** The translation is much shorter or longer than this source should give.
//!
//! *Rule*: the logarithm of target over source length, in spreads from the middle of its bin (1–14, 15–39, 40–99, ≥100
//! characters without white space). Middle and spread are the languages' usual ones until the book's own are handed in.
//! *Threshold*: shown beyond 3 spreads; blocked where the source has 40 characters or more and the translation is
//! shorter than every good one by a third: what is missing cannot be seen later, what is too much can. *False alarms*: free literary translations; short lines. Length alone finds gross loss only.
//! *Severity*: queue, block for gross loss. *Repair*: too short: number the source's sentences and ask for as many;
//! too long: ask for what is in the source only.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;

check!(LengthRatio, A4, "length-ratio", Queue, Completeness);

/// Spreads beyond which a person should look.
pub const SOFT: f64 = 3.0;
const MARGIN: f64 = 1.3;
const LEAST_FOR_BLOCK: usize = 40;
const LEAST: usize = 4;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (s, t) = (prepared.source.length(), prepared.target.length());
    let Some(lengths) = prepared.lengths() else {
        return Verdict::NotApplicable("no lengths are known for this pair of languages");
    };
    if s < LEAST || !prepared.source.says_something() {
        return Verdict::NotApplicable("the source is too short");
    }
    let ratio = crate::ratio(t, s);
    let z = lengths.z(s, t);
    let long = s >= LEAST_FOR_BLOCK;
    let (gross_loss, far_too_long) =
        (long && ratio < lengths.low / MARGIN, long && ratio > lengths.high * MARGIN);
    if z.abs() <= SOFT && !gross_loss && !far_too_long {
        return Verdict::Pass;
    }
    let severity = if gross_loss { Severity::Block } else { Severity::Queue };
    let finding = if z < 0.0 {
        Finding::by(
            &LengthRatio,
            format!(
                "The translation has {t} characters for {s} of the source, far fewer than expected; something is missing. Translate every sentence."
            ),
            format!("原文{s}字，译文仅{t}字，远少于预期，可能有遗漏。请逐句完整翻译。"),
        )
    } else {
        Finding::by(
            &LengthRatio,
            format!(
                "The translation has {t} characters for {s} of the source, far more than expected. Translate only what is in the source."
            ),
            format!("原文{s}字，译文有{t}字，远多于预期。请只翻译原文内容，不要添加。"),
        )
    };
    finding.as_severe_as(severity).into()
}
