//! **D6 dialogue.** Speech of the source is not marked as speech in the translation, or the reverse.
//!
//! *Rule*: quotations of every kind, dialogue dashes included, are counted on both sides. *Threshold*: some and none, or a difference of at least 2
//! and a third. *False alarms*: lost 1.0 %, invented 2.0 %, other counts 4.1 % on human translations. *Severity*: queue where all marks are lost, or
//! marks stand around the whole translation and nowhere in the source; info else: good translators turn reports into speech and the reverse.
//! *Repair*: mark the speech named.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::quotation::{self, Quotation};
use crate::text::signs::Signs;
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
    // Within a line a dash may open speech where the language marks it so.
    let dash_languages = ["es", "fr", "it", "pl", "pt", "ru"];
    let has_dash = prepared.target.has_signs(Signs::DASH)
        && dash_languages.iter().any(|language| prepared.pair.target.is(language));
    let lost = s > 0 && t_any == 0 && !has_dash;
    let invented = t > 0 && s_any == 0;
    let other = s_any.abs_diff(t_any) >= 2 && s_any.abs_diff(t_any) * 3 >= s_any.max(t_any);
    // A speech in dashes is one line, however many quotations it has.
    let dashed = [prepared.source_quotations(), prepared.target_quotations()]
        .iter()
        .any(|all| all.iter().any(|one| matches!(one.open, '—' | '–' | '―')));
    if !(lost || invented || (other && !dashed)) {
        return Verdict::Pass;
    }
    let is_plain = lost
        || (invented
            && !prepared.source.has_signs(Signs::QUOTE)
            && is_all_quoted(&prepared.target, prepared.target_quotations()));
    Finding::by(
        &Dialogue,
        format!("The source has {s_any} quotations, the translation {t_any}. Can readers still tell what is said aloud? If so, leave it as it is; else mark the speech."),
        format!("原文有{s_any}处引语，译文有{t_any}处。读者还能分清哪些是说出口的话吗？能则保持不变，否则请标出对话。"),
    )
    .as_severe_as(if is_plain { Severity::Queue } else { Severity::Info })
    .into()
}

/// Whether one quotation is the whole text.
fn is_all_quoted(view: &View<'_>, quotations: &[Quotation]) -> bool {
    let len = view.chars().len();
    quotations.iter().any(|one| one.depth == 0 && one.close_at.is_some() && one.range(len).len() + 1 >= len)
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
