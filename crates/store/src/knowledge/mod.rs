//! What the library tells about the knowledge of a series, and why it did not write some of it.

mod library;

use crate::record::SeriesRecord;
use book::id::{BookId, ChapterId, ParagraphId, TaskId, TermId};
use book::knowledge::character::Character;
use book::knowledge::entry::{Entry, EntryKey, Mark, Revision};
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::Memory;
use book::knowledge::term::Term;
use messages::{Explain, Message};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

/// An entry as the library keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Versioned<T> {
    /// The entry.
    pub value: T,
    /// The revision it was last written with; hand it back with an update to be told of changes by others.
    pub revision: Revision,
    /// When it was last written, in milliseconds since 1970.
    pub updated_at: i64,
}

/// What a series knows, all read at one moment. Summaries belong to books and are read with them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Knowledge {
    /// The state this is.
    pub revision: Revision,
    /// Terms, in the order they came.
    pub terms: Vec<Term>,
    /// Characters, in the order they came.
    pub characters: Vec<Character>,
    /// Memories, in the order they came.
    pub memories: Vec<Memory>,
}

/// How many entries a series has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KnowledgeCounts {
    pub terms: StandingCounts,
    pub characters: StandingCounts,
    pub memories: StandingCounts,
    /// Summaries of its books' chapters.
    pub summaries: StandingCounts,
}

impl KnowledgeCounts {
    /// Everything that belongs to the series itself and outlives a book of it: all but summaries.
    pub const fn n_lasting(&self) -> u32 {
        self.terms.total() + self.characters.total() + self.memories.total()
    }
}

/// How many entries of a kind there are, by how far they are trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StandingCounts {
    /// Entries that no person has reviewed.
    pub proposed: u32,
    /// A person confirmed them.
    pub confirmed: u32,
    /// A person refused them.
    pub rejected: u32,
}

impl StandingCounts {
    /// All of them.
    pub const fn total(&self) -> u32 {
        self.proposed + self.confirmed + self.rejected
    }
}

/// A series in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesSummary {
    pub series: SeriesRecord,
    /// Its books, in their order.
    pub books: Vec<BookId>,
    /// What it knows.
    pub counts: KnowledgeCounts,
}

/// The result of moving a book to another series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedBook {
    /// The series it is in now.
    pub series: SeriesRecord,
    /// How many terms, characters and memories went along.
    pub n_taken: u32,
    /// How many stayed behind, because the series has its own or because they are about other books.
    pub n_left: u32,
}

/// The result of removing a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedBook {
    /// The series it belonged to.
    pub series: SeriesRecord,
    /// Whether that series stays.
    pub fate: SeriesOutcome,
}

/// Whether a series stays when a book leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesOutcome {
    /// Other books are in it.
    HasBooks,
    /// It has no books any more but stays for what it knows. A book of the series' name takes it up again.
    KeptForItsKnowledge(KnowledgeCounts),
    /// It had no other book and knew nothing, and is gone.
    Gone,
}

/// A chapter's summary, or that there is none, with what its source is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterDigest {
    pub chapter: ChapterId,
    /// The digest of its source text.
    pub digest: String,
}

/// Translations made with knowledge that has changed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutdatedTask {
    /// The task that made them.
    pub task: TaskId,
    /// The paragraphs whose selected translation is its work, in reading order.
    pub paragraphs: Vec<ParagraphId>,
    /// Entries it was told of that say something else now or are gone, with the source words they were found by then.
    /// With words, only the paragraphs that contain one of them are concerned.
    pub changed: Vec<(EntryKey, Vec<String>)>,
    /// Confirmed terms and characters that were written after it and that it was not told of. Only paragraphs in which
    /// they occur are concerned.
    pub added: Vec<EntryKey>,
}

/// What is decided about terms and characters: nothing else makes a translation outdated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decisions {
    pub(crate) decided: HashMap<EntryKey, (Mark, EntryState)>,
    pub(crate) proposed: HashSet<EntryKey>,
}

impl Decisions {
    /// Whether the same translations are outdated now. What was proposed since waits for a person; what was proposed and is
    /// gone was perhaps used.
    pub fn still_hold(&self, now: &Self) -> bool {
        self.decided == now.decided && self.proposed.is_subset(&now.proposed)
    }
}

/// Why an entry was not written. A person is told; what a model wrote is left out and the rest is written, because it could
/// not have known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWritten {
    /// The id is in use.
    IdTaken {
        /// The entry.
        key: EntryKey,
    },
    /// Another writer was faster.
    Changed {
        /// The entry.
        key: EntryKey,
        /// The revision the edit started from.
        based_on: Revision,
        /// The revision that stands there.
        present: Revision,
        /// What stands there.
        entry: Box<Entry>,
    },
    /// There is no such entry, or no longer.
    NoSuchEntry {
        /// The entry.
        key: EntryKey,
    },
    /// Another term of the same kind has these words.
    Duplicate {
        /// The entry that was to be written.
        key: EntryKey,
        /// The words.
        source_text: String,
        /// The term that has them.
        existing: TermId,
    },
    /// Only a person may confirm or reject, or change what a person has confirmed or rejected.
    Settled {
        /// The entry.
        key: EntryKey,
        /// The standing it has or was to get.
        standing: EntryState,
    },
}

impl Explain for NotWritten {
    fn message(&self) -> Message {
        match self {
            Self::IdTaken { key } => Message::new("entry_taken").with("key", key),
            Self::Changed { key, based_on, present, .. } => Message::new("entry_changed")
                .with("key", key)
                .with("based_on", based_on)
                .with("present", present),
            Self::NoSuchEntry { key } => Message::new("no_such_entry").with("key", key),
            Self::Duplicate { source_text, existing, .. } => {
                Message::new("entry_duplicate").with("source_text", source_text).with("existing", existing)
            }
            Self::Settled { key, standing } => {
                Message::new("entry_settled").with("key", key).with("standing", standing.as_str())
            }
        }
    }
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for NotWritten {}

impl NotWritten {
    /// The entry that was to be written.
    pub const fn key(&self) -> EntryKey {
        match self {
            Self::IdTaken { key }
            | Self::Changed { key, .. }
            | Self::NoSuchEntry { key }
            | Self::Duplicate { key, .. }
            | Self::Settled { key, .. } => *key,
        }
    }
}
