//! What was done in a book beside its changes: chapters given and done, comments made and resolved.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::PersonName;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId};

/// An action that the activity of a book lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActivityKind {
    /// Gave a chapter to a member.
    Assigned,
    /// Took a chapter away from a member.
    Unassigned,
    /// Was done with a chapter.
    Done,
    /// Returned a chapter to a member.
    Returned,
    /// Opened an assignment again.
    Reopened,
    /// Said something about a paragraph.
    Commented,
    /// Settled a comment.
    Resolved,
    /// Opened a comment again.
    Unresolved,
    /// Answered a question of a model.
    Answered,
}

impl ActivityKind {
    const ALL: [Self; 9] = [
        Self::Assigned,
        Self::Unassigned,
        Self::Done,
        Self::Returned,
        Self::Reopened,
        Self::Commented,
        Self::Resolved,
        Self::Unresolved,
        Self::Answered,
    ];

    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Assigned => "assigned",
            Self::Unassigned => "unassigned",
            Self::Done => "done",
            Self::Returned => "returned",
            Self::Reopened => "reopened",
            Self::Commented => "commented",
            Self::Resolved => "resolved",
            Self::Unresolved => "unresolved",
            Self::Answered => "answered",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// One action of a member or a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityRecord {
    pub id: i64,
    pub kind: ActivityKind,
    pub person: Option<PersonName>,
    /// Whom it was about.
    pub about: Option<PersonName>,
    pub chapter: Option<ChapterId>,
    pub paragraph: Option<ParagraphId>,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
}

impl Library {
    /// What was done in a book, newest first, before a number.
    #[boxed]
    pub async fn team_activity(
        &self,
        book: BookId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<ActivityRecord>, StoreError> {
        self.backend.team_activity(book, before, limit).await
    }
}
