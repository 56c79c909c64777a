//! **E9 context-bleed.** Text of an earlier paragraph, given as context, was copied into this one.
//!
//! *Rule*: 12 words in a row (20 characters in Han and kana) are those of a neighbouring translation, and no such run is shared by the sources.
//! *False alarms*: formulae and running heads, whose sources repeat, too. *Severity*: block. *Repair*: do the chunk again without the colliding context.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::runs::{shared_chars, shared_words};
use crate::text::view::View;
use std::ops::Range;

check!(ContextBleed, E9, "context-bleed", Block, Completeness);

const WORDS: usize = 12;
const CHARS: usize = 20;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.before.is_empty() && prepared.paragraph.after.is_empty() {
        return Verdict::NotApplicable("no neighbouring paragraph was handed in");
    }
    if prepared.target.length() < CHARS {
        return Verdict::NotApplicable("the translation is too short");
    }
    let near = prepared.before().into_iter().chain(prepared.after());
    let mut found = None;
    for neighbour in near {
        if may_share(&neighbour.target_chars, &prepared.target) {
            found = found.or_else(|| bleeds(prepared, neighbour.source(), neighbour.target()));
        }
    }
    if found.is_none() {
        let farther = prepared.paragraph.before.iter().rev().skip(1).take(4);
        found = farther.into_iter().find_map(|aligned| {
            let chars: Vec<char> = aligned.translation.plain().chars().collect();
            if !may_share(&chars, &prepared.target) {
                return None;
            }
            let t = View::of(aligned.translation.plain(), &prepared.pair.target_lexicon);
            let s = View::of(aligned.source.plain(), &prepared.pair.source_lexicon);
            bleeds(prepared, &s, &t)
        });
    }
    let Some(span) = found else { return Verdict::Pass };
    let quote = prepared.target.slice(span.start..span.end.min(span.start + 40));
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

fn bleeds(prepared: &Prepared<'_>, s: &View<'_>, t: &View<'_>) -> Option<Range<usize>> {
    let span = run_of(t, &prepared.target)?;
    let least = if prepared.source.is_ideographic() { 8 } else { 24 };
    shared_chars(s.chars(), prepared.source.chars(), least).is_none().then_some(span)
}

fn run_of(known: &View<'_>, text: &View<'_>) -> Option<Range<usize>> {
    if text.is_ideographic() {
        shared_chars(known.chars(), text.chars(), CHARS)
    } else {
        shared_words(known, text, WORDS)
    }
}
