//! What a word is, in one look-up: stop word, pronoun, tense, address. Built once per pair of languages.

use super::LanguageProfile;
use crate::text::hash::FastBuild;
use book::text::fold::fold;
use std::collections::HashMap;
use std::ops::BitOr;

/// What the word lists say about a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(u16);

impl Flags {
    /// A small word of the text's own language.
    pub const STOP: Self = Self(1);
    /// A small word of the other language of the pair.
    pub const FOREIGN_STOP: Self = Self(2);
    /// A pronoun for a man.
    pub const MASCULINE: Self = Self(4);
    /// A pronoun for a woman.
    pub const FEMININE: Self = Self(8);
    /// A verb in the past.
    pub const PAST: Self = Self(16);
    /// A verb in the present.
    pub const PRESENT: Self = Self(32);
    /// Familiar address.
    pub const FAMILIAR: Self = Self(64);
    /// Polite address.
    pub const POLITE: Self = Self(128);
    /// Polite address if it has a capital.
    pub const POLITE_CAPITAL: Self = Self(256);
    /// No sentence ends with it.
    pub const TAIL: Self = Self(512);
    /// Nothing is known.
    pub const NONE: Self = Self(0);

    /// Whether all of these are set.
    pub const fn has(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Words with what they are.
#[derive(Debug, Default)]
pub struct Lexicon {
    words: HashMap<String, Flags, FastBuild>,
    /// Words with an accent, which are other words than those without: `él` is not `el`.
    accented: HashMap<String, Flags, FastBuild>,
}

/// How a word is written, beyond its folded letters.
#[derive(Debug, Clone, Copy)]
pub struct WordForm {
    /// It starts with a capital.
    pub capital: bool,
    /// It has a Latin letter with an accent.
    pub accented: bool,
}

/// Whether a word has a Latin letter with an accent.
pub fn is_accented(letters: &[char]) -> bool {
    letters.iter().any(|c| matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'))
}

impl Lexicon {
    /// The lexicon for texts of one language that may hold scraps of another.
    pub fn new(own: &LanguageProfile, other: &LanguageProfile) -> Self {
        let mut lexicon = Self::default();
        if let Some(known) = &own.known {
            let record = &known.record;
            lexicon.add(&record.stop_words, Flags::STOP);
            lexicon.add(&record.masculine, Flags::MASCULINE);
            lexicon.add(&record.feminine, Flags::FEMININE);
            lexicon.add(&record.past, Flags::PAST);
            lexicon.add(&record.present, Flags::PRESENT);
            lexicon.add(&record.familiar, Flags::FAMILIAR);
            lexicon.add(&record.polite, Flags::POLITE);
            lexicon.add(&record.polite_capital, Flags::POLITE_CAPITAL);
            lexicon.add(&record.tail_words, Flags::TAIL);
        }
        if let Some(known) = &other.known {
            lexicon.add(&known.record.stop_words, Flags::FOREIGN_STOP);
        }
        lexicon
    }

    fn add(&mut self, words: &str, flags: Flags) {
        for word in words.split_whitespace() {
            let letters: Vec<char> = word.chars().collect();
            let words = if is_accented(&letters) { &mut self.accented } else { &mut self.words };
            let known = words.entry(fold(word)).or_default();
            *known = *known | flags;
        }
    }

    /// What a folded word is.
    pub fn flags_of(&self, word: &str, spelling: WordForm) -> Flags {
        if word.len() > 24 {
            return Flags::NONE;
        }
        let words = if spelling.accented { &self.accented } else { &self.words };
        let flags = words.get(word).copied().unwrap_or_default();
        if flags.has(Flags::POLITE_CAPITAL) && spelling.capital { flags | Flags::POLITE } else { flags }
    }
}
