//! **A5 sentence-loss.** The translation has far fewer sentences than the source.
//!
//! *Rule*: sentences are counted by their end marks on both sides. *Threshold*: fewer than 60 % of at least 4, and the
//! text is not longer than usual. *False alarms*: translators join short sentences; from Chinese to English often.
//! *Severity*: queue. *Repair*: number the source's sentences and ask for as many translations.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(SentenceLoss, "A5", "sentence-loss", Queue, Completeness);

const LEAST: usize = 4;

fn run(unit: &Prepared<'_>) -> Verdict {
    let s = unit.s.sentences().len();
    if s < LEAST {
        return Verdict::NotApplicable("the source has fewer than four sentences");
    }
    let t = unit.t.sentences().len();
    // Joined sentences keep their length; lost ones do not.
    let kept_length = unit.z().is_some_and(|z| z > -0.7);
    if t * 10 >= s * 6 || kept_length {
        return Verdict::Pass;
    }
    Finding::by(
        &SentenceLoss,
        format!("The source has {s} sentences, the translation {t}. Translate each of the {s} sentences."),
        format!("原文有{s}句，译文只有{t}句。请翻译全部{s}句。"),
    )
    .into()
}
