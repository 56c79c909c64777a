//! **E2 repetition.** A phrase comes back again and again.
//!
//! *Rule*: four words in a row (eight characters in Han and kana) stand at least three times, without overlap, in the translation and fewer
//! than twice in the source. A whole sentence twice, in a translation with more sentences than the source, is shown; so is a longer
//! stretch (seven words, twelve characters) that stands twice where the source says nothing twice. *False alarms*: refrains and
//! prayers, 0.0 to 0.1 %. *Severity*: block, queue for what stands twice. *Repair*: cut, then a shorter chunk.

use crate::check::{Finding, Severity, Verdict};
use crate::language::LanguageProfile;
use crate::prepared::Prepared;
use crate::text::hash::hash_of;
use crate::text::runs::{dice, most_repeated};
use crate::text::view::View;
use std::collections::HashSet;
use std::ops::Range;

check!(Repetition, E2, "repetition", Block, Completeness);

const TOO_OFTEN: usize = 3;
const WORDS: usize = 4;
const CHARS: usize = 8;
/// A stretch so long does not come twice by chance.
const LONG_WORDS: usize = 7;
const LONG_CHARS: usize = 12;
/// A sentence with fewer letters may well be said twice.
const LEAST_LETTERS: usize = 16;
const LEAST_HAN: usize = 6;
/// Sentences of the source so alike may become the same one.
const ALIKE: f64 = 0.6;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(t) = repeats(&prepared.target, &prepared.pair.target) else {
        return Verdict::NotApplicable("the translation is too short to repeat itself");
    };
    if t < TOO_OFTEN {
        let sentence = sentence_twice(prepared);
        return if t == 2 && sentence == Verdict::Pass { stretch_twice(prepared) } else { sentence };
    }
    let s = repeats(prepared.source, &prepared.pair.source).unwrap_or(1);
    // Shorter stretches of the source say whether it repeats itself at all.
    if s >= 2 || shorter_repeats(prepared.source, &prepared.pair.source) >= TOO_OFTEN {
        return Verdict::Pass;
    }
    Finding::by(
        &Repetition,
        format!("The same phrase stands {t} times in the translation and not in the source. Translate the paragraph again."),
        format!("译文中同一短语出现{t}次，原文并无重复。请重新翻译本段。"),
    )
    .into()
}

/// A whole sentence that stands twice where the source says nothing twice.
fn sentence_twice(prepared: &Prepared<'_>) -> Verdict {
    let (target, source) = (&prepared.target, prepared.source);
    let sentences = target.sentences();
    if sentences.len() < 2 || sentences.len() <= source.sentences().len() {
        return Verdict::Pass;
    }
    let least = if target.is_ideographic() { LEAST_HAN } else { LEAST_LETTERS };
    let mut seen: HashSet<Vec<char>> = HashSet::new();
    let twice = sentences.iter().find(|place| {
        let said = letters(target, place);
        said.len() >= least && !seen.insert(said)
    });
    let Some(place) = twice else { return Verdict::Pass };
    let parts: Vec<Vec<char>> = source.sentences().iter().map(|place| letters(source, place)).collect();
    let is_alike =
        |(at, one): (usize, &Vec<char>)| parts.iter().skip(at + 1).any(|other| dice(one, other) >= ALIKE);
    if parts.iter().enumerate().any(is_alike) || shorter_repeats(source, &prepared.pair.source) >= 2 {
        return Verdict::Pass;
    }
    Finding::by(
        &Repetition,
        "A sentence stands twice in the translation and once in the source. Remove one.",
        "译文中同一句出现两次，原文只有一次。请删去一处。",
    )
    .at(place.clone())
    .as_severe_as(Severity::Queue)
    .into()
}

/// A long stretch that stands twice, where not even a short one does in the source.
fn stretch_twice(prepared: &Prepared<'_>) -> Verdict {
    let (items, n) = items(&prepared.target, &prepared.pair.target);
    let long = if n == CHARS { LONG_CHARS } else { LONG_WORDS };
    if most_repeated(&items, long) < 2 || shorter_repeats(prepared.source, &prepared.pair.source) >= 2 {
        return Verdict::Pass;
    }
    Finding::by(
        &Repetition,
        "A long phrase stands twice in the translation and once in the source. Translate each sentence by itself.",
        "译文中有一长串文字出现两次，原文并无重复。请逐句翻译。",
    )
    .as_severe_as(Severity::Queue)
    .into()
}

fn letters(view: &View<'_>, place: &Range<usize>) -> Vec<char> {
    let chars = view.chars().get(place.clone()).unwrap_or_default();
    chars.iter().filter(|c| c.is_alphanumeric()).flat_map(|c| c.to_lowercase()).collect()
}

fn repeats(view: &View<'_>, language: &LanguageProfile) -> Option<usize> {
    let (items, n) = items(view, language);
    (items.len() >= n * 2).then(|| most_repeated(&items, n))
}

fn shorter_repeats(view: &View<'_>, language: &LanguageProfile) -> usize {
    let (items, n) = items(view, language);
    most_repeated(&items, if n == CHARS { CHARS / 2 } else { WORDS - 1 })
}

/// Characters or words, and how many make a phrase.
fn items(view: &View<'_>, language: &LanguageProfile) -> (Vec<u64>, usize) {
    if view.is_ideographic() {
        let letters = view.chars().iter().zip(view.scripts()).filter(|(_, script)| script.is_ideographic());
        (letters.map(|(c, _)| u64::from(u32::from(*c))).collect(), CHARS)
    } else {
        // `a hundred and eighty` may come as often as there is something to count.
        let mark = |(at, word): (usize, &str)| {
            if language.number_parts(word).is_some() {
                u64::try_from(at).unwrap_or_default()
            } else {
                hash_of(word)
            }
        };
        (view.words().enumerate().map(mark).collect(), WORDS)
    }
}
