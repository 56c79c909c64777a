//! **D14 line-breaks.** The lines of a paragraph are not those of the source.
//!
//! *Rule*: as many lines with text on both sides; blank lines are not counted, because a model is shown one break for several. *Severity*: block for verse and other text whose lines matter, queue else. *False alarms*: none known.
//! *Repair*: translate line by line.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use crate::text::view::View;
use book::text::paragraph::ParagraphKind;

check!(LineBreaks, D14, "line-breaks", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let count = |view: &View<'_>| view.text().lines().filter(|line| !line.trim().is_empty()).count();
    let lines = |view: &View<'_>| if view.has_signs(Signs::LINE_BREAK) { count(view).max(1) } else { 1 };
    let (s, t) = (lines(prepared.source), lines(&prepared.target));
    if s == 1 && t == 1 {
        return Verdict::NotApplicable("there is only one line");
    }
    if s == t {
        return Verdict::Pass;
    }
    let severity =
        if prepared.paragraph.kind == ParagraphKind::Verse { Severity::Block } else { Severity::Queue };
    Finding::by(
        &LineBreaks,
        format!("The source has {s} lines, the translation {t}. Keep the lines."),
        format!("原文有{s}行，译文有{t}行。请保持分行一致。"),
    )
    .as_severe_as(severity)
    .into()
}
