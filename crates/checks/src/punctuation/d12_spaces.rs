//! **D12 spaces.** Double spaces, spaces before punctuation and after an opening quotation mark, spaces at the ends.
//!
//! *Rule*: runs of ordinary spaces become one; spaces before `, . ; ! ?` at the end of a word and after `“ ¿ ¡` that are closed later go (not in French); spaces at
//! both ends go, the indent of Chinese and Japanese excepted. Verse keeps its spaces inside. *False alarms*: 0.0 %. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::sentence::ellipsis_end;
use book::text::paragraph::ParagraphKind;
use std::ops::Range;

check!(Spaces, D12, "spaces", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.target.is_blank() {
        return Verdict::NotApplicable("the translation is empty");
    }
    let chars = prepared.target.chars();
    let mut findings = Vec::new();
    let mut push = |span: Range<usize>, fix: &str| {
        let finding = Finding::by(&Spaces, "Superfluous spaces were removed.", "已删除多余空格。");
        findings.push(finding.at(span).mended_by(fix));
    };
    let first = chars.iter().position(|c| !is_edge(prepared, *c)).unwrap_or(0);
    let last = chars.iter().rposition(|c| !c.is_whitespace()).map_or(0, |at| at + 1);
    if first > 0 {
        push(0..first, "");
    }
    if last < chars.len() && last >= first {
        push(last..chars.len(), "");
    }
    let inside = !matches!(
        prepared.paragraph.kind,
        ParagraphKind::Verse | ParagraphKind::Cell | ParagraphKind::Notation | ParagraphKind::Code
    );
    let french =
        prepared.pair.target.known.as_ref().is_some_and(|known| !known.record.space_before.is_empty());
    let mut at = first;
    while inside && at < last {
        let start = at;
        while at < last && prepared.target.char_at(at) == Some(' ') {
            at += 1;
        }
        if at > start {
            let next = prepared.target.char_at(at);
            let before = prepared.target.char_before(start);
            let closes = ends_word(prepared, at)
                && before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '”' | '’' | '»' | ')' | '"'));
            let opens = next != Some('\n') && before.is_some_and(|c| opens(prepared, start, c));
            if !french && (closes || opens) {
                push(start..at, "");
            } else if at - start > 1 && next != Some('\n') && before != Some('\n') {
                push(start + 1..at, "");
            }
        } else {
            at += 1;
        }
    }
    Verdict::from_findings(findings)
}

/// Whether the character before this place opens something that is closed later: German ends its quotations with `“`, and
/// a mark without its partner is left for a person.
fn opens(prepared: &Prepared<'_>, at: usize, c: char) -> bool {
    let begins = prepared.target.char_before(at.saturating_sub(1)).is_none_or(char::is_whitespace);
    let rest = prepared.target.chars().get(at..).unwrap_or_default();
    let closed_by = |close: char| rest.iter().find(|sign| **sign == c || **sign == close) == Some(&close);
    begins
        && match c {
            '“' => closed_by('”'),
            '¿' => closed_by('?'),
            '¡' => closed_by('!'),
            _ => false,
        }
}

/// The indent of Chinese and Japanese paragraphs is the layout's, not a slip.
fn is_edge(prepared: &Prepared<'_>, c: char) -> bool {
    c.is_whitespace() && !(c == '\u{3000}' && prepared.pair.target.is_ideographic())
}

fn ends_word(prepared: &Prepared<'_>, at: usize) -> bool {
    // `Well . . .` is an ellipsis as English books print it.
    let mark = matches!(prepared.target.char_at(at), Some(',' | '.' | ';' | '!' | '?'))
        && ellipsis_end(prepared.target.chars(), at).is_none();
    let next = prepared.target.char_at(at + 1);
    mark && next.is_none_or(|next| next.is_whitespace() || matches!(next, '”' | '’' | '"' | '»'))
}
