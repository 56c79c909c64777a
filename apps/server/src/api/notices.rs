//! What a member is to know, as it travels.

use crate::api::people::Person;
use serde::{Deserialize, Serialize};
use store::notices::{NoticeKind as StoredKind, NoticeRecord};
use utoipa::ToSchema;

/// What a notice is about.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoticeKind {
    /// A comment names you.
    Mentioned,
    /// Somebody commented where you had, or on your words.
    Commented,
    /// Your comment was resolved.
    Resolved,
    /// A chapter was given to you.
    Assigned,
    /// A chapter was taken away from you.
    Unassigned,
    /// A chapter you were done with was returned to you.
    Returned,
    /// Somebody is done with a chapter you gave.
    Done,
    /// Your words, or words of a chapter you translate, were approved.
    Approved,
    /// Your words, or words of a chapter you translate, need work.
    NeedsWork,
    /// Your suggestion was accepted.
    Accepted,
    /// Your words were changed.
    Changed,
    /// A chapter of yours is wanted by tomorrow at the latest; `text` is the day.
    Due,
}

impl From<StoredKind> for NoticeKind {
    fn from(kind: StoredKind) -> Self {
        match kind {
            StoredKind::Mentioned => Self::Mentioned,
            StoredKind::Commented => Self::Commented,
            StoredKind::Resolved => Self::Resolved,
            StoredKind::Assigned => Self::Assigned,
            StoredKind::Unassigned => Self::Unassigned,
            StoredKind::Returned => Self::Returned,
            StoredKind::Done => Self::Done,
            StoredKind::Approved => Self::Approved,
            StoredKind::NeedsWork => Self::NeedsWork,
            StoredKind::Accepted => Self::Accepted,
            StoredKind::Changed => Self::Changed,
            StoredKind::Due => Self::Due,
        }
    }
}

/// Something a member is to know.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notice {
    pub(crate) id: i64,
    pub(crate) kind: NoticeKind,
    pub(crate) book: String,
    /// The book's title, translated where it is.
    pub(crate) book_title: String,
    pub(crate) chapter_id: Option<String>,
    /// The chapter's place in the book, from one.
    pub(crate) chapter: Option<u32>,
    pub(crate) paragraph_id: Option<String>,
    /// Who did it.
    pub(crate) by: Option<Person>,
    /// How many paragraphs or chapters it is about.
    pub(crate) n: u32,
    /// What was said.
    pub(crate) text: String,
    pub(crate) created_at_ms: i64,
    pub(crate) is_read: bool,
}

impl From<&NoticeRecord> for Notice {
    fn from(notice: &NoticeRecord) -> Self {
        Self {
            id: notice.id,
            kind: notice.kind.into(),
            book: notice.book.to_string(),
            book_title: notice.book_title.clone(),
            chapter_id: notice.chapter.map(|chapter| chapter.to_string()),
            chapter: notice.chapter_number,
            paragraph_id: notice.paragraph.map(|paragraph| paragraph.to_string()),
            by: notice.by.as_ref().map(Person::from),
            n: notice.n,
            text: notice.text.clone(),
            created_at_ms: notice.created_at,
            is_read: notice.is_read,
        }
    }
}

/// One's notices, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notices {
    pub(crate) items: Vec<Notice>,
    /// Give this as `cursor` for the next page; null when there is none.
    pub(crate) next: Option<String>,
    /// How many of all of them are not read.
    pub(crate) n_unread: u32,
}

/// Which notices were read.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// All up to this one; all of them when it is left out.
    #[serde(default)]
    pub(crate) up_to: Option<i64>,
}
