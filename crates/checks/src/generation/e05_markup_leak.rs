//! **E5 markup-leak.** Fences, labels, JSON or prompt headings around the translation.
//!
//! *Rule*: code fences, the work item's own label (`[3] [ID: …]`), and doubled asterisks that the source has not are taken off; JSON
//! at the start, `"role":`, two or more prompt headings, words between backticks, numbered lines and placeholders that the source has not cannot be. *False alarms*: code and system boxes in stories,
//! which the source has, too. *Severity*: block after stripping. *Repair*: translate again.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use std::borrow::Cow;
use std::ops::Range;

check!(MarkupLeak, E5, "markup-leak", Block, Strip);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let mut findings = if prepared.target.has_signs(Signs::CODE) { wrapping(prepared) } else { Vec::new() };
    if findings.is_empty() && leaks(prepared) {
        findings.push(finding());
    }
    Verdict::from_findings(findings)
}

/// What can be taken off.
fn wrapping(prepared: &Prepared<'_>) -> Vec<Finding> {
    let (s, t) = (prepared.source.text(), prepared.target.text());
    let spans = if t.contains("```") && !s.contains("```") {
        fences(prepared)
    } else if let Some(span) = label(prepared) {
        vec![span]
    } else if t.contains("**") && !s.contains("**") && !s.contains("＊＊") && prepared.target.says_something()
    {
        stars(prepared)
    } else {
        Vec::new()
    };
    spans.into_iter().map(|span| finding().at(span).mended_by("")).collect()
}

fn finding() -> Finding {
    Finding::by(
        &MarkupLeak,
        "Give the bare translation, without code fences, labels, JSON or headings.",
        "请只给出纯译文，不要代码块、标签、JSON或标题。",
    )
}

/// Lines of a fence, with their line break.
fn fences(prepared: &Prepared<'_>) -> Vec<Range<usize>> {
    let chars = prepared.target.chars();
    let mut found = Vec::new();
    let mut at = 0;
    while at + 3 <= chars.len() {
        if chars.get(at..at + 3) != Some(&['`'; 3]) {
            at += 1;
            continue;
        }
        let word = chars.iter().skip(at + 3).take(12).take_while(|c| c.is_ascii_alphanumeric()).count();
        let mut end = at + 3;
        // The language after an opening fence belongs to it if the line ends there.
        if matches!(chars.get(at + 3 + word), Some('\n') | None) {
            end = at + 3 + word;
        }
        let mut start = at;
        if chars.get(end) == Some(&'\n') {
            end += 1;
        } else if start > 0 && chars.get(start - 1) == Some(&'\n') {
            start -= 1;
        }
        found.push(start..end);
        at = end;
    }
    found
}

/// `[3] [ID: ABCDEF] ` as the work item was shown, in the widths it will have.
fn label(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    let text = as_mended(prepared);
    let bare = text.trim_start();
    let rest = bare.strip_prefix('[').map_or(bare, |rest| {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.strip_prefix(']').filter(|_| digits.len() < rest.len()).map_or(bare, str::trim_start)
    });
    let close = rest.strip_prefix("[ID:")?.find(']').filter(|length| *length <= 16)?;
    if prepared.source.text().contains("[ID:") {
        return None;
    }
    let after = rest.get("[ID:".len() + close + 1..)?.trim_start_matches(' ');
    Some(0..text.chars().count() - after.chars().count())
}

fn stars(prepared: &Prepared<'_>) -> Vec<Range<usize>> {
    let places: Vec<usize> = prepared
        .target
        .chars()
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| *pair == ['*', '*'])
        .map(|(at, _)| at)
        .collect();
    let row = places.windows(2).any(|pair| matches!(pair, [left, right] if right - left < 2));
    if row || !places.len().is_multiple_of(2) {
        Vec::new()
    } else {
        places.into_iter().map(|at| at..at + 2).collect()
    }
}

fn leaks(prepared: &Prepared<'_>) -> bool {
    let (s, t) = (prepared.source.text(), as_mended(prepared));
    let t = t.as_ref();
    let code = prepared.target.has_signs(Signs::CODE) || prepared.target.has_signs(Signs::WIDE);
    let quoted = prepared.target.has_signs(Signs::STRAIGHT) || prepared.target.has_signs(Signs::WIDE);
    if (quoted && t.contains("\"role\":") && !s.contains("\"role\":"))
        || (code && opens_as_json(t) && !opens_as_json(s) && !opens_with_quoted_box(s))
    {
        return true;
    }
    if let Some(headings) = &prepared.pair.phrases.headings
        && prepared.target.has_signs(Signs::LINE_BREAK)
        && t.contains([':', '：'])
    {
        let count = |text: &str| headings.find_iter(text).count();
        if count(prepared.target.comparable()) >= 2 && count(prepared.source.comparable()) == 0 {
            return true;
        }
    }
    numbered(t) > 1 && numbered(s) == 0
        || code && placeholder(t) && !placeholder(s)
        || code && ticked(t) && !s.contains('`')
}

/// The translation with the widths it will have: in languages with half-width marks `【"` becomes `["`, and is JSON before as after.
fn as_mended<'a>(prepared: &'a Prepared<'_>) -> Cow<'a, str> {
    let text = prepared.target.text();
    let narrows = prepared.pair.target.known.as_ref().is_some_and(|known| !known.record.wide_punctuation);
    if !narrows || !prepared.target.has_signs(Signs::WIDE) {
        return Cow::Borrowed(text);
    }
    let korean = prepared.pair.target.is("ko");
    let narrow = |c: char| match c {
        '【' if !korean => '[',
        '】' if !korean => ']',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    };
    Cow::Owned(text.chars().map(narrow).collect())
}

fn opens_as_json(text: &str) -> bool {
    let start = text.trim_start();
    ["{\"", "[{", "{ \"", "[\""].iter().any(|mark| start.starts_with(mark))
}

/// `【“系统”】`: a box of a story whose first word is quoted, which looks like JSON in English.
fn opens_with_quoted_box(source: &str) -> bool {
    let mut chars = source.trim_start().chars();
    matches!(chars.next(), Some('[' | '【' | '［' | '〔' | '〖' | '「' | '『'))
        && matches!(chars.next(), Some('"' | '“' | '”' | '「' | '『' | '«' | '„' | '＂' | '〝'))
}

/// Lines that start with a number and a dot or bracket.
fn numbered(text: &str) -> usize {
    let is_numbered = |line: &&str| {
        let digits = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < line.trim_start().len() && (digits.starts_with(". ") || digits.starts_with(") "))
    };
    if text.contains('\n') { text.lines().filter(is_numbered).count() } else { 0 }
}

/// A word between two backticks, as code is marked. A backtick for an opening quotation mark has no second one.
fn ticked(text: &str) -> bool {
    let parts: Vec<&str> = text.split('`').collect();
    parts.len() > 2 && parts.len() % 2 == 1 && parts.iter().skip(1).step_by(2).all(|part| !part.is_empty())
}

fn placeholder(text: &str) -> bool {
    ["{{", "⟦", "[P1]", "[P2]", "<P1>", "%%", "[[TAG", "__TAG"].iter().any(|mark| text.contains(mark))
}
