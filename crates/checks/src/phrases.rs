//! Phrases of the data files that belong to no single language: chatter of models, injections, notes, honorifics.

use crate::language::LanguageProfile;
use aho_corasick::{AhoCorasick, MatchKind};
use book::text::fold::fold;
use regex::RegexSet;
use serde::Deserialize;

/// Compiled phrases.
#[derive(Debug)]
pub struct Phrases {
    /// Words one of which stands in every piece of chatter; without any the patterns need not run.
    pub chatter_keywords: Option<AhoCorasick>,
    /// Chatter in the first line.
    pub chatter_first: Option<RegexSet>,
    /// Chatter in the last line.
    pub chatter_last: Option<RegexSet>,
    /// How a model that thinks aloud starts.
    pub reasoning: Option<AhoCorasick>,
    /// Headings of prompts.
    pub headings: Option<AhoCorasick>,
    /// Text that talks to a model.
    pub injections: Option<AhoCorasick>,
    /// Replies that show that a model obeyed.
    pub answers: Vec<String>,
    /// Words in the footers of scraped pages.
    pub scrape_words: Option<AhoCorasick>,
    /// How a translator's note begins in the target language or in English.
    pub notes: Option<AhoCorasick>,
    /// The same beginnings, folded.
    pub note_markers: Vec<String>,
    /// Honorifics of source languages.
    pub honorifics: Vec<Honorific>,
}

/// An honorific of a source language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Honorific {
    /// The language it belongs to.
    pub language: String,
    /// How it is written.
    pub source: Vec<String>,
    /// What stands before it in words that only look like it.
    pub not_after: Vec<String>,
    /// How it looks in Latin letters when it is kept.
    pub kept: Vec<String>,
    /// How it looks in East Asian scripts when it is kept.
    pub kept_han: Vec<String>,
}

impl Phrases {
    /// Reads and compiles the phrases for translations into a language.
    pub fn load(target: &LanguageProfile) -> Self {
        // The files are part of the program and a test reads each of them.
        let chatter: Chatter = toml::from_str(include_str!("../data/chatter.toml")).unwrap_or_default();
        let injection: Injection = toml::from_str(include_str!("../data/injection.toml")).unwrap_or_default();
        let honorifics: HonorificFile =
            toml::from_str(include_str!("../data/honorifics.toml")).unwrap_or_default();
        let english = ["translator's note", "(tn:", "[tn:", "t/n:", "tl note", "(t.n."];
        let own = target.known.iter().flat_map(|known| known.record.note_markers.iter().map(String::as_str));
        let notes: Vec<&str> = english.into_iter().chain(own).collect();
        Self {
            chatter_keywords: folded_searcher(&chatter.keywords),
            chatter_first: RegexSet::new(&chatter.first).ok(),
            chatter_last: RegexSet::new(&chatter.last).ok(),
            reasoning: folded_searcher(&chatter.reasoning),
            headings: folded_searcher(&chatter.headings),
            injections: folded_searcher(&injection.patterns),
            answers: injection.answers.iter().map(|answer| fold(answer)).collect(),
            scrape_words: folded_searcher(&injection.scrape_words),
            note_markers: notes.iter().map(|marker| fold(marker)).collect(),
            notes: folded_searcher(&notes),
            honorifics: honorifics.honorific,
        }
    }
}

/// Searches folded text for folded phrases.
fn folded_searcher<T: AsRef<str>>(phrases: &[T]) -> Option<AhoCorasick> {
    let folded = phrases.iter().map(|phrase| fold(phrase.as_ref()));
    AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(folded).ok()
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chatter {
    keywords: Vec<String>,
    first: Vec<String>,
    last: Vec<String>,
    reasoning: Vec<String>,
    headings: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Injection {
    patterns: Vec<String>,
    answers: Vec<String>,
    scrape_words: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct HonorificFile {
    honorific: Vec<Honorific>,
}
