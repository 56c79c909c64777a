//! **E9 context-bleed.** Text of an earlier paragraph, given as context, was copied into this one.
//!
//! *Rule*: 12 words in a row (20 characters in Han and kana) are those of a neighbouring translation, and no such run is shared by the sources.
//! In a translation with more sentences than the source, a whole sentence of the paragraph beside it is enough (queue).
//! *False alarms*: formulae and running heads, whose sources repeat, too. *Severity*: block. *Repair*: do the chunk again without the colliding context.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::runs::{dice, shared_chars, shared_words};
use crate::text::view::View;
use std::collections::HashSet;
use std::ops::Range;

check!(ContextBleed, E9, "context-bleed", Block, Completeness);

const WORDS: usize = 12;
const CHARS: usize = 20;
/// A shorter sentence may well be said in two paragraphs.
const LEAST_LETTERS: usize = 16;
const LEAST_HAN: usize = 6;
/// Sources more alike may have a sentence in common.
const DIFFERENT: f64 = 0.6;

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
            let t = View::new(aligned.translation.plain(), &prepared.pair.target_lexicon);
            let s = View::new(aligned.source.plain(), &prepared.pair.source_lexicon);
            bleeds(prepared, &s, &t)
        });
    }
    let Some(span) = found else { return sentence_of_neighbour(prepared) };
    let quote = prepared.target.slice(span.start..span.end.min(span.start + 40));
    Finding::by(
        &ContextBleed,
        format!("«{quote}…» belongs to another paragraph. Translate only this paragraph's source."),
        format!("「{quote}…」属于其他段落。请只翻译本段原文。"),
    )
    .at(span)
    .into()
}

/// A whole sentence of the paragraph before or after, in a translation that says more than its source.
fn sentence_of_neighbour(prepared: &Prepared<'_>) -> Verdict {
    let target = &prepared.target;
    if target.sentences().len() < 2 || target.sentences().len() <= prepared.source.sentences().len() {
        return Verdict::Pass;
    }
    let least = if target.is_ideographic() { LEAST_HAN } else { LEAST_LETTERS };
    let said = |view: &View<'_>, place: &Range<usize>| -> Vec<char> {
        let chars = view.chars().get(place.clone()).unwrap_or_default();
        chars.iter().filter(|c| c.is_alphanumeric()).flat_map(|c| c.to_lowercase()).collect()
    };
    let own: Vec<(&Range<usize>, Vec<char>)> = target
        .sentences()
        .iter()
        .map(|place| (place, said(target, place)))
        .filter(|(_, said)| said.len() >= least)
        .collect();
    let near = prepared.before().into_iter().chain(prepared.after());
    let found = near.into_iter().find_map(|neighbour| {
        let (other, source) = (neighbour.target(), neighbour.source());
        let theirs: HashSet<Vec<char>> = other.sentences().iter().map(|place| said(other, place)).collect();
        let place = own.iter().find(|(_, one)| theirs.contains(one)).map(|(place, _)| (*place).clone())?;
        (dice(source.chars(), prepared.source.chars()) < DIFFERENT).then_some(place)
    });
    let Some(place) = found else { return Verdict::Pass };
    let quote = target.slice(place.clone());
    Finding::by(
        &ContextBleed,
        format!(
            "«{quote}» stands in the neighbouring paragraph as well. Translate only this paragraph's source."
        ),
        format!("「{quote}」也出现在相邻段落中。请只翻译本段原文。"),
    )
    .at(place)
    .as_severe_as(Severity::Queue)
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
