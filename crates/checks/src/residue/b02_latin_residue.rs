//! **B2 latin-residue.** Words of a Latin source are left in a translation that is not written in Latin letters.
//!
//! *Rule*: a word in lower case of at least 4 letters that stands in both texts. *Threshold*: shown from one word,
//! blocked from three. *False alarms*: 0.0 % on human translations. *Severity*: queue, block from three. *Repair*: translate the paragraph alone.

use crate::check::{Finding, Severity, Verdict};
use crate::policy::BilingualPolicy;
use crate::prepared::Prepared;
use book::text::script::Script;
use std::collections::HashSet;

check!(LatinResidue, B2, "latin-residue", Queue, Language);

const LEAST_LETTERS: usize = 4;
const MANY: usize = 3;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.pair.target.writes_in(Script::Latin) != Some(false) {
        return Verdict::NotApplicable("the target language is written in Latin letters, or unknown");
    }
    if prepared.paragraph.policy.bilingual == BilingualPolicy::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    if prepared.pair.source.writes_in(Script::Latin) != Some(true) {
        return Verdict::NotApplicable("the source language is not written in Latin letters");
    }
    if prepared.target.count(Script::Latin) < LEAST_LETTERS {
        return Verdict::Pass;
    }
    let candidates: Vec<_> = prepared
        .target
        .tokens()
        .iter()
        .filter(|token| {
            !token.capital
                && token.end - token.start >= LEAST_LETTERS
                && prepared.target.script_at(token.start) == Script::Latin
        })
        .collect();
    if candidates.is_empty() {
        return Verdict::Pass;
    }
    let source: HashSet<&str> = prepared.source.words().collect();
    let left: Vec<_> = candidates
        .into_iter()
        .filter(|token| {
            let word = latin(prepared.target.word(token));
            word.len() >= LEAST_LETTERS && source.contains(word)
        })
        .collect();
    let Some(first) = left.first() else { return Verdict::Pass };
    let severity = if left.len() >= MANY { Severity::Block } else { Severity::Queue };
    let words = left.iter().take(6).map(|token| latin(prepared.target.word(token)));
    let words = words.collect::<Vec<_>>().join(", ");
    Finding::by(
        &LatinResidue,
        format!("Words of the source were left untranslated: {words}. Translate them."),
        format!("以下原文单词未翻译：{words}。请翻译。"),
    )
    .at(first.start..first.end)
    .as_severe_as(severity)
    .into()
}

/// A word without the Korean or Russian ending it was given.
fn latin(word: &str) -> &str {
    word.split(|c: char| Script::of_char(c) != Script::Latin).next().unwrap_or_default()
}
