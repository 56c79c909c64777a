//! **B3 wrong-language.** The translation, or a stretch of it, is in the source's language or in a third one.
//!
//! *Rule*: within one script, a vote of small words: a stretch of 20 words holds at least 4 small words of the source's
//! language that the target does not have, 12 % of the words, and more than of the target's; across scripts, fewer than half of the
//! letters are of the target's scripts; Japanese without any kana. *Threshold*: at least 30 characters (20 in Han and kana) and 6 words. *False alarms*: lists of
//! names, quotations. *Severity*: block. *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::policy::BilingualPolicy;
use crate::prepared::Prepared;
use book::text::script::Script;
use std::ops::Range;

check!(WrongLanguage, B3, "wrong-language", Block, Language);

const LEAST: usize = 30;
const LEAST_WIDE: usize = 20;
const LEAST_WORDS: usize = 6;
const WINDOW: usize = 20;
const LEAST_VOTES: usize = 4;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(target) = &prepared.pair.target.known else {
        return Verdict::NotApplicable("nothing is known about the target language");
    };
    if prepared.paragraph.policy.bilingual == BilingualPolicy::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    let least = if prepared.pair.target.is_ideographic() { LEAST_WIDE } else { LEAST };
    if prepared.target.length() < least {
        return Verdict::NotApplicable("the translation is too short to tell its language");
    }
    let own: usize = target.scripts.iter().map(|script| prepared.target.count(*script)).sum();
    // Names keep their letters in every language, and a Han character says as much as three letters.
    let names: usize = prepared
        .target
        .tokens()
        .iter()
        .filter(|token| token.capital)
        .map(|token| token.end - token.start)
        .sum();
    let weight = if prepared.pair.target.is_ideographic() { 3 } else { 1 };
    let in_other_script = own * weight < prepared.target.n_letters().saturating_sub(own + names);
    let no_kana = prepared.pair.target.is("ja")
        && prepared.target.count(Script::Han) >= 20
        && prepared.target.count(Script::Hiragana) + prepared.target.count(Script::Katakana) == 0
        && prepared.source.length() > LEAST;
    let stretch = if in_other_script || no_kana {
        Some(0..prepared.target.chars().len())
    } else {
        foreign_stretch(prepared)
    };
    let Some(span) = stretch else { return Verdict::Pass };
    let quote = prepared.target.slice(span.start..span.end.min(span.start + 60));
    Finding::by(
        &WrongLanguage,
        format!(
            "This is not in {}: «{quote}». Translate all of it.",
            prepared.pair.target.tag.english_name()
        ),
        format!("以下内容不是{}：「{quote}」。请全部翻译。", prepared.pair.target.tag.chinese_name()),
    )
    .at(span)
    .into()
}

/// The stretch of words in which the source's language has the majority.
fn foreign_stretch(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    let tokens = prepared.target.tokens();
    if tokens.len() < LEAST_WORDS || prepared.pair.source.known.is_none() {
        return None;
    }
    let window = WINDOW.min(tokens.len());
    let vote = |flags: Flags| match (flags.has(Flags::FOREIGN_STOP), flags.has(Flags::STOP)) {
        (true, false) => (1, 0),
        (false, true) => (0, 1),
        (true, true) | (false, false) => (0, 0),
    };
    let (mut foreign, mut own) = (0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        let (f, o) = vote(token.flags);
        foreign += f;
        own += o;
        if let Some(gone) = at.checked_sub(window).and_then(|gone| tokens.get(gone)) {
            let (f, o) = vote(gone.flags);
            foreign -= f;
            own -= o;
        }
        if foreign >= LEAST_VOTES && foreign * 100 >= window * 12 && foreign > own * 2 {
            let start = tokens.get((at + 1).saturating_sub(window))?.start;
            return Some(start..token.end);
        }
    }
    None
}
