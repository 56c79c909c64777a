//! **A12 source-left.** The source stands beside its translation.
//!
//! *Rule*: the translation contains 20 characters of the source in a row (30 where both languages share an alphabet);
//! or one of its lines is the source's script by 80 %; or a line is the source itself. *Threshold*: as said.
//! *False alarms*: quotations in a foreign language; bilingual output, where the check does not apply. *Severity*: block.
//! *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::policy::Bilingual;
use crate::prepared::Prepared;
use crate::text::runs::shared_chars;
use crate::text::script::Script;
use std::ops::Range;

check!(SourceLeft, "A12", "source-left", Block, Completeness);

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.unit.policy.bilingual == Bilingual::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    if unit.pair.is_conversion() {
        return Verdict::NotApplicable("both languages are Chinese");
    }
    let least = if unit.pair.shares_script() { 30 } else { 20 };
    let found = shared_chars(unit.s.chars(), unit.t.chars(), least)
        .filter(|run| is_telling(unit, run))
        .or_else(|| line_in_source_script(unit));
    let Some(span) = found else { return Verdict::Pass };
    let quote: String = unit.t.slice(span.start..span.end.min(span.start + 40));
    Finding::by(
        &SourceLeft,
        format!("Source text was left in the translation: «{quote}». Give the translation only."),
        format!("译文中残留原文：「{quote}」。请只保留译文。"),
    )
    .at(span)
    .into()
}

/// A row of digits, ornament or names (each word with a capital) is the same in every language.
fn is_telling(unit: &Prepared<'_>, run: &Range<usize>) -> bool {
    let scripts = unit.t.scripts().get(run.clone()).unwrap_or_default();
    let n_letters = scripts.iter().filter(|script| script.is_letter()).count();
    if n_letters * 2 < run.len() {
        return false;
    }
    let mut words =
        unit.t.tokens().iter().filter(|token| run.start <= token.start && token.end <= run.end).peekable();
    words.peek().is_none() || words.any(|token| !token.capital && token.end - token.start > 3)
}

fn line_in_source_script(unit: &Prepared<'_>) -> Option<Range<usize>> {
    if !unit.t.chars().contains(&'\n') {
        return None;
    }
    let mut start = 0;
    for line in unit.t.chars().split(|c| *c == '\n') {
        let range = start..start + line.len();
        start = range.end + 1;
        let scripts = unit.t.scripts().get(range.clone()).unwrap_or_default();
        let n_letters = scripts.iter().filter(|script| script.is_letter()).count();
        if n_letters < 4 {
            continue;
        }
        let foreign = scripts.iter().filter(|script| is_source_only(unit, **script)).count();
        let text: String = line.iter().collect();
        let is_source =
            unit.s.text().lines().any(|own| own.trim() == text.trim()) && unit.s.tokens().len() > 3;
        if foreign * 10 >= n_letters * 8 || is_source {
            return Some(range);
        }
    }
    None
}

fn is_source_only(unit: &Prepared<'_>, script: Script) -> bool {
    script.is_letter()
        && unit.pair.source.writes_in(script) == Some(true)
        && unit.pair.target.writes_in(script) == Some(false)
        // Latin words are at home in every language.
        && script != Script::Latin
}
