//! **E2 repetition.** A phrase comes back again and again.
//!
//! *Rule*: four words in a row (eight characters in Han and kana) stand at least three times, without overlap, in the translation and fewer
//! than twice in the source. *False alarms*: refrains and prayers, 0.0 to 0.1 %. *Severity*: block. *Repair*: cut, then a shorter chunk.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::runs::{hash_of, most_repeated};
use crate::text::view::View;

check!(Repetition, "E2", "repetition", Block, Completeness);

const TOO_OFTEN: usize = 3;
const WORDS: usize = 4;
const CHARS: usize = 8;

fn run(unit: &Prepared<'_>) -> Verdict {
    let Some(t) = repeats(&unit.t) else {
        return Verdict::NotApplicable("the translation is too short to repeat itself");
    };
    if t < TOO_OFTEN {
        return Verdict::Pass;
    }
    let s = repeats(unit.s).unwrap_or(1);
    // Shorter stretches of the source say whether it repeats itself at all.
    if s >= 2 || shorter_repeats(unit.s) >= TOO_OFTEN {
        return Verdict::Pass;
    }
    Finding::by(
        &Repetition,
        format!("The same phrase stands {t} times in the translation and not in the source. Translate the paragraph again."),
        format!("译文中同一短语出现{t}次，原文并无重复。请重新翻译本段。"),
    )
    .into()
}

fn repeats(view: &View<'_>) -> Option<usize> {
    if view.is_ideographic() {
        let letters = letters(view);
        (letters.len() >= CHARS * 2).then(|| most_repeated(&letters, CHARS).map_or(0, |(count, _)| count))
    } else {
        let words: Vec<u64> = view.words().map(hash_of).collect();
        (words.len() >= WORDS * 2).then(|| most_repeated(&words, WORDS).map_or(0, |(count, _)| count))
    }
}

fn shorter_repeats(view: &View<'_>) -> usize {
    if view.is_ideographic() {
        most_repeated(&letters(view), CHARS / 2).map_or(0, |(count, _)| count)
    } else {
        let words: Vec<u64> = view.words().map(hash_of).collect();
        most_repeated(&words, WORDS - 1).map_or(0, |(count, _)| count)
    }
}

fn letters(view: &View<'_>) -> Vec<char> {
    let letters = view.chars().iter().zip(view.scripts()).filter(|(_, script)| script.is_ideographic());
    letters.map(|(c, _)| *c).collect()
}
