//! **D11 thin-space.** The space before a French `; : ! ?` and inside `« »` is missing or may break.
//!
//! *Rule*: in French (not Canadian), no-break spaces stand there; ordinary ones are replaced, missing ones put in. Times, addresses and rows of
//! marks are left alone. Other languages have no such space. *False alarms*: none known. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use book::text::script::Script;

check!(ThinSpace, D11, "thin-space", Autofix, Autofix);

const WIDE: &str = "\u{a0}";
const THIN: &str = "\u{202f}";

fn run(prepared: &Prepared<'_>) -> Verdict {
    let spaced =
        prepared.pair.target.known.as_ref().is_some_and(|known| !known.record.space_before.is_empty());
    if !spaced || prepared.pair.target.tag.as_str() == "fr-CA" {
        return Verdict::NotApplicable("the target language has no space before marks");
    }
    let mut findings = Vec::new();
    for (at, c) in prepared.target.chars().iter().enumerate() {
        let gap = match c {
            ';' | '!' | '?' => gap_before(prepared, at).map(|span| (span, THIN)),
            ':' | '»' => gap_before(prepared, at).map(|span| (span, WIDE)),
            '«' => gap_after(prepared, at).map(|span| (span, WIDE)),
            _ => None,
        };
        if let Some((span, space)) = gap {
            let finding = Finding::by(&ThinSpace, "A no-break space was put in.", "已补上不换行空格。");
            findings.push(finding.at(span).mended_by(space));
        }
    }
    Verdict::from_findings(findings)
}

fn gap_before(prepared: &Prepared<'_>, at: usize) -> Option<std::ops::Range<usize>> {
    let t = &prepared.target;
    let before = at.checked_sub(1)?;
    let c = t.char_at(before)?;
    if t.char_at(at) == Some(':') {
        let next = t.char_at(at + 1);
        let inside = next.is_some_and(|next| next == '/' || next.is_alphanumeric());
        if inside {
            return None;
        }
    }
    if c == ' ' {
        let has_text = before > 0 && t.char_before(before) != Some('\n');
        return has_text.then_some(before..at);
    }
    if t.char_at(at) == Some('»') {
        return (!matches!(c, '\u{a0}' | '\u{202f}' | '\n' | '«')).then_some(at..at);
    }
    let leans = matches!(c, '\u{a0}' | '\u{202f}' | '!' | '?' | '…' | '(' | '\n' | '.' | ':' | ';' | '«');
    let other_sign = t.script_at(before) == Script::Sign && !matches!(c, '»' | ')' | '”' | '’' | '"' | '%');
    (!leans && !other_sign).then_some(at..at)
}

fn gap_after(prepared: &Prepared<'_>, at: usize) -> Option<std::ops::Range<usize>> {
    match prepared.target.char_at(at + 1)? {
        '\u{a0}' | '\u{202f}' | '\n' => None,
        ' ' => Some(at + 1..at + 2),
        _ => Some(at + 1..at + 1),
    }
}
