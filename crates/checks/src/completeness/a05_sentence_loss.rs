//! **A5 sentence-loss.** The translation has fewer sentences than the source, and is short for it.
//!
//! *Rule*: sentences are counted by their end marks on both sides. *Threshold*: fewer than 60 % of at least 4, in a
//! text that is not longer than usual; or any fewer of at least 3, in a text more than 1.3 spreads too short. *False alarms*: translators join short
//! sentences; from Chinese to English often. Joined sentences keep their length, lost ones do not.
//! *Severity*: queue. *Repair*: number the source's sentences and ask for as many translations.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(SentenceLoss, "A5", "sentence-loss", Queue, Completeness);

const LEAST: usize = 3;
const LEAST_FOR_SHARE: usize = 4;
const NOT_LONG: f64 = -0.7;
const SHORT: f64 = -1.3;

fn run(unit: &Prepared<'_>) -> Verdict {
    let s = unit.s.sentences().len();
    if s < LEAST {
        return Verdict::NotApplicable("the source has fewer than three sentences");
    }
    let Some(z) = unit.z() else {
        return Verdict::NotApplicable("no lengths are known for this pair of languages");
    };
    let t = unit.t.sentences().len();
    let far_fewer = s >= LEAST_FOR_SHARE && t * 10 < s * 6 && z <= NOT_LONG;
    if !far_fewer && (t >= s || z > SHORT) {
        return Verdict::Pass;
    }
    Finding::by(
        &SentenceLoss,
        format!("The source has {s} sentences, the translation {t}. Translate each of the {s} sentences."),
        format!("原文有{s}句，译文只有{t}句。请翻译全部{s}句。"),
    )
    .into()
}
