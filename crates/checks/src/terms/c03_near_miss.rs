//! **C3 near-miss.** A name that is almost, but not quite, the agreed one.
//!
//! *Rule*: a word with a capital within one or two letters (swaps included) of an agreed form of at least five letters,
//! that is no form of any known name and does not stand in the source; in Japanese, a katakana word one character off. *Threshold*: one letter up
//! to seven letters, two from eight. *False alarms*: below 0.2 %. It found `Korand` for `Konrad` in a shipped game. *Severity*: queue.
//! *Repair*: replace the word.

use super::matching::{is_form_of, without_clitic};
use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::nearness::{common_prefix, distance_within};
use book::text::fold::fold;
use book::text::script::Script;
use std::ops::Range;

check!(NearMiss, C3, "near-miss", Queue, Terms);

const LEAST: usize = 5;
const LEAST_KATAKANA: usize = 4;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let names = agreed_words(prepared);
    if names.is_empty() {
        return Verdict::NotApplicable("no name of five letters is known for this paragraph");
    }
    let mut findings = Vec::new();
    for (word, span) in candidates(prepared) {
        let chars: Vec<char> = word.chars().collect();
        let inflected = prepared.pair.target.known.as_ref().is_none_or(|known| known.record.inflected);
        if names.iter().any(|name| is_known_form(&word, name, inflected))
            || prepared.source.words().any(|known| known == word)
        {
            continue;
        }
        let near = names.iter().find(|name| {
            let wanted: Vec<char> = name.chars().collect();
            let most = if wanted.len() >= 8 { 2 } else { 1 };
            distance_within(&chars, &wanted, most).is_some_and(|distance| distance > 0)
        });
        if let Some(name) = near {
            let written = prepared.target.slice(span.clone());
            findings.push(
                Finding::by(
                    &NearMiss,
                    format!("«{written}» looks like a misspelt «{name}». Write the agreed name."),
                    format!("「{written}」疑似「{name}」的误写。请使用统一译名。"),
                )
                .at(span),
            );
        }
    }
    Verdict::from_findings(findings)
}

fn agreed_words(prepared: &Prepared<'_>) -> Vec<String> {
    let knowledge = &prepared.paragraph.knowledge;
    let terms = knowledge.terms.iter().flat_map(|term| term.allowed_forms());
    let names = knowledge
        .characters
        .iter()
        .flat_map(|character| character.names())
        .map(|name| name.translation.as_str());
    let mut words: Vec<String> = terms
        .chain(names)
        .flat_map(|form| form.split([' ', '・', '·']).map(fold).collect::<Vec<_>>())
        .filter(|word| {
            let least = if word.chars().all(|c| Script::of_char(c) == Script::Katakana || c == 'ー') {
                LEAST_KATAKANA
            } else {
                LEAST
            };
            let alphabetic = word.chars().all(|c| {
                Script::of_char(c).is_alphabetic()
                    || Script::of_char(c) == Script::Katakana
                    || c == 'ー'
                    || c == '\''
            });
            alphabetic && word.chars().count() >= least
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A true inflection changes the end; a word of the same length that ends alike, or differs further inside, is a slip.
fn is_known_form(word: &str, name: &str, inflected: bool) -> bool {
    if !inflected {
        return is_form_of(word, name, false);
    }
    let (word_len, name_len) = (word.chars().count(), name.chars().count());
    let same_end = word.chars().next_back() == name.chars().next_back();
    let differs_inside =
        word != name && word_len == name_len && (same_end || common_prefix(word, name) + 2 < name_len);
    is_form_of(word, name, true) && !differs_inside
}

fn candidates(prepared: &Prepared<'_>) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = prepared
        .target
        .tokens()
        .iter()
        .filter(|token| token.capital && token.end - token.start >= LEAST - 1)
        .map(|token| {
            let word = without_clitic(prepared.target.word(token), &prepared.pair.target);
            (word.to_owned(), token.start..token.end)
        })
        .collect();
    let is_katakana = |at: usize| {
        prepared.target.script_at(at) == Script::Katakana || prepared.target.char_at(at) == Some('ー')
    };
    let mut at = 0;
    while at < prepared.target.chars().len() {
        let start = at;
        while is_katakana(at) {
            at += 1;
        }
        if at - start >= LEAST_KATAKANA - 1 {
            found.push((fold(&prepared.target.slice(start..at)), start..at));
        }
        at = at.max(start + 1);
    }
    found
}
