//! Changes as the library keeps them: author, time, effects, and how each is undone.

use crate::grant::Grant;
use crate::knowledge::NotWritten;
use crate::people::{PersonId, PersonName, Role};
use book::id::{BookId, ChapterId, ParagraphId, RunId, SeriesId, TaskId, VersionId};
use book::knowledge::entry::{Entry, EntryKey};
use book::language::LanguageTag;
use book::text::review::ReviewState;
use book::text::version::Author;
use book::work::checked::Acknowledgement;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// One commit of one or more edits: what a person undoes in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChangeId(i64);

impl ChangeId {
    pub(crate) const fn from_number(number: i64) -> Self {
        Self(number)
    }

    pub(crate) const fn number(self) -> i64 {
        self.0
    }

    /// The id after this one, whether or not there is such a change: what is before it begins with this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for ChangeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

/// Text that should have named a change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a change; copy it as `tsumugi history` shows it, for example `c12`")]
pub struct InvalidChangeId(String);

impl FromStr for ChangeId {
    type Err = InvalidChangeId;

    fn from_str(text: &str) -> Result<Self, InvalidChangeId> {
        let digits = text.trim().trim_start_matches(['c', 'C']);
        digits.parse().map(Self).map_err(|_| InvalidChangeId(text.to_owned()))
    }
}

/// Why a commit happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Who does it. What is not a person's doing never replaces a person's words.
    pub who: Author,
    /// The run it is part of.
    pub run: Option<RunId>,
    /// The task it is part of.
    pub task: Option<TaskId>,
    /// What it was for, in a few words for the history.
    pub note: String,
}

impl Cause {
    /// A person's own doing.
    pub fn person(note: impl Into<String>) -> Self {
        Self { who: Author::Person, run: None, task: None, note: note.into() }
    }
}

/// A cause together with the person a handle works for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributedCause<'a> {
    pub(crate) cause: &'a Cause,
    pub(crate) person: Option<PersonId>,
    /// No more than this, whatever the person may do.
    pub(crate) limit: Option<Role>,
    /// The right by which the handle writes.
    pub(crate) grant: Grant,
}

impl AttributedCause<'_> {
    /// The person's key, as rows keep it.
    pub(crate) fn key(self) -> Option<i64> {
        self.person.map(PersonId::number)
    }
}

impl Deref for AttributedCause<'_> {
    type Target = Cause;

    fn deref(&self) -> &Cause {
        self.cause
    }
}

/// The result of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The change, or `None` when there was nothing to do.
    pub change: Option<ChangeId>,
    /// How each added version was stored, in the order of the edits.
    pub versions: Vec<AddedVersion>,
    /// Entries of a model that were left out: another writer was faster, or a person has decided.
    pub not_written: Vec<NotWritten>,
    /// Members who have a new notice because of it.
    pub noticed: Vec<PersonId>,
}

/// How an added version was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedVersion {
    pub paragraph: ParagraphId,
    /// The new version.
    pub version: VersionId,
    /// Whether it is the translation now.
    pub standing: AddedAs,
}

/// Whether a new version is the translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedAs {
    /// It is the paragraph's translation.
    Selected,
    /// It waits beside the selected one, as the edit asked.
    Suggested,
    /// It is kept among the versions, as the edit asked.
    Beside,
    /// It was to be selected and is a suggestion instead, because the paragraph is locked.
    SuggestedBecauseLocked,
    /// It was to be selected and is a suggestion instead, because a person's own words stand there.
    SuggestedBesidePerson,
    /// It was to be selected and is a suggestion instead, because a person has reviewed what stands there.
    SuggestedBesideReviewed,
    /// It was to be selected and is a suggestion instead, because what stands there is approved.
    SuggestedBesideApproved,
    /// It was to be selected and is a suggestion instead, because the chapter is assigned to another member.
    SuggestedBesideAssigned,
    /// It was to be selected and is a suggestion instead, because what stands there is newer than what its author has seen.
    SuggestedBesideNewer,
}

impl AddedAs {
    /// Whether the version is the translation.
    pub const fn is_selected(self) -> bool {
        matches!(self, Self::Selected)
    }

    /// Whether the version waits for a person.
    pub const fn is_suggested(self) -> bool {
        match self {
            Self::Suggested
            | Self::SuggestedBecauseLocked
            | Self::SuggestedBesidePerson
            | Self::SuggestedBesideReviewed
            | Self::SuggestedBesideApproved
            | Self::SuggestedBesideAssigned
            | Self::SuggestedBesideNewer => true,
            Self::Selected | Self::Beside => false,
        }
    }
}

