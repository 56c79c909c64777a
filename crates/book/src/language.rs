//! Languages as tags (`ja`, `zh-Hans`, `pt-BR`), and the few facts about them that the whole house needs.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language tag in its usual spelling: language in lower case, script capitalised, region in upper case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LanguageTag(String);

/// Text that should have been a language and is none we can read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a language; use a tag such as `en`, `ja`, `zh-Hans` or `pt-BR`")]
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

    fn known(&self) -> Option<&'static Known> {
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

    /// Reads a tag, or the English or Chinese name of a language we know.
    fn from_str(text: &str) -> Result<Self, InvalidLanguage> {
        let text = text.trim();
        if let Some(known) = KNOWN.iter().find(|known| known.is_called(text)) {
            return Ok(Self(known.tag.to_owned()));
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
        (0, _) => part.to_ascii_lowercase(),
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

struct Known {
    tag: &'static str,
    english: &'static str,
    chinese: &'static str,
}

impl Known {
    fn is_called(&self, text: &str) -> bool {
        self.english.eq_ignore_ascii_case(text) || self.chinese == text
    }
}

const fn known(tag: &'static str, english: &'static str, chinese: &'static str) -> Known {
    Known { tag, english, chinese }
}

/// Names for people and prompts. A language that is not here works all the same, under its tag.
const KNOWN: &[Known] = &[
    known("ar", "Arabic", "阿拉伯语"),
    known("ca", "Catalan", "加泰罗尼亚语"),
    known("cs", "Czech", "捷克语"),
    known("da", "Danish", "丹麦语"),
    known("de", "German", "德语"),
    known("el", "Greek", "希腊语"),
    known("en", "English", "英语"),
    known("eo", "Esperanto", "世界语"),
    known("es", "Spanish", "西班牙语"),
    known("fa", "Persian", "波斯语"),
    known("fi", "Finnish", "芬兰语"),
    known("fr", "French", "法语"),
    known("he", "Hebrew", "希伯来语"),
    known("hi", "Hindi", "印地语"),
    known("hu", "Hungarian", "匈牙利语"),
    known("id", "Indonesian", "印度尼西亚语"),
    known("it", "Italian", "意大利语"),
    known("ja", "Japanese", "日语"),
    known("ko", "Korean", "韩语"),
    known("ms", "Malay", "马来语"),
    known("nl", "Dutch", "荷兰语"),
    known("no", "Norwegian", "挪威语"),
    known("pl", "Polish", "波兰语"),
    known("pt", "Portuguese", "葡萄牙语"),
    known("ro", "Romanian", "罗马尼亚语"),
    known("ru", "Russian", "俄语"),
    known("sv", "Swedish", "瑞典语"),
    known("th", "Thai", "泰语"),
    known("tr", "Turkish", "土耳其语"),
    known("uk", "Ukrainian", "乌克兰语"),
    known("vi", "Vietnamese", "越南语"),
    known("zh-Hans", "Simplified Chinese", "简体中文"),
    known("zh-Hant", "Traditional Chinese", "繁体中文"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(text: &str) -> LanguageTag {
        text.parse().unwrap()
    }

    #[test]
    fn tags_are_spelled_in_one_way() {
        assert_eq!(tag("ZH_hans").as_str(), "zh-Hans");
        assert_eq!(tag("pt-br").as_str(), "pt-BR");
        assert_eq!(tag("EN").as_str(), "en");
    }

    #[test]
    fn names_are_understood_where_a_tag_is_asked_for() {
        assert_eq!(tag("Japanese").as_str(), "ja");
        assert_eq!(tag("简体中文").as_str(), "zh-Hans");
    }

    #[test]
    fn what_is_no_language_is_refused_with_examples() {
        for text in ["", "e", "日本", "en--US", "toolonglanguage", "1a"] {
            let error = text.parse::<LanguageTag>().unwrap_err().to_string();
            assert!(error.contains("use a tag such as"), "{error}");
        }
    }

    #[test]
    fn chinese_is_known_by_script_and_region() {
        assert!(tag("zh-TW").is_traditional_chinese());
        assert!(!tag("zh-CN").is_traditional_chinese());
        assert_eq!(tag("zh").english_name(), "Simplified Chinese");
        assert_eq!(tag("zh-HK").chinese_name(), "繁体中文");
        assert_eq!(tag("tlh").english_name(), "tlh");
    }
}
