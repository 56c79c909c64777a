//! **A3 copied-source.** The translation is the source again.
//!
//! *Rule*: the folded texts are equal; or, between scripts, the sets of characters overlap by more than 0.8; or, within
//! one script, at least 70 % of at least 8 words are the source's. *Threshold*: at least 6 characters.
//! *False alarms*: lines of names only, interjections, mottos; lines of Han characters from Japanese to Chinese (a kana
//! is demanded there). Lines of ornament are copied rightly. *Severity*: block.
//! *Repair*: translate the paragraph alone, in a fresh context; then with another model; then sentence by sentence.

use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::prepared::Prepared;
use crate::text::view::{Token, View};
use book::text::script::Script;
use std::collections::HashSet;

check!(CopiedSource, "A3", "copied-source", Block, Completeness);

const LEAST: usize = 6;
const SET_OVERLAP: f64 = 0.8;
const WORD_OVERLAP: f64 = 0.7;
const LEAST_WORDS: usize = 8;

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.pair.is_conversion() {
        return Verdict::NotApplicable("both languages are Chinese");
    }
    if unit.s.length() < LEAST || !unit.s.says_something() {
        return Verdict::NotApplicable("the source is too short");
    }
    if unit.s.n_letters() < LEAST.min(4) {
        return Verdict::NotApplicable("the source has hardly any letters");
    }
    if is_copy(unit) {
        Finding::by(
            &CopiedSource,
            format!(
                "This came back untranslated. Translate all of it into {}.",
                unit.pair.target.tag.english_name()
            ),
            format!("此段未翻译。请将全文翻译成{}。", unit.pair.target.tag.chinese_name()),
        )
        .at(0..unit.t.chars().len())
        .into()
    } else {
        Verdict::Pass
    }
}

fn is_copy(unit: &Prepared<'_>) -> bool {
    let (s, t) = (unit.s, &unit.t);
    let comparable = s.letters().eq(t.letters());
    if s.is_ideographic() || s.count(Script::Hangul) * 2 > s.n_letters() {
        let kanji_line = s.count(Script::Hiragana) + s.count(Script::Katakana) == 0;
        if unit.pair.source.is("ja") && unit.pair.target.is_chinese() && kanji_line {
            return false;
        }
        if unit.pair.source.is_chinese() && unit.pair.target.is("ja") {
            return comparable && s.length() > 12;
        }
        return comparable || set_overlap(s, t) > SET_OVERLAP;
    }
    if only_names(unit) {
        return false;
    }
    if comparable {
        return true;
    }
    word_overlap(s, t) >= WORD_OVERLAP
}

/// Every word has a capital or is known as a name: such a line may rightly stay.
fn only_names(unit: &Prepared<'_>) -> bool {
    let tokens = unit.s.tokens();
    let is_name =
        |token: &Token| (token.capital || token.end - token.start <= 2) && !token.flags.has(Flags::STOP);
    tokens.len() <= 1 || tokens.iter().all(is_name)
}

fn set_overlap(s: &View<'_>, t: &View<'_>) -> f64 {
    // A copy is in the source's scripts; most translations are not, and need no sets.
    let east_asian = [Script::Han, Script::Hiragana, Script::Katakana, Script::Hangul];
    if east_asian.iter().map(|script| t.count(*script)).sum::<usize>() * 2 < t.n_letters() {
        return 0.0;
    }
    let set = |view: &View<'_>| -> HashSet<char> {
        let letters = view.chars().iter().zip(view.scripts());
        letters.filter(|(_, script)| script.is_letter()).map(|(c, _)| *c).collect()
    };
    let (left, right) = (set(s), set(t));
    crate::ratio(left.intersection(&right).count(), left.union(&right).count())
}

fn word_overlap(s: &View<'_>, t: &View<'_>) -> f64 {
    if s.tokens().len() < LEAST_WORDS || t.tokens().len() < LEAST_WORDS {
        return 0.0;
    }
    let mut left: Vec<&str> = s.words().collect();
    let mut right: Vec<&str> = t.words().collect();
    left.sort_unstable();
    right.sort_unstable();
    let mut shared = 0;
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (l.peek(), r.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(l.next()),
            std::cmp::Ordering::Greater => drop(r.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                l.next();
                r.next();
            }
        }
    }
    crate::ratio(shared, left.len().max(right.len()))
}
