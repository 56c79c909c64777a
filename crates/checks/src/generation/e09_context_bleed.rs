//! **E9 context-bleed.** Text of an earlier paragraph, given as context, was copied into this one.
//!
//! *Rule*: 12 words in a row (20 characters in Han and kana) are those of a neighbouring translation, and no such run is shared by the sources.
//! *False alarms*: formulae and running heads, whose sources repeat, too. *Severity*: block. *Repair*: do the chunk again without the colliding context.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::runs::{shared_chars, shared_words};
use crate::text::view::View;
use std::ops::Range;

check!(ContextBleed, "E9", "context-bleed", Block, Completeness);

const WORDS: usize = 12;
const CHARS: usize = 20;

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.unit.before.is_empty() && unit.unit.after.is_empty() {
        return Verdict::NotApplicable("no neighbouring paragraph was handed in");
    }
    if unit.t.length() < CHARS {
        return Verdict::NotApplicable("the translation is too short");
    }
    let near = unit.before().into_iter().chain(unit.after());
    let mut found = None;
    for neighbour in near {
        if may_share(&neighbour.t_chars, &unit.t) {
            found = found.or_else(|| bleeds(unit, neighbour.s(), neighbour.t()));
        }
    }
    if found.is_none() {
        let farther = unit.unit.before.iter().rev().skip(1).take(4);
        found = farther.into_iter().find_map(|aligned| {
            let chars: Vec<char> = aligned.translation.plain().chars().collect();
            if !may_share(&chars, &unit.t) {
                return None;
            }
            let t = View::of(aligned.translation.plain(), &unit.pair.target_lexicon);
            let s = View::of(aligned.source.plain(), &unit.pair.source_lexicon);
            bleeds(unit, &s, &t)
        });
    }
    let Some(span) = found else { return Verdict::Pass };
    let quote = unit.t.slice(span.start..span.end.min(span.start + 40));
    Finding::by(
        &ContextBleed,
        format!("«{quote}…» belongs to another paragraph. Translate only this paragraph's source."),
        format!("「{quote}…」属于其他段落。请只翻译本段原文。"),
    )
    .at(span)
    .into()
}

/// Twelve words are at least this many characters; where no such row is shared, the words need not be compared.
const FEWEST_CHARS: usize = 20;

fn may_share(known: &[char], text: &View<'_>) -> bool {
    shared_chars(known, text.chars(), FEWEST_CHARS).is_some()
}

fn bleeds(unit: &Prepared<'_>, s: &View<'_>, t: &View<'_>) -> Option<Range<usize>> {
    let span = run_of(t, &unit.t)?;
    let least = if unit.s.is_ideographic() { 8 } else { 24 };
    shared_chars(s.chars(), unit.s.chars(), least).is_none().then_some(span)
}

fn run_of(known: &View<'_>, text: &View<'_>) -> Option<Range<usize>> {
    if text.is_ideographic() {
        shared_chars(known.chars(), text.chars(), CHARS)
    } else {
        shared_words(known, text, WORDS)
    }
}
