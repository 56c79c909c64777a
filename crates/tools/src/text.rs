//! The two languages in which a model is spoken to; every sentence said to one exists in both.

use book::language::LanguageTag;
use checks::check::Finding;
use serde::{Deserialize, Serialize};

/// The language a model is spoken to in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PromptLanguage {
    /// Used when the target language is Chinese.
    Chinese,
    /// Used for every other target.
    English,
}

impl PromptLanguage {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Chinese, Self::English];

    /// The language that goes with a target language, unless a setting says otherwise.
    pub fn for_target(target: &LanguageTag) -> Self {
        if target.is_chinese() { Self::Chinese } else { Self::English }
    }

    /// The one of two that is in this language.
    pub fn choose<T>(self, zh: T, en: T) -> T {
        match self {
            Self::Chinese => zh,
            Self::English => en,
        }
    }

    /// What a check found, in this language.
    pub fn message_of(self, finding: &Finding) -> &str {
        self.choose(&finding.message.zh, &finding.message.en)
    }
}

/// A fixed sentence in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

impl Text {
    /// The sentence in one of the languages.
    pub fn in_language(self, language: PromptLanguage) -> &'static str {
        language.choose(self.zh, self.en)
    }
}
