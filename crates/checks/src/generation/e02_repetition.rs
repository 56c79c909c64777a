//! **E2 repetition.** A phrase comes back again and again.
//!
//! *Rule*: four words in a row (eight characters in Han and kana) stand at least three times, without overlap, in the translation and fewer
//! than twice in the source. *False alarms*: refrains and prayers, 0.0 to 0.1 %. *Severity*: block. *Repair*: cut, then a shorter chunk.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::hash::hash_of;
use crate::text::runs::most_repeated;
use crate::text::view::View;

check!(Repetition, E2, "repetition", Block, Completeness);

const TOO_OFTEN: usize = 3;
const WORDS: usize = 4;
const CHARS: usize = 8;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(t) = repeats(&prepared.target) else {
        return Verdict::NotApplicable("the translation is too short to repeat itself");
    };
    if t < TOO_OFTEN {
        return Verdict::Pass;
    }
    let s = repeats(prepared.source).unwrap_or(1);
    // Shorter stretches of the source say whether it repeats itself at all.
    if s >= 2 || shorter_repeats(prepared.source) >= TOO_OFTEN {
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
    let (items, n) = items(view);
    (items.len() >= n * 2).then(|| most_repeated(&items, n))
}

fn shorter_repeats(view: &View<'_>) -> usize {
    let (items, n) = items(view);
    most_repeated(&items, if n == CHARS { CHARS / 2 } else { WORDS - 1 })
}

/// Characters or words, and how many make a phrase.
fn items(view: &View<'_>) -> (Vec<u64>, usize) {
    if view.is_ideographic() {
        let letters = view.chars().iter().zip(view.scripts()).filter(|(_, script)| script.is_ideographic());
        (letters.map(|(c, _)| u64::from(u32::from(*c))).collect(), CHARS)
    } else {
        (view.words().map(hash_of).collect(), WORDS)
    }
}
