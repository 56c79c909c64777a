//! **D6 dialogue.** Speech of the source is not marked as speech in the translation, or the reverse.
//!
//! *Rule*: quotations of every kind, dialogue dashes included, are counted on both sides. *Threshold*: some and none, or a difference of at least 2
//! and a third. *False alarms*: lost 1.0 %, invented 2.0 %, other counts 4.1 % on human translations. *Severity*: queue.
//! *Repair*: mark the speech named.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::quotation::{self, Quotation};
use crate::text::view::View;

check!(Dialogue, D6, "dialogue", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let s = n_spoken(prepared.source, prepared.source_quotations());
    let t = n_spoken(&prepared.target, prepared.target_quotations());
    let (s_any, t_any) =
        (quotation::count(prepared.source_quotations()), quotation::count(prepared.target_quotations()));
    if s_any == 0 && t_any == 0 {
        return Verdict::NotApplicable("nobody speaks");
    }
    let lost = s > 0 && t_any == 0;
    let invented = t > 0 && s_any == 0;
    let other = s_any.abs_diff(t_any) >= 2 && s_any.abs_diff(t_any) * 3 >= s_any.max(t_any);
    // A speech in dashes is one line, however many quotations it has.
    let dashed = [prepared.source_quotations(), prepared.target_quotations()]
        .iter()
        .any(|all| all.iter().any(|one| matches!(one.open, '—' | '–' | '―')));
    if !(lost || invented || (other && !dashed)) {
        return Verdict::Pass;
    }
    Finding::by(
        &Dialogue,
        format!("The source has {s_any} quotations, the translation {t_any}. Mark speech as speech where the source does."),
        format!("原文有{s_any}处引语，译文有{t_any}处。请与原文一致地标出对话。"),
    )
    .into()
}

/// Quotations that are speech: longer than a word, or the whole paragraph.
fn n_spoken(view: &View<'_>, quotations: &[Quotation]) -> usize {
    let least = if view.is_ideographic() { 5 } else { 12 };
    let len = view.chars().len();
    quotations
        .iter()
        .filter(|quotation| quotation.depth == 0)
        .filter(|quotation| {
            let length = quotation.range(len).len();
            length >= least + 2 || length * 2 > len
        })
        .count()
}
