//! **A12 source-left.** The source stands beside its translation.
//!
//! *Rule*: the translation contains 20 characters of the source in a row (30 where both languages share an alphabet);
//! or one of its lines is the source's script by 80 %; or, where the languages share a script, a sentence is one of the source's. *Threshold*: as said.
//! *False alarms*: quotations in a foreign language; bilingual output, where the check does not apply. *Severity*: block.
//! *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::policy::BilingualPolicy;
use crate::prepared::Prepared;
use crate::text::hash::{FastBuild, hash_of_stretch};
use crate::text::letter::is_alphanumeric;
use crate::text::runs::shared_chars;
use crate::text::signs::Signs;
use crate::text::view::View;
use book::text::script::Script;
use std::collections::HashSet;
use std::ops::Range;

check!(SourceLeft, A12, "source-left", Block, Completeness);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.policy.bilingual == BilingualPolicy::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    if prepared.pair.is_conversion() {
        return Verdict::NotApplicable("both languages are Chinese");
    }
    let least = if prepared.pair.shares_script() { 30 } else { 20 };
    let found = may_share(prepared, least)
        .then_some(())
        .and_then(|()| shared_chars(prepared.source.narrow(), prepared.target.narrow(), least))
        .filter(|run| is_telling(prepared, run))
        .or_else(|| line_in_source_script(prepared))
        .or_else(|| added_source(prepared))
        .or_else(|| sentence_of_source(prepared));
    let Some(span) = found else { return Verdict::Pass };
    let quote: String = prepared.target.slice(span.start..span.end.min(span.start + 40));
    Finding::by(
        &SourceLeft,
        format!("Source text was left in the translation: «{quote}». Give the translation only."),
        format!("译文中残留原文：「{quote}」。请只保留译文。"),
    )
    .at(span)
    .into()
}

/// Where the scripts differ, a shared row needs letters of the source's scripts.
fn may_share(prepared: &Prepared<'_>, least: usize) -> bool {
    let Some(known) = prepared.pair.source.known.as_ref().filter(|_| !prepared.pair.shares_script()) else {
        return true;
    };
    known.scripts.iter().map(|script| prepared.target.count(*script)).sum::<usize>() * 2 >= least
}

/// A row of digits, ornament or names (each word with a capital) is the same in every language.
fn is_telling(prepared: &Prepared<'_>, run: &Range<usize>) -> bool {
    let scripts = prepared.target.scripts().get(run.clone()).unwrap_or_default();
    let n_letters = scripts.iter().filter(|script| script.is_letter()).count();
    if n_letters * 2 < run.len() {
        return false;
    }
    let mut words = prepared
        .target
        .tokens()
        .iter()
        .filter(|token| run.start <= token.start && token.end <= run.end)
        .peekable();
    words.peek().is_none() || words.any(|token| !token.capital && token.end - token.start > 3)
}

fn line_in_source_script(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    if !prepared.target.has_signs(Signs::LINE_BREAK) {
        return None;
    }
    let mut start = 0;
    for line in prepared.target.chars().split(|c| *c == '\n') {
        let range = start..start + line.len();
        start = range.end + 1;
        let scripts = prepared.target.scripts().get(range.clone()).unwrap_or_default();
        let n_letters = scripts.iter().filter(|script| script.is_letter()).count();
        if n_letters < 4 {
            continue;
        }
        let foreign = scripts.iter().filter(|script| is_source_only(prepared, **script)).count();
        if foreign * 10 >= n_letters * 8 {
            return Some(range);
        }
    }
    None
}

/// The whole source on lines of its own, beside the translation.
fn added_source(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    const LEAST: usize = 6;
    if !prepared.target.has_signs(Signs::LINE_BREAK) {
        return None;
    }
    let n_lines = |view: &View<'_>| view.chars().iter().filter(|c| **c == '\n').count();
    if n_lines(&prepared.target) <= n_lines(prepared.source) {
        return None;
    }
    let letters =
        |chars: &[char]| chars.iter().copied().filter(|c| is_alphanumeric(*c)).collect::<Vec<char>>();
    let (source, all) = (letters(prepared.source.narrow()), letters(prepared.target.narrow()));
    let after = all.len() > source.len() && (all.ends_with(&source) || all.starts_with(&source));
    (source.len() >= LEAST && after).then(|| 0..prepared.target.chars().len())
}

/// A sentence whose letters are those of a sentence or line of the source.
fn sentence_of_source(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    if !prepared.pair.shares_script() {
        return None;
    }
    let wide = prepared.source.is_ideographic();
    let known: HashSet<u64, FastBuild> = prepared
        .source
        .sentences()
        .iter()
        .filter_map(|range| letters(prepared.source, range, wide))
        .collect();
    let found = prepared.target.sentences().iter().find(|range| {
        letters(&prepared.target, range, wide).is_some_and(|hash| known.contains(&hash))
            && (wide || is_telling(prepared, range))
    });
    found.cloned()
}

/// The hash of a sentence's letters, if there are enough of them.
fn letters(view: &View<'_>, range: &Range<usize>, wide: bool) -> Option<u64> {
    let chars = view.narrow().get(range.clone())?;
    let least = if wide { 8 } else { 12 };
    let mut n_letters = 0_usize;
    let letters = chars.iter().filter(|c| is_alphanumeric(**c)).map(|c| {
        // A row of numbers is the same in every language.
        n_letters += usize::from(!is_number(*c));
        u64::from(u32::from(*c))
    });
    let hash = hash_of_stretch(letters);
    (n_letters >= least).then_some(hash)
}

/// Most characters of East Asia are no number, which is seen without looking into the tables.
fn is_number(c: char) -> bool {
    !matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}') && c.is_numeric()
}

fn is_source_only(prepared: &Prepared<'_>, script: Script) -> bool {
    script.is_letter()
        && prepared.pair.source.writes_in(script) == Some(true)
        && prepared.pair.target.writes_in(script) == Some(false)
        // Latin words are at home in every language.
        && script != Script::Latin
}
