//! **B10 words-left.** Words of the source are left in a translation that is written in Latin letters, too.
//!
//! *Rule*: a word in lower case of at least 5 letters that stands in both texts, and whose rows of three letters are more usual in the source's language
//! by 0.75 in the mean logarithm: `ledger` in Spanish, not `municipal`. Words of an agreed translation are left alone. *Threshold*: one word. *False alarms*: 0.3 % on human translations: words that a
//! translator keeps (`merfolk`), and words of both languages (`hotel`). *Severity*: queue. *Repair*: translate the words named.

use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::policy::BilingualPolicy;
use crate::prepared::Prepared;
use crate::text::hash::FastBuild;
use crate::text::view::Token;
use book::text::fold::fold;
use book::text::script::Script;
use std::collections::HashSet;

check!(WordsLeft, B10, "words-left", Queue, Language);

/// A shorter word has too few rows of letters to tell its language.
const LEAST_LETTERS: usize = 5;
const FOREIGN: f64 = 0.75;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some((own, other)) = prepared.pair.spellings else {
        return Verdict::NotApplicable("how words are spelled in both languages is not known");
    };
    if prepared.paragraph.policy.bilingual == BilingualPolicy::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    let source: HashSet<&str, FastBuild> = prepared.source.words().collect();
    let is_left = |token: &&Token| {
        let word = prepared.target.word(token);
        !token.capital
            && token.end - token.start >= LEAST_LETTERS
            && !token.flags.has(Flags::STOP)
            && prepared.target.script_at(token.start) == Script::Latin
            && source.contains(word)
            && own.usualness(word) - other.usualness(word) >= FOREIGN
            && !is_agreed(prepared, word)
    };
    let left: Vec<&Token> = prepared.target.tokens().iter().filter(is_left).collect();
    let Some(first) = left.first() else { return Verdict::Pass };
    let words = left.iter().take(6).map(|token| prepared.target.word(token)).collect::<Vec<_>>().join(", ");
    Finding::by(
        &WordsLeft,
        format!(
            "Words of the source were left untranslated: {words}. Translate them and change nothing else."
        ),
        format!("以下原文单词未翻译：{words}。请翻译，其他内容不变。"),
    )
    .at(first.start..first.end)
    .into()
}

/// Whether the word belongs to the agreed translation of a term.
fn is_agreed(prepared: &Prepared<'_>, word: &str) -> bool {
    let mut terms = prepared.paragraph.knowledge.terms.iter();
    terms.any(|term| fold(&term.translation).split(|c: char| !c.is_alphanumeric()).any(|part| part == word))
}
