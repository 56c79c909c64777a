//! A memory: a short note about the book, a chapter, a term or a character, with where it was learnt.

use super::evidence::{EntryState, Evidence, StoryPosition};
use crate::id::{BookId, ChapterId, CharacterId, MemoryId, TermId};
use serde::{Deserialize, Serialize};

/// A short note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Its key, unique in its series.
    pub id: MemoryId,
    /// What it is about.
    pub subject: Subject,
    /// The note itself.
    pub text: String,
    /// Paragraphs it was learnt from.
    pub evidence: Vec<Evidence>,
    /// The chapter from which a reader knows it. Before it, a translation must not give it away.
    #[serde(default)]
    pub known_from: StoryPosition,
    /// How far it is trusted.
    pub standing: EntryState,
}

/// What a memory is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Subject {
    /// The whole series.
    Series,
    /// One book.
    Book {
        /// Which one.
        book: BookId,
    },
    /// One chapter of a book.
    Chapter {
        /// The book.
        book: BookId,
        /// The chapter in it.
        chapter: ChapterId,
    },
    /// A term.
    Term {
        /// Which one.
        term: TermId,
    },
    /// A character.
    Character {
        /// Which one.
        character: CharacterId,
    },
}

impl Memory {
    /// A memory is a note, not a chapter: longer texts belong in a summary.
    pub const MAX_CHARS: usize = 600;

    /// Whether the text is something a memory may hold: not blank and not too long.
    pub fn fits(text: &str) -> bool {
        !text.trim().is_empty() && text.chars().count() <= Self::MAX_CHARS
    }
}