/// A change as history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeRecord {
    /// The change.
    pub id: ChangeId,
    /// Who made it.
    pub who: Author,
    /// The person who made it, or for whom a model did.
    pub person: Option<PersonName>,
    /// The run it was part of.
    pub run: Option<RunId>,
    /// The task it was part of.
    pub task: Option<TaskId>,
    /// What it was for.
    pub note: String,
    /// Whether it was itself an undo.
    pub is_undo: bool,
    /// The change that took it back.
    pub undone_by: Option<ChangeId>,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    /// What it did, in order.
    pub effects: Vec<Effect>,
}

/// What one edit did, with what it replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// A version was appended.
    VersionAdded {
        paragraph: ParagraphId,
        /// The new version.
        version: VersionId,
    },
    /// Another version, or none, became the translation.
    Selected {
        paragraph: ParagraphId,
        /// The translation before.
        before: Option<VersionId>,
        /// The translation since.
        after: Option<VersionId>,
    },
    /// A paragraph was locked or unlocked.
    Locked {
        paragraph: ParagraphId,
        /// The state before.
        before: bool,
        /// The state since.
        after: bool,
    },
    /// A person said how far a version is.
    Reviewed {
        paragraph: ParagraphId,
        version: VersionId,
        /// The state before.
        before: ReviewState,
        /// The state since.
        after: ReviewState,
    },
    /// A suggestion was turned down, or let in again.
    Rejected {
        paragraph: ParagraphId,
        /// The suggestion.
        version: VersionId,
        /// The state before.
        before: bool,
        /// The state since.
        after: bool,
    },
    /// A finding was let stand, or opened again.
    Acknowledged {
        paragraph: ParagraphId,
        /// The check's code.
        check: String,
        /// What stood before.
        before: Option<Acknowledgement>,
        /// What stands since.
        after: Option<Acknowledgement>,
    },
    /// An entry of what the series knows was written or taken out.
    EntryChanged {
        /// The entry.
        key: EntryKey,
        /// Its place among the entries, so that it comes back where it was.
        place: i64,
        /// What was there before.
        before: Option<Box<Entry>>,
        /// What is there since.
        after: Option<Box<Entry>>,
    },
    /// A newer edition of the book was imported. This is not undone but followed by another edition.
    SourceRevised {
        /// Which one it was, counted from one.
        revision: u32,
    },
    /// A chapter's translated title changed.
    ChapterTitled {
        chapter: ChapterId,
        /// The title before.
        before: Option<String>,
        /// Whether the title before was a person's own.
        #[serde(default)]
        before_by_person: bool,
        /// The title since.
        after: Option<String>,
    },
    /// What is asked of every translation of the book, or of a chapter, changed.
    Instructed {
        /// The chapter; the whole book where there is none.
        chapter: Option<ChapterId>,
        /// What was asked for before.
        before: Option<String>,
        /// What is asked for since.
        after: Option<String>,
    },
    /// What is asked of every translation of the series changed.
    SeriesInstructed {
        /// What was asked for before.
        before: Option<String>,
        /// What is asked for since.
        after: Option<String>,
    },
    /// The book's title in its own language was corrected.
    BookTitleCorrected {
        /// The title before.
        before: String,
        /// The title since.
        after: String,
    },
    /// The book's text went into another language, such as other characters of the same one.
    Retargeted {
        /// The language before.
        before: Option<LanguageTag>,
        /// The language since.
        after: Option<LanguageTag>,
        /// The series it stood in and its place there, where the books of one series go on in the former language.
        left_series: Option<(SeriesId, u32)>,
    },
    /// The book's translated title changed.
    BookTitled {
        /// The title before.
        before: Option<String>,
        /// Whether the title before was a person's own.
        #[serde(default)]
        before_by_person: bool,
        /// The title since.
        after: Option<String>,
    },
}

/// The result of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The changes that were taken back, newest first.
    pub changes: Vec<ChangeId>,
    /// The change that did it; undo this one to bring everything back.
    pub by: ChangeId,
    /// The books it touched: several where a change was made in several books at once.
    pub books: Vec<BookId>,
    /// How many things have their former state again.
    pub n_restored: usize,
    /// What was left alone because something newer stands there.
    pub left_alone: Vec<Effect>,
}
