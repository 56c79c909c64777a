//! **C3 near-miss.** A name that is almost, but not quite, the agreed one.
//!
//! *Rule*: a word with a capital within one or two letters (swaps included, apostrophes set aside) of an agreed form of at least five letters,
//! that is no form of any known name of the story, no small word and does not stand in the source, where the agreed form stands less often in the
//! translation than the name in the source; in Japanese, a katakana word one character off. *Threshold*: one letter up
//! to seven letters, two from eight. *False alarms*: below 0.2 %. It found `Korand` for `Konrad` in a shipped game. *Severity*: queue.
//! *Repair*: replace the word, if it is meant to be that name.

use super::matching::{is_form_of, without_clitic};
use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::prepared::Prepared;
use crate::text::nearness::{common_prefix, distance_within};
use book::knowledge::character::Character;
use book::text::fold::fold;
use book::text::script::Script;
use std::ops::Range;

check!(NearMiss, C3, "near-miss", Queue, Terms);

const LEAST: usize = 5;
const LEAST_KATAKANA: usize = 4;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let knowledge = &prepared.paragraph.knowledge;
    let named = named(prepared);
    let names: Vec<String> = words_of(named.iter().flat_map(|one| &one.forms).copied());
    if names.is_empty() {
        return Verdict::NotApplicable("no name of five letters is known for this paragraph");
    }
    // A name that stands as often as in the source is not misspelt elsewhere.
    let missing =
        words_of(named.iter().filter(|one| one.is_missing(prepared)).flat_map(|one| &one.forms).copied());
    let cast =
        words_of(knowledge.cast.iter().flat_map(Character::names).map(|name| name.translation.as_str()));
    let inflected = is_inflected(prepared);
    let mut findings = Vec::new();
    for (word, span) in candidates(prepared) {
        if names.iter().chain(&cast).any(|name| is_known_form(&word, name, inflected))
            || prepared.source.words().any(|known| bare(known) == word)
        {
            continue;
        }
        let chars: Vec<char> = word.chars().collect();
        let near = missing.iter().find(|name| {
            let wanted: Vec<char> = name.chars().collect();
            let most = if wanted.len() >= 8 { 2 } else { 1 };
            distance_within(&chars, &wanted, most).is_some_and(|distance| distance > 0)
        });
        if let Some(name) = near {
            let written = prepared.target.slice(span.clone());
            findings.push(
                Finding::by(
                    &NearMiss,
                    format!("«{written}» is almost «{name}». Is it meant to be that name? Then write it as agreed; if it is another name or word, leave it."),
                    format!("「{written}」与「{name}」只差一点。是同一个名字吗？如是，请写统一译名；如果是别的名字或词，请保持不变。"),
                )
                .at(span)
                .asking_model(),
            );
        }
    }
    Verdict::from_findings(findings)
}

/// A term or character that stands in the source, with what may stand for it.
struct NamedEntry<'a> {
    sources: Vec<&'a str>,
    forms: Vec<&'a str>,
}

impl NamedEntry<'_> {
    /// Whether it stands less often in the translation than in the source.
    fn is_missing(&self, prepared: &Prepared<'_>) -> bool {
        let count = |text: &str, word: &str| if word.is_empty() { 0 } else { text.matches(word).count() };
        let in_source = self.sources.iter().map(|source| count(prepared.source.comparable(), &fold(source)));
        let inflected = is_inflected(prepared);
        let target: Vec<String> = prepared
            .target
            .tokens()
            .iter()
            .map(|token| bare(without_clitic(prepared.target.word(token), &prepared.pair.target)))
            .collect();
        let in_target = words_of(self.forms.iter().copied()).into_iter().map(|name| {
            let n_words = target.iter().filter(|word| is_known_form(word, &name, inflected)).count();
            n_words.max(count(prepared.target.comparable(), &name))
        });
        in_source.max().unwrap_or(0) > in_target.max().unwrap_or(0)
    }
}

fn named<'a>(prepared: &Prepared<'a>) -> Vec<NamedEntry<'a>> {
    let knowledge = &prepared.paragraph.knowledge;
    let terms = knowledge.terms.iter().map(|term| NamedEntry {
        sources: vec![term.source.as_str()],
        forms: term.allowed_forms().collect(),
    });
    let characters = knowledge.characters.iter().map(|character| NamedEntry {
        sources: character.names().map(|name| name.source.as_str()).collect(),
        forms: character.names().map(|name| name.translation.as_str()).collect(),
    });
    terms.chain(characters).collect()
}

/// The words of names that are long enough to be misspelt, without apostrophes: `Li’sar` and `Li'sar` are one name.
fn words_of<'a>(forms: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut words: Vec<String> = forms
        .flat_map(|form| form.split([' ', '・', '·']).map(|word| bare(&fold(word))).collect::<Vec<_>>())
        .filter(|word| {
            let is_katakana = |c: char| Script::of_char(c) == Script::Katakana || c == 'ー';
            let least = if word.chars().all(is_katakana) { LEAST_KATAKANA } else { LEAST };
            let is_letter = |c: char| Script::of_char(c).is_alphabetic() || is_katakana(c);
            word.chars().all(is_letter) && word.chars().count() >= least
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn is_inflected(prepared: &Prepared<'_>) -> bool {
    prepared.pair.target.known.as_ref().is_none_or(|known| known.record.inflected)
}

/// A folded word without its apostrophes.
fn bare(word: &str) -> String {
    word.replace('\'', "")
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
        .filter(|token| {
            token.capital && token.end - token.start >= LEAST - 1 && !token.flags.has(Flags::STOP)
        })
        .map(|token| {
            let word = without_clitic(prepared.target.word(token), &prepared.pair.target);
            (bare(word), token.start..token.end)
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
