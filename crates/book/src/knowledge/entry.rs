//! Any one thing that is known: term, character, memory or summary, with what tells one state of it from another.

use super::character::{Address, Character, Fact, Name};
use super::evidence::{EntryState, StoryPosition};
use super::memory::{Memory, Subject};
use super::summary::Summary;
use super::term::Term;
use crate::id::{BookId, ChapterId, CharacterId, MemoryId, TermId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Entry {
    /// A term.
    Term(Term),
    /// A character.
    Character(Character),
    /// A memory.
    Memory(Memory),
    /// A chapter's summary.
    Summary(Summary),
}

/// What names an entry in its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EntryKey {
    /// A term.
    Term {
        /// Its id.
        id: TermId,
    },
    /// A character.
    Character {
        /// Its id.
        id: CharacterId,
    },
    /// A memory.
    Memory {
        /// Its id.
        id: MemoryId,
    },
    /// The summary of a chapter.
    Summary {
        /// The book.
        book: BookId,
        /// The chapter in it.
        chapter: ChapterId,
    },
}

/// A state of what a series knows: a number that grows with every commit that changes an entry. An entry's own revision
/// is the one it was last written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(pub i64);

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What must stand in an entry's place for an edit of it to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Anything or nothing.
    Whatever,
    /// Nothing: the entry is new.
    New,
    /// The entry as it was written with this revision.
    Revision(Revision),
}

/// A short sign of what an entry tells a translator. It stays the same as long as a translation made with the entry
/// would be told the same today; where the entry was learnt does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(pub i64);

impl Entry {
    /// Puts every moment of the story in it at another place, for a book that goes to another series.
    pub fn at_positions(&mut self, place: impl Fn(StoryPosition) -> StoryPosition) {
        match self {
            Self::Character(character) => {
                let names = std::iter::once(&mut character.name).chain(&mut character.aliases);
                names.for_each(|name| name.known_from = place(name.known_from));
                character.gender.iter_mut().for_each(|fact| fact.known_from = place(fact.known_from));
                character.description.iter_mut().for_each(|fact| fact.known_from = place(fact.known_from));
                for address in &mut character.addresses {
                    address.from = place(address.from);
                    address.until = address.until.map(&place);
                }
            }
            Self::Memory(memory) => memory.known_from = place(memory.known_from),
            Self::Term(_) | Self::Summary(_) => {}
        }
    }

    /// What names it.
    pub const fn key(&self) -> EntryKey {
        match self {
            Self::Term(term) => EntryKey::Term { id: term.id },
            Self::Character(character) => EntryKey::Character { id: character.id },
            Self::Memory(memory) => EntryKey::Memory { id: memory.id },
            Self::Summary(summary) => EntryKey::Summary { book: summary.book, chapter: summary.chapter },
        }
    }

    /// How far it is trusted.
    pub const fn standing(&self) -> EntryState {
        match self {
            Self::Term(term) => term.standing,
            Self::Character(character) => character.standing,
            Self::Memory(memory) => memory.standing,
            Self::Summary(summary) => summary.standing,
        }
    }

    /// The sign of what it tells.
    pub fn mark(&self) -> Mark {
        let mut digest = Digest::default();
        match self {
            Self::Term(term) => term_told(&mut digest, term),
            Self::Character(character) => character_told(&mut digest, character),
            Self::Memory(memory) => {
                digest.text(subject_words(memory.subject)).standing(memory.standing).text(&memory.text);
                digest.number(memory.known_from.0);
            }
            Self::Summary(summary) => {
                digest.standing(summary.standing).text(&summary.text);
            }
        }
        Mark(i64::from_ne_bytes(digest.0.to_ne_bytes()))
    }
}

fn term_told(digest: &mut Digest, term: &Term) {
    digest.standing(term.standing).text(term.kind.as_str()).text(term.strictness.as_str());
    digest.text(&term.source).text(term.reading.as_deref().unwrap_or_default());
    digest.text(&term.translation).text(&term.note).texts(&term.other_forms);
}

fn character_told(digest: &mut Digest, character: &Character) {
    digest.standing(character.standing);
    for Name { source, reading, translation, known_from } in character.names() {
        digest.text(source).text(reading.as_deref().unwrap_or_default()).text(translation);
        digest.number(known_from.0);
    }
    for Fact { value, known_from, standing, .. } in &character.gender {
        digest.text(value.as_str()).number(known_from.0).standing(*standing);
    }
    for Fact { value, known_from, standing, .. } in &character.description {
        digest.text(value).number(known_from.0).standing(*standing);
    }
    let voice = &character.voice;
    digest.text(&voice.register).texts(&voice.endings).texts(&voice.samples);
    for Address { to, source, translation, from, until, standing, .. } in &character.addresses {
        digest.number(to.number()).text(source).text(translation).standing(*standing);
        digest.number(from.0).number(until.map_or(u32::MAX, |moment| moment.0));
    }
}

const fn subject_words(subject: Subject) -> &'static str {
    match subject {
        Subject::Series => "series",
        Subject::Book { .. } => "book",
        Subject::Chapter { .. } => "chapter",
        Subject::Term { .. } => "term",
        Subject::Character { .. } => "character",
    }
}

/// FNV-1a over the pieces: the same on every machine and in every version of the program, which is all a mark needs.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn text(&mut self, text: &str) -> &mut Self {
        // A byte that is in no text ends each piece, so that pieces do not run into one another.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    fn texts(&mut self, texts: &[String]) -> &mut Self {
        for text in texts {
            self.text(text);
        }
        self.text("")
    }

    fn number(&mut self, number: u32) -> &mut Self {
        self.text(&number.to_string())
    }

    /// Whether a proposal was confirmed changes what is done with it, whoever reads it.
    fn standing(&mut self, standing: EntryState) -> &mut Self {
        self.text(standing.as_str())
    }
}

impl fmt::Display for EntryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Term { id } => write!(f, "term {id}"),
            Self::Character { id } => write!(f, "character {id}"),
            Self::Memory { id } => write!(f, "memory {id}"),
            Self::Summary { book, chapter } => write!(f, "summary of chapter {chapter} of book {book}"),
        }
    }
}

macro_rules! is_entry {
    ($($noun:ident by $id:ident),+) => {$(
        impl From<$noun> for Entry {
            fn from(value: $noun) -> Self {
                Self::$noun(value)
            }
        }

        impl From<$id> for EntryKey {
            fn from(id: $id) -> Self {
                Self::$noun { id }
            }
        }
    )+};
}

is_entry!(Term by TermId, Character by CharacterId, Memory by MemoryId);

impl From<Summary> for Entry {
    fn from(summary: Summary) -> Self {
        Self::Summary(summary)
    }
}
