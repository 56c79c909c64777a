//! Notices for a member: a mention, an assignment, an approval or a change of their words.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::{PersonId, PersonName};
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId};

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoticeKind {
    /// A comment names them.
    Mentioned,
    /// A comment where they had commented, or on their words.
    Commented,
    /// A comment of theirs was resolved.
    Resolved,
    /// A chapter was given to them.
    Assigned,
    /// A chapter was taken away from them.
    Unassigned,
    /// A chapter they were done with was returned to them.
    Returned,
    /// A chapter they assigned is done.
    Done,
    /// Their words, or words of a chapter they translate, were approved.
    Approved,
    /// Their words, or words of a chapter they translate, need work.
    NeedsWork,
    /// A suggestion of theirs was accepted.
    Accepted,
    /// Their words were changed.
    Changed,
    /// A chapter of theirs is wanted by tomorrow at the latest.
    Due,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Mentioned,
        Self::Commented,
        Self::Resolved,
        Self::Assigned,
        Self::Unassigned,
        Self::Returned,
        Self::Done,
        Self::Approved,
        Self::NeedsWork,
        Self::Accepted,
        Self::Changed,
        Self::Due,
    ];

    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mentioned => "mentioned",
            Self::Commented => "commented",
            Self::Resolved => "resolved",
            Self::Assigned => "assigned",
            Self::Unassigned => "unassigned",
            Self::Returned => "returned",
            Self::Done => "done",
            Self::Approved => "approved",
            Self::NeedsWork => "needs_work",
            Self::Accepted => "accepted",
            Self::Changed => "changed",
            Self::Due => "due",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// Something a member is to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeRecord {
    pub id: i64,
    pub kind: NoticeKind,
    pub book: BookId,
    /// The book's title, translated where it is.
    pub book_title: String,
    pub chapter: Option<ChapterId>,
    /// The chapter's place in the book, counted from one; nothing where a newer edition has dropped it.
    pub chapter_number: Option<u32>,
    pub paragraph: Option<ParagraphId>,
    /// Who did it.
    pub by: Option<PersonName>,
    /// How many paragraphs or chapters it is about.
    pub n: u32,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    pub is_read: bool,
}

impl Store {
    /// Marks notices of a member as read: all of them up to a number, or all.
    #[boxed]
    pub async fn mark_notices_read(
        &self,
        person: PersonId,
        up_to: Option<i64>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.mark_notices_read(person, up_to, now_ms).await
    }
}

impl Library {
    /// The notices of a member, newest first, before a number.
    #[boxed]
    pub async fn notices(
        &self,
        person: PersonId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<NoticeRecord>, StoreError> {
        self.backend.notices_of(person, before, limit).await
    }

    /// How many notices a member has not read.
    #[boxed]
    pub async fn n_unread(&self, person: PersonId) -> Result<u32, StoreError> {
        self.backend.n_unread(person).await
    }
}
