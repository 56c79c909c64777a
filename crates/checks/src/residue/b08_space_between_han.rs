//! **B8 space-between-han.** A space between two Han or kana characters.
//!
//! *Rule*: half-width spaces with Han or kana on both sides; the full-width space is layout and stays. *False alarms*: about
//! none in books; headings, verse and sources that have such spaces themselves are left alone. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use crate::text::view::View;
use book::text::paragraph::ParagraphKind;
use std::ops::Range;

check!(SpaceBetweenHan, B8, "space-between-han", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !prepared.pair.target.is_ideographic() {
        return Verdict::NotApplicable("the target language is not written in Han characters");
    }
    if !matches!(prepared.paragraph.kind, ParagraphKind::Body | ParagraphKind::Note | ParagraphKind::Item) {
        return Verdict::NotApplicable("spaces are layout here");
    }
    let found = spaces(&prepared.target);
    if found.is_empty() {
        return Verdict::Pass;
    }
    if !spaces(prepared.source).is_empty() {
        return Verdict::NotApplicable("the source has such spaces, too");
    }
    let finding =
        || Finding::by(&SpaceBetweenHan, "A space between characters was removed.", "已删除汉字之间的空格。");
    Verdict::from_findings(found.into_iter().map(|span| finding().at(span).mended_by("")).collect())
}

fn spaces(view: &View<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !view.has_signs(Signs::SPACE) {
        return found;
    }
    let mut at = 0;
    while at < view.chars().len() {
        let start = at;
        while matches!(view.char_at(at), Some(' ' | '\u{a0}')) {
            at += 1;
        }
        let between = start > 0
            && view.script_at(start.saturating_sub(1)).is_ideographic()
            && view.script_at(at).is_ideographic();
        if at > start && between {
            found.push(start..at);
        }
        at = at.max(start + 1);
    }
    found
}
