//! A dictionary held in memory, filled by the readers of the three text formats.

use super::Dictionary;
use book::text::fold::fold;
use book::text::script::Script;
use std::collections::HashMap;

/// Head words with stems.
#[derive(Debug, Default)]
pub struct Glossary {
    entries: HashMap<Box<str>, Vec<Box<str>>>,
    longest: usize,
}

impl Glossary {
    /// A word with more translations than this says little about any of them.
    const MOST_STEMS: usize = 25;
    /// Longer head words are phrases that no text repeats.
    const LONGEST_HEAD: usize = 24;
    /// A file with more entries than this is no dictionary.
    const MOST_ENTRIES: usize = 2_000_000;

    /// Adds a translation of a head word.
    pub fn add(&mut self, head: &str, gloss: &str) {
        let head = fold(head.trim());
        let length = head.chars().count();
        let least = if head.chars().all(|c| Script::of(c).is_ideographic()) { 2 } else { 3 };
        if !(least..=Self::LONGEST_HEAD).contains(&length) || self.entries.len() >= Self::MOST_ENTRIES {
            return;
        }
        let stems = self.entries.entry(head.into_boxed_str()).or_default();
        for word in words_of(gloss) {
            if stems.len() < Self::MOST_STEMS && !stems.iter().any(|known| **known == *word) {
                stems.push(word.into_boxed_str());
            }
        }
        self.longest = self.longest.max(length);
    }

    /// How many head words there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Dictionary for Glossary {
    fn stems(&self, head: &str) -> &[Box<str>] {
        self.entries.get(head).map_or(&[], Vec::as_slice)
    }

    fn longest_head(&self) -> usize {
        self.longest
    }
}

/// The stems of the content words of a gloss; what stands in parentheses is about the word, not its translation.
fn words_of(gloss: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let bare: String = gloss
        .chars()
        .map(|c| {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 => return c,
                _ => {}
            }
            ' '
        })
        .collect();
    fold(&bare)
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| word.chars().count() >= 3 && !SMALL_WORDS.contains(word))
        .map(stem)
        .collect()
}

/// Words of English glosses that translate nothing.
const SMALL_WORDS: &[&str] = &[
    "the",
    "and",
    "for",
    "with",
    "from",
    "that",
    "this",
    "one's",
    "one",
    "someone",
    "something",
    "etc",
    "esp",
    "see",
    "also",
    "used",
    "variant",
    "surname",
    "classifier",
    "abbr",
    "not",
    "sth",
    "his",
    "her",
    "its",
    "into",
    "who",
    "which",
    "when",
    "being",
    "have",
    "has",
    "very",
    "some",
    "other",
    "any",
    "out",
    "off",
    "all",
    "are",
    "make",
    "made",
    "get",
    "can",
    "you",
    "was",
    "had",
    "but",
    "about",
    "over",
    "more",
    "just",
    "than",
];

/// A crude stem, the same for a gloss and for a word of the translation: common endings off, at least four letters left.
pub fn stem(word: &str) -> String {
    let word = word.trim_end_matches("'s").trim_matches('\'');
    for ending in
        ["ingly", "edly", "ings", "ing", "ies", "ied", "ers", "er", "est", "ed", "es", "ly", "s", "e", "y"]
    {
        if let Some(short) = word.strip_suffix(ending)
            && short.chars().count() >= 4
        {
            return short.to_owned();
        }
    }
    word.to_owned()
}
