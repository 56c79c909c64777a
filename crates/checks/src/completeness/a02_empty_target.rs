//! **A2 empty-target.** The source says something and the translation is blank.
//!
//! *Rule*: the source has a letter, a digit or an ornament; the translation has only white space.
//! *Threshold*: none. *False alarms*: none. *Severity*: block. *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(EmptyTarget, A2, "empty-target", Block, Structure);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.source.is_blank() {
        return Verdict::NotApplicable("the source is empty");
    }
    if !prepared.target.is_blank() {
        return Verdict::Pass;
    }
    Finding::by(
        &EmptyTarget,
        "The translation is empty. Translate the whole paragraph.",
        "译文为空。请翻译整个段落。",
    )
    .into()
}
