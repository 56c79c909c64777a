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
pub enum EntryState {
    /// A model or a survey proposed it; nobody has looked.
    #[default]
    Proposed,
    /// A person confirmed it.
    Confirmed,
    /// A person refused it. It is kept, so that it is not proposed again.
    Rejected,
}

impl EntryState {
    /// All of them, the least trusted first.
    pub const ALL: [Self; 3] = [Self::Rejected, Self::Proposed, Self::Confirmed];

    /// The word for it in the store, in lists and in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
        }
    }

    /// The standing with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.as_str() == word)
    }

    /// Whether it may be used at all.
    pub const fn is_usable(self) -> bool {
        matches!(self, Self::Proposed | Self::Confirmed)
    }
}

/// The place of a chapter in the whole series: the clock of the story as a reader meets it. Zero is the beginning.
///
/// Every book of a series has a range of its own, so that a moment of one volume stays what it is when another volume
/// comes, grows or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoryPosition(pub u32);

impl StoryPosition {
    /// So many chapters a book may have before the clock of the next one begins.
    const CHAPTERS_IN_BOOK: u32 = 1 << 16;

    /// The moment of a chapter: its place in its book, and its book's place in the series, both counted from zero.
    pub const fn new(book: u32, chapter: u32) -> Self {
        let last = Self::CHAPTERS_IN_BOOK - 1;
        let chapter = if chapter > last { last } else { chapter };
        Self(book.saturating_mul(Self::CHAPTERS_IN_BOOK).saturating_add(chapter))
    }

    /// The place of the book in the series, counted from zero.
    pub const fn book(self) -> u32 {
        self.0 / Self::CHAPTERS_IN_BOOK
    }

    /// The place of the chapter in its book, counted from zero.
    pub const fn chapter(self) -> u32 {
        self.0 % Self::CHAPTERS_IN_BOOK
    }
}
