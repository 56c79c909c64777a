//! **D9 ellipsis.** Ellipses and dashes in a makeshift form.
//!
//! *Rule*: in Chinese and Japanese `...`, `。。。`, `・・・` and a single `…` become `……`; elsewhere `。。。` and rows of more than four
//! dots become `…`, and the form the person has chosen is applied; two or three hyphens become a dash. *False alarms*: an ellipsis before a full stop. Lines of
//! ornament are left alone. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;

check!(Ellipsis, "D9", "ellipsis", Autofix, Autofix);

fn run(unit: &Prepared<'_>) -> Verdict {
    if !unit.t.says_something() {
        return Verdict::NotApplicable("the line is ornament");
    }
    if !unit.t.has_signs(Signs::ROW) {
        return Verdict::Pass;
    }
    let chars = unit.t.chars();
    let mut findings = Vec::new();
    let mut at = 0;
    for row in chars.chunk_by(|left, right| left == right) {
        let range = at..at + row.len();
        at = range.end;
        let Some(&c) = row.first() else { continue };
        let wanted = match c {
            '.' | '。' | '・' | '…' | '⋯' | '．' => wanted_ellipsis(unit, c, range.start, row.len()),
            '-' => wanted_dash(unit, range.start, row.len()),
            _ => None,
        };
        if let Some(wanted) = wanted
            && !row.iter().copied().eq(wanted.chars())
        {
            let finding = Finding::by(
                &Ellipsis,
                "An ellipsis or dash was put into its usual form.",
                "已规范省略号或破折号。",
            );
            findings.push(finding.at(range).mended_by(wanted));
        }
    }
    Verdict::of(findings)
}

fn wanted_ellipsis(unit: &Prepared<'_>, c: char, start: usize, length: usize) -> Option<String> {
    let usual = unit.pair.target.known.as_ref().map_or("", |known| known.record.ellipsis.as_str());
    let chosen = unit.unit.policy.ellipsis.as_deref();
    let is_row = matches!((c, length), ('.' | '。' | '・' | '．', 3..) | ('…' | '⋯', 1..));
    // A row of dots that leans on another kind of dot is somebody's deliberate layout.
    let leans = unit.t.char_before(start).is_some_and(|before| matches!(before, '.' | '…' | '。' | '・'))
        || unit.t.char_at(start + length).is_some_and(|after| matches!(after, '…' | '⋯' | '・'));
    if !is_row || leans || length > 12 {
        return None;
    }
    if let Some(chosen) = chosen {
        return Some(chosen.to_owned());
    }
    if !usual.is_empty() {
        let even = matches!(c, '…') && length.is_multiple_of(2);
        return (!even).then(|| usual.to_owned());
    }
    let makeshift = matches!(c, '。' | '・' | '．' | '⋯') || (c == '.' && length > 4);
    makeshift.then(|| "…".to_owned())
}

fn wanted_dash(unit: &Prepared<'_>, start: usize, length: usize) -> Option<String> {
    let known = unit.pair.target.known.as_ref()?;
    let between = |at: Option<char>| at.is_some_and(|c| c.is_ascii_digit());
    let numeric = between(unit.t.char_before(start)) && between(unit.t.char_at(start + length));
    if !(2..=3).contains(&length)
        || numeric
        || unit.s.text().contains("--") && !unit.pair.target.is_ideographic()
    {
        return None;
    }
    Some(if known.record.dash.is_empty() { "—" } else { &known.record.dash }.to_owned())
}
