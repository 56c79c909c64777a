//! **D12 spaces.** Double spaces, spaces before punctuation, spaces at the ends.
//!
//! *Rule*: runs of ordinary spaces become one; spaces before `, . ; ! ?` at the end of a word go (not in French); spaces at
//! both ends go, the indent of Chinese and Japanese excepted. Verse keeps its spaces inside. *False alarms*: 0.0 %. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use book::text::paragraph::ParagraphKind;
use std::ops::Range;

check!(Spaces, "D12", "spaces", Autofix, Autofix);

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.t.is_blank() {
        return Verdict::NotApplicable("the translation is empty");
    }
    let chars = unit.t.chars();
    let mut findings = Vec::new();
    let mut push = |span: Range<usize>, fix: &str| {
        let finding = Finding::by(&Spaces, "Superfluous spaces were removed.", "已删除多余空格。");
        findings.push(finding.at(span).mended_by(fix));
    };
    let first = chars.iter().position(|c| !is_edge(unit, *c)).unwrap_or(0);
    let last = chars.iter().rposition(|c| !c.is_whitespace()).map_or(0, |at| at + 1);
    if first > 0 {
        push(0..first, "");
    }
    if last < chars.len() && last >= first {
        push(last..chars.len(), "");
    }
    let inside = !matches!(
        unit.unit.kind,
        ParagraphKind::Verse | ParagraphKind::Cell | ParagraphKind::Notation | ParagraphKind::Code
    );
    let french = unit.pair.target.known.as_ref().is_some_and(|known| !known.record.space_before.is_empty());
    let mut at = first;
    while inside && at < last {
        let start = at;
        while at < last && unit.t.char_at(at) == Some(' ') {
            at += 1;
        }
        if at > start {
            let next = unit.t.char_at(at);
            let before = unit.t.char_before(start);
            if !french
                && ends_word(unit, at)
                && before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '”' | '’' | '»' | ')' | '"'))
            {
                push(start..at, "");
            } else if at - start > 1 && next != Some('\n') && before != Some('\n') {
                push(start + 1..at, "");
            }
        } else {
            at += 1;
        }
    }
    Verdict::of(findings)
}

/// The indent of Chinese and Japanese paragraphs is the layout's, not a slip.
fn is_edge(unit: &Prepared<'_>, c: char) -> bool {
    c.is_whitespace() && !(c == '\u{3000}' && unit.pair.target.is_ideographic())
}

fn ends_word(unit: &Prepared<'_>, at: usize) -> bool {
    let mark = matches!(unit.t.char_at(at), Some(',' | '.' | ';' | '!' | '?'));
    let next = unit.t.char_at(at + 1);
    mark && next.is_none_or(|next| next.is_whitespace() || matches!(next, '”' | '’' | '"' | '»'))
}
