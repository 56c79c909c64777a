//! What a person thinks of a translation, kept with its version.

use serde::{Deserialize, Serialize};

/// How far a translation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody has said anything about it.
    #[default]
    Draft,
    /// A person wants it changed.
    NeedsWork,
    /// A person has read it and lets it stand. No model replaces it.
    Reviewed,
    /// An editor has read it and it is as it is to appear. Nobody else replaces it.
    Approved,
}

impl ReviewState {
    /// All states, in the order a translation goes through them.
    pub const ALL: [Self; 4] = [Self::Draft, Self::NeedsWork, Self::Reviewed, Self::Approved];

    /// The word for it in the store and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::NeedsWork => "needs_work",
            Self::Reviewed => "reviewed",
            Self::Approved => "approved",
        }
    }

    /// The word for it in a sentence.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::NeedsWork => "needs work",
            Self::Reviewed => "reviewed",
            Self::Approved => "approved",
        }
    }

    /// Whether a person has read it and lets it stand.
    pub const fn is_reviewed(self) -> bool {
        matches!(self, Self::Reviewed | Self::Approved)
    }

    /// Whether it says as much as `wanted` and more: what is approved is not marked as reviewed with all the others.
    pub const fn is_above(self, wanted: Self) -> bool {
        matches!((self, wanted), (Self::Approved, Self::Reviewed))
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}
