//! Languages as tags (`ja`, `zh-Hans`, `pt-BR`), and the few facts about them that all crates need.

mod names;

use names::{KNOWN, KnownLanguage};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language tag in its usual spelling: language in lower case, script capitalised, region in upper case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LanguageTag(String);

/// Text that should have been a language and is none we can read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a language; use a tag such as `en`, `ja`, `zh-Hans` or `pt-BR`, or a name such as `Japanese`"
)]
pub struct InvalidLanguage(String);

/// How a language is written, as far as layout and counting care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// Han characters, kana: no spaces between words, may run from top to bottom.
    Ideographic,
    /// Hangul: spaces between words.
    Hangul,
    /// Alphabets from left to right.
    LeftToRight,
    /// Alphabets from right to left.
    RightToLeft,
}

impl LanguageTag {
    /// The tag of a text whose language nobody knows.
    pub fn undetermined() -> Self {
        Self("und".to_owned())
    }

    /// The tag as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The language without script and region: `zh` of `zh-Hant`.
    pub fn primary(&self) -> &str {
        let end = self.0.bytes().position(|byte| byte == b'-');
        end.and_then(|end| self.0.get(..end)).unwrap_or(&self.0)
    }

    /// Whether sentences said to a model should be Chinese.
    pub fn is_chinese(&self) -> bool {
        matches!(self.primary(), "zh" | "yue" | "wuu" | "nan" | "hak" | "cmn")
    }

    /// Whether this is Chinese in traditional characters, by script or by region.
    pub fn is_traditional_chinese(&self) -> bool {
        self.is_chinese() && self.0.split('-').skip(1).any(|part| matches!(part, "Hant" | "TW" | "HK" | "MO"))
    }

    /// Whether a translation from one into the other would be none: the same language in the same script, and not two
    /// regions apart (`en-GB` and `en-US`).
    pub fn is_same_as(&self, other: &Self) -> bool {
        let regions_fit = match (self.region(), other.region()) {
            (Some(region), Some(other)) => region == other,
            _ => true,
        };
        self.primary() == other.primary() && self.script() == other.script() && regions_fit
    }

    /// The script, where the tag says it or the language has two of them.
    fn script(&self) -> Option<&str> {
        if self.is_chinese() {
            return Some(if self.is_traditional_chinese() { "Hant" } else { "Hans" });
        }
        self.0.split('-').skip(1).find(|part| part.len() == 4)
    }

    fn region(&self) -> Option<&str> {
        self.0.split('-').skip(1).find(|part| part.len() == 2)
    }

    /// How the language is written.
    pub fn writing(&self) -> Writing {
        match self.primary() {
            "ja" => Writing::Ideographic,
            "ko" => Writing::Hangul,
            "ar" | "he" | "fa" | "ur" | "yi" | "dv" | "ps" | "sd" | "ug" => Writing::RightToLeft,
            _ if self.is_chinese() => Writing::Ideographic,
            _ => Writing::LeftToRight,
        }
    }

    /// The language's name in English, or the tag where we do not know it.
    pub fn english_name(&self) -> &str {
        self.known().map_or(&self.0, |known| known.english)
    }

    /// The language's name in Chinese, or the tag where we do not know it.
    pub fn chinese_name(&self) -> &str {
        self.known().map_or(&self.0, |known| known.chinese)
    }

    /// The languages we know a name for, in the order of their tags.
    pub fn all_known() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|known| Self(known.tag.to_owned()))
    }

    fn known(&self) -> Option<&'static KnownLanguage> {
        let wanted = match (self.is_chinese(), self.is_traditional_chinese()) {
            (true, true) => "zh-Hant",
            (true, false) => "zh-Hans",
            (false, _) => self.primary(),
        };
        KNOWN.iter().find(|known| known.tag == wanted)
    }
}

impl FromStr for LanguageTag {
    type Err = InvalidLanguage;

    /// Reads a tag, the name of a language we know, or a code that is typed for one: `jp` is `ja`, `tw` is `zh-TW`.
    fn from_str(text: &str) -> Result<Self, InvalidLanguage> {
        let text = text.trim();
        if let Some(tag) = names::tag_of_name(text) {
            return Ok(Self(tag.to_owned()));
        }
        let parts: Vec<&str> = text.split(['-', '_']).collect();
        let well_formed = parts.iter().all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let primary = parts.first().copied().unwrap_or_default();
        let primary_fits =
            (2..=3).contains(&primary.len()) && primary.bytes().all(|b| b.is_ascii_alphabetic());
        if !well_formed || !primary_fits {
            return Err(InvalidLanguage(text.to_owned()));
        }
        let spelled: Vec<String> =
            parts.iter().enumerate().map(|(position, part)| spell(position, part)).collect();
        Ok(Self(spelled.join("-")))
    }
}

fn spell(position: usize, part: &str) -> String {
    match (position, part.len()) {
        (0, _) => {
            let code = part.to_ascii_lowercase();
            names::primary_meant(&code).map_or(code, ToOwned::to_owned)
        }
        (_, 2) => part.to_ascii_uppercase(),
        (_, 4) if part.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            let lower = part.to_ascii_lowercase();
            let mut chars = lower.chars();
            chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
        }
        _ => part.to_ascii_lowercase(),
    }
}

impl TryFrom<String> for LanguageTag {
    type Error = InvalidLanguage;

    fn try_from(text: String) -> Result<Self, InvalidLanguage> {
        text.parse()
    }
}

impl From<LanguageTag> for String {
    fn from(tag: LanguageTag) -> Self {
        tag.0
    }
}

impl fmt::Display for LanguageTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
