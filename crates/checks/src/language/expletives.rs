//! Strong language: which words of a text a reader would notice if they were gone.

use super::LanguageProfile;
use crate::text::view::View;
use aho_corasick::{AhoCorasick, MatchKind};
use book::text::fold::fold;
use std::collections::{BTreeMap, HashSet};

/// The strong words of one language.
#[derive(Debug)]
pub struct Expletives {
    /// Whole words.
    words: HashSet<String>,
    /// What words begin with.
    beginnings: Vec<String>,
    /// What is found anywhere, in languages that do not tell words apart.
    anywhere: Option<AhoCorasick>,
}

impl Expletives {
    /// The list of a language; `None` where there is none.
    pub fn for_language(language: &LanguageProfile) -> Option<Self> {
        // The file is part of the program and a test reads it.
        let all: BTreeMap<String, String> =
            toml::from_str(include_str!("../../data/expletives.toml")).unwrap_or_default();
        let tag = &language.known.as_ref()?.record.tag;
        let list = all.get(tag)?;
        let joined = language.is_ideographic() || language.is("ko");
        let folded = |word: &str| fold(word);
        let (beginnings, words): (Vec<&str>, Vec<&str>) =
            list.split_whitespace().partition(|word| word.ends_with('*'));
        let anywhere = joined.then(|| {
            AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(words.iter().map(|word| folded(word)))
                .ok()
        });
        Some(Self {
            words: words.iter().map(|word| folded(word)).collect(),
            beginnings: beginnings.iter().map(|word| folded(word.trim_end_matches('*'))).collect(),
            anywhere: anywhere.flatten(),
        })
    }

    /// How many strong words a text has.
    pub fn count(&self, text: &View<'_>) -> usize {
        if let Some(anywhere) = &self.anywhere {
            return anywhere.find_iter(&fold(text.text())).count();
        }
        let is_strong = |word: &str| {
            self.words.contains(word) || self.beginnings.iter().any(|beginning| word.starts_with(beginning))
        };
        text.tokens().iter().filter(|token| is_strong(text.word(token))).count()
    }
}
