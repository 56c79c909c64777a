//! **D9 ellipsis.** Ellipses and dashes in a makeshift form.
//!
//! *Rule*: in Chinese and Japanese `...`, `。。。`, `・・・` and a single `…` become `……`; elsewhere `。。。` and rows of more than four
//! dots become `…`, and the form the person has chosen is applied; two or three hyphens become a dash. *False alarms*: an ellipsis before a full stop. Lines of
//! ornament are left alone. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;

check!(Ellipsis, D9, "ellipsis", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !prepared.target.says_something() {
        return Verdict::NotApplicable("the line is ornament");
    }
    if !prepared.target.has_signs(Signs::ROW) {
        return Verdict::Pass;
    }
    let chars = prepared.target.chars();
    let mut findings = Vec::new();
    let mut at = 0;
    for row in chars.chunk_by(|left, right| left == right) {
        let range = at..at + row.len();
        at = range.end;
        let Some(&c) = row.first() else { continue };
        let wanted = match c {
            '.' | '。' | '・' | '…' | '⋯' | '．' => {
                wanted_ellipsis(prepared, c, range.start, row.len())
            }
            '-' => wanted_dash(prepared, range.start, row.len()),
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
    Verdict::from_findings(findings)
}

fn wanted_ellipsis(prepared: &Prepared<'_>, c: char, start: usize, length: usize) -> Option<String> {
    let usual = prepared.pair.target.known.as_ref().map_or("", |known| known.record.ellipsis.as_str());
    let chosen = prepared.paragraph.policy.ellipsis.as_deref();
    let is_row = matches!((c, length), ('.' | '。' | '・' | '．', 3..) | ('…' | '⋯', 1..));
    // A row of dots that leans on another kind of dot is somebody's deliberate layout.
    let leans =
        prepared.target.char_before(start).is_some_and(|before| matches!(before, '.' | '…' | '。' | '・'))
            || prepared.target.char_at(start + length).is_some_and(|after| matches!(after, '…' | '⋯' | '・'));
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

fn wanted_dash(prepared: &Prepared<'_>, start: usize, length: usize) -> Option<String> {
    let known = prepared.pair.target.known.as_ref()?;
    let between = |at: Option<char>| at.is_some_and(|c| c.is_ascii_digit());
    let numeric =
        between(prepared.target.char_before(start)) && between(prepared.target.char_at(start + length));
    if !(2..=3).contains(&length)
        || numeric
        || prepared.source.text().contains("--") && !prepared.pair.target.is_ideographic()
    {
        return None;
    }
    Some(if known.record.dash.is_empty() { "—" } else { &known.record.dash }.to_owned())
}
