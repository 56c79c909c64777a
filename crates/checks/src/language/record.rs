//! A language's data file: the shape of `data/<tag>.toml`, and which file a language tag belongs to.

use book::language::LanguageTag;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One file. Word lists are one string with spaces, so that they stay readable.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// The tag it describes.
    pub tag: String,
    /// The scripts the language is written in.
    pub scripts: Vec<String>,
    /// Characters needed to say what Chinese says in one; gives an expected length for pairs nobody has measured.
    pub weight: f64,
    /// Whether words change their form, so that a name need not stand letter by letter.
    pub inflected: bool,
    /// Characters that end a sentence.
    pub terminators: String,
    /// Whether punctuation is full-width.
    pub wide_punctuation: bool,
    /// Marks that have a thin space before them (French).
    pub space_before: String,
    /// The usual ellipsis, where there is one right form.
    pub ellipsis: String,
    /// The usual dash, where there is one right form.
    pub dash: String,
    /// Small words by which the language is recognised.
    pub stop_words: String,
    /// Pronouns for a man.
    pub masculine: String,
    /// Pronouns for a woman.
    pub feminine: String,
    /// Words that contain a pronoun by accident.
    pub gender_ignore: String,
    /// Words a sentence does not end with.
    pub tail_words: String,
    /// Frequent verbs in the past tense.
    pub past: String,
    /// The same verbs in the present tense.
    pub present: String,
    /// Forms of familiar address.
    pub familiar: String,
    /// Forms of polite address.
    pub polite: String,
    /// Forms of polite address that are told apart only by their capital letter.
    pub polite_capital: String,
    /// Words that lose a vowel and lean on the next word: `l'` `d'`.
    pub clitics: String,
    /// Words that are rightly doubled.
    pub doubled: String,
    /// How a translator's note begins.
    pub note_markers: Vec<String>,
    /// Words a heading counts with.
    pub chapter_words: String,
    /// The twelve months, or what their forms start with.
    pub months: Vec<String>,
    /// Words between the parts of a number.
    pub number_joiners: String,
    /// Whether number words are written together: `dreiundzwanzig`.
    pub glued_numbers: bool,
    /// Quotation marks.
    pub quotes: QuoteMarks,
    /// Number words.
    pub numbers: BTreeMap<String, f64>,
}

/// The quotation marks of a language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QuoteMarks {
    /// Around speech.
    pub primary: Vec<char>,
    /// Inside speech.
    pub secondary: Vec<char>,
    /// Other marks that are good style around speech.
    pub accepted: Vec<Vec<char>>,
    /// Whether speech may also start with a dash.
    pub dialogue_dash: bool,
}

impl Record {
    /// The record of a language, if there is a file for it.
    pub fn for_tag(tag: &LanguageTag) -> Option<Self> {
        let name = match (tag.is_chinese(), tag.is_traditional_chinese()) {
            (true, true) => "zh-Hant",
            (true, false) => "zh-Hans",
            (false, _) => tag.primary(),
        };
        let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
        // The files are part of the program and a test reads each of them.
        toml::from_str(text).ok()
    }
}

/// Every language with a file.
pub const FILES: &[(&str, &str)] = &[
    ("de", include_str!("../../data/de.toml")),
    ("en", include_str!("../../data/en.toml")),
    ("es", include_str!("../../data/es.toml")),
    ("fr", include_str!("../../data/fr.toml")),
    ("it", include_str!("../../data/it.toml")),
    ("ja", include_str!("../../data/ja.toml")),
    ("ko", include_str!("../../data/ko.toml")),
    ("pl", include_str!("../../data/pl.toml")),
    ("pt", include_str!("../../data/pt.toml")),
    ("ru", include_str!("../../data/ru.toml")),
    ("zh-Hans", include_str!("../../data/zh-Hans.toml")),
    ("zh-Hant", include_str!("../../data/zh-Hant.toml")),
];
