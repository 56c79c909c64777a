//! Every change to a library as a value: what a tool proposes, what the store commits, what undo takes back.

use crate::id::{ChapterId, ParagraphId, VersionId};
use crate::knowledge::entry::{Basis, Entry, EntryKey, Revision};
use crate::language::LanguageTag;
use crate::text::review::ReviewState;
use crate::text::version::{Author, Selection};
use crate::work::checked::{Acknowledgement, CheckNote};
use serde::{Deserialize, Serialize};

/// One change to one book. The store keeps the edit and what it replaced, so that each one can be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// Appends a version to a paragraph. If the paragraph is locked or its selected version was made or
    /// reviewed by a person, a model's version is never selected: it is kept as a suggestion instead.
    AddVersion {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The translation, with the paragraph's tags.
        text: String,
        /// Who made it.
        author: Author,
        /// Whether it becomes the translation.
        selection: Selection,
    },
    /// Changes nothing: the whole commit is refused unless this version, or none, is the paragraph's translation at
    /// that moment. Whoever changes what they were looking at says so, and never overwrites what they have not seen.
    Expect {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version they were looking at.
        version: Option<VersionId>,
    },
    /// Makes another version the translation, or none.
    SelectVersion {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version, one of the paragraph's own.
        version: Option<VersionId>,
    },
    /// Locks or unlocks a paragraph against every model.
    SetLock {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The new state.
        locked: bool,
    },
    /// Says how far the paragraph's translation is. It is kept with the version that is the translation at that moment.
    SetReview {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The new state.
        state: ReviewState,
    },
    /// The same for one of many paragraphs that were not named one by one, such as a whole chapter. The paragraph is left as it
    /// is if at that moment it has no translation, or is approved and would only be marked as reviewed.
    SetReviewOfMany {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The new state.
        state: ReviewState,
    },
    /// Gives the translation of a paragraph the review state of the version it came from. For a change that leaves the
    /// sentence as it is, such as an agreed name or other characters; nothing happens where that version is still selected.
    CarryReview {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version that was reviewed.
        from: VersionId,
    },
    /// Turns a suggestion down so that it is not offered again, or lets it in again.
    RejectVersion {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version, one of the paragraph's own.
        version: VersionId,
        /// The new state.
        rejected: bool,
    },
    /// Keeps what checks said about the version that the same commit adds to this paragraph. It changes nothing about
    /// the book, so there is nothing to undo.
    NoteChecks {
        /// The paragraph.
        paragraph: ParagraphId,
        /// What they said.
        note: CheckNote,
    },
    /// Lets a finding stand, or opens it again.
    Acknowledge {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The check's code.
        check: String,
        /// Why it may stand; nothing to open it again.
        acknowledgement: Option<Acknowledgement>,
    },
    /// Sets or removes the translation of a chapter's title.
    SetChapterTitle {
        /// The chapter.
        chapter: ChapterId,
        /// The translated title.
        translation: Option<String>,
    },
    /// Sets or removes the translation of the book's title.
    SetBookTitle {
        /// The translated title.
        translation: Option<String>,
    },
    /// Corrects the book's title in its own language.
    CorrectBookTitle {
        /// The title.
        title: String,
    },
    /// Says which language the book is translated into, together with the edits that put its text into that language.
    SetTargetLanguage {
        /// The language.
        language: LanguageTag,
    },
    /// Sets or removes what a person asks of every translation of the series, of the book, or of one chapter of it.
    SetInstructions {
        /// What is meant.
        scope: InstructionScope,
        /// What is asked for.
        text: Option<String>,
        /// The whole commit is refused unless this stands there at that moment, empty for nothing; `None` for whatever.
        was: Option<String>,
    },
    /// Writes an entry of what the book's series knows, new or changed, as a whole.
    PutEntry {
        /// The entry; its key is in it.
        entry: Box<Entry>,
        /// What must stand there for it to be written.
        basis: Basis,
    },
    /// Takes an entry out of what the book's series knows.
    RemoveEntry {
        /// The entry.
        key: EntryKey,
        /// What must stand there for it to be taken out.
        basis: Basis,
    },
}

/// What instructions are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstructionScope {
    /// Every book of the book's series.
    Series,
    /// The book.
    Book,
    /// One chapter.
    Chapter(ChapterId),
}

impl Edit {
    /// A new entry; refused if its id is taken.
    pub fn create(entry: impl Into<Entry>) -> Self {
        Self::PutEntry { entry: Box::new(entry.into()), basis: Basis::New }
    }

    /// An entry as it is to be, whatever it was.
    pub fn upsert(entry: impl Into<Entry>) -> Self {
        Self::PutEntry { entry: Box::new(entry.into()), basis: Basis::Whatever }
    }

    /// An entry that was changed from what stood there at a revision; refused if someone else changed it since.
    pub fn update(entry: impl Into<Entry>, from: Revision) -> Self {
        Self::PutEntry { entry: Box::new(entry.into()), basis: Basis::Revision(from) }
    }

    /// An entry that is to go, whatever it is.
    pub fn remove(key: impl Into<EntryKey>) -> Self {
        Self::RemoveEntry { key: key.into(), basis: Basis::Whatever }
    }
}
