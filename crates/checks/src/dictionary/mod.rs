//! Bilingual dictionaries somebody may hand in: what CC-CEDICT, EDICT and `FreeDict` have in common.

pub mod anchors;
pub mod cedict;
pub mod edict;
pub mod freedict;
pub mod glossary;

use crate::policy::Policy;
use book::language::{LanguageTag, Writing};
use std::sync::Arc;

/// The mark of a word's stem. Two stems with the same mark are taken for the same word; one in four thousand million is
/// not.
pub type StemMark = u32;

/// Words of the source language with the stems of their translations.
pub trait Dictionary: Send + Sync {
    /// The marks of the stems of a head word's translations; empty if the word is not in it.
    fn stems(&self, head: &str) -> &[StemMark];
    /// How many characters the longest head word has.
    fn longest_head(&self) -> usize;
}

/// Where dictionaries come from, and the house style that is kept beside them.
///
/// An implementer promises to load a dictionary at most once, however often it is asked for, and to come back with a
/// complaint, never to fail, where a file is broken. Looking one up may take a second: it is not for async threads.
pub trait Dictionaries: Send + Sync {
    /// The dictionary for a pair of languages.
    fn look_up(&self, source: &LanguageTag, target: &LanguageTag) -> DictionaryLookup;

    /// How the person who keeps the dictionaries wants translations into a language.
    fn style(&self, _target: &LanguageTag) -> Policy {
        Policy::undecided()
    }
}

/// What came of looking for a dictionary.
#[derive(Clone, Default)]
pub struct DictionaryLookup {
    /// The dictionary, where there is one.
    pub found: Option<FoundDictionary>,
    /// What was wrong with one that a person has named or installed, and what to do.
    pub complaint: Option<Complaint>,
}

/// What is wrong with a dictionary and what to do, in both languages of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// A dictionary with its name.
#[derive(Clone)]
pub struct FoundDictionary {
    pub dictionary: Arc<dyn Dictionary>,
    /// What people know it by.
    pub name: String,
    /// How many head words it has.
    pub n_heads: usize,
}

/// Nobody has a dictionary.
#[derive(Debug, Clone, Copy)]
pub struct NoDictionaries;

impl Dictionaries for NoDictionaries {
    fn look_up(&self, _source: &LanguageTag, _target: &LanguageTag) -> DictionaryLookup {
        DictionaryLookup::default()
    }
}

/// Whether a dictionary into this language is of use: its words must be told apart by spaces.
pub fn serves(target: &LanguageTag) -> bool {
    target.writing() == Writing::LeftToRight
}
