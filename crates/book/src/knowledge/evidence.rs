//! Where a piece of knowledge comes from and how far a person has vouched for it.

use crate::id::{BookId, ParagraphId};
use serde::{Deserialize, Serialize};

/// A paragraph that literally contains what is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Evidence {
    /// The book, because a series has several.
    pub book: BookId,
    /// The paragraph in that book.
    pub paragraph: ParagraphId,
}

/// How far a piece of knowledge is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// A model or a survey proposed it; nobody has looked.
    #[default]
    Proposed,
    /// A person confirmed it.
    Confirmed,
    /// A person refused it. It is kept, so that it is not proposed again.
    Rejected,
}

impl Standing {
    /// Whether it may be used at all.
    pub const fn is_usable(self) -> bool {
        matches!(self, Self::Proposed | Self::Confirmed)
    }
}

/// The position of a chapter in the whole series, counted from zero: the clock of the story as a reader meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u32);
