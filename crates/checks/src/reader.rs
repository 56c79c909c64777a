//! What people are told of a finding: the name of its check, a sentence with the words it is about, what to do, and where
//! those words stand on both sides. The sentence for a model is the finding's own message.

use crate::check::Finding;
use crate::code::CheckCode;
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// The language a person is spoken to in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderLanguage {
    English,
    Chinese,
}

/// Words in English and in Chinese.
#[derive(Debug, Deserialize)]
struct Both(String, String);

impl Both {
    fn choose(&self, language: ReaderLanguage) -> &str {
        match language {
            ReaderLanguage::English => &self.0,
            ReaderLanguage::Chinese => &self.1,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    name: Both,
    sentence: Both,
    advice: Both,
}

// The file is part of the program and a test reads it.
static WORDS: LazyLock<HashMap<String, Words>> =
    LazyLock::new(|| toml::from_str(include_str!("../data/reader.toml")).unwrap_or_default());

/// The name of a check for people, such as `Numbers`.
pub fn name(code: CheckCode, language: ReaderLanguage) -> &'static str {
    WORDS.get(code.as_str()).map_or("", |words| words.name.choose(language))
}

/// What a person can do about a finding.
pub fn advice(code: CheckCode, language: ReaderLanguage) -> &'static str {
    WORDS.get(code.as_str()).map_or("", |words| words.advice.choose(language))
}

/// What is wrong, with the words it is about: `A number of the source is missing from the translation: «1887».`
pub fn sentence(finding: &Finding, language: ReaderLanguage) -> String {
    let general = WORDS.get(finding.check.as_str()).map_or("", |words| words.sentence.choose(language));
    let quoted = quoted_words(finding);
    if quoted.is_empty() {
        return general.to_owned();
    }
    match language {
        ReaderLanguage::English => {
            let quoted: Vec<String> = quoted.iter().map(|word| format!("«{word}»")).collect();
            format!("{}: {}.", general.trim_end_matches('.'), quoted.join(", "))
        }
        ReaderLanguage::Chinese => {
            let quoted: Vec<String> = quoted.iter().map(|word| format!("「{word}」")).collect();
            format!("{}：{}。", general.trim_end_matches('。'), quoted.join("、"))
        }
    }
}

/// No more words than these are named and marked.
const MOST_WORDS: usize = 6;

/// The words a finding names, in its own order: what stands between `«` and `»` in its message.
fn quoted_words(finding: &Finding) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = finding.message.en.as_str();
    while let Some((_, after)) = rest.split_once('«') {
        let Some((word, tail)) = after.split_once('»') else { break };
        let word = word.trim().trim_end_matches('…');
        if !word.is_empty() && !found.contains(&word) && found.len() < MOST_WORDS {
            found.push(word);
        }
        rest = tail;
    }
    found
}

/// Where the words of a finding stand in a source and its translation, both plain; in characters and in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    pub source: Vec<Range<usize>>,
    pub translation: Vec<Range<usize>>,
}

/// Looks for the words of a finding on both sides.
pub fn places(finding: &Finding, source: &str, translation: &str) -> Places {
    let quoted = quoted_words(finding);
    let mut places = Places {
        source: finding.source_span.iter().cloned().collect(),
        translation: finding.span.iter().filter(|span| !span.is_empty()).cloned().collect(),
    };
    for (text, found) in [(source, &mut places.source), (translation, &mut places.translation)] {
        if found.is_empty() {
            found.extend(quoted.iter().filter_map(|word| find(text, word)));
            found.sort_by_key(|range| (range.start, range.end));
        }
    }
    places
}

/// The first place of a word; a number only where it stands alone.
fn find(text: &str, word: &str) -> Option<Range<usize>> {
    let is_number = word.chars().all(|c| c.is_ascii_digit());
    let at = text.match_indices(word).map(|(at, _)| at).find(|at| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|text| text.chars().next());
        !(is_number && (digit(before) || digit(after)))
    })?;
    let start = text.get(..at)?.chars().count();
    Some(start..start + word.chars().count())
}
