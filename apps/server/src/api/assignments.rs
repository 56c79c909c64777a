//! Chapters given to members, as they travel.

use crate::api::people::{Person, Role};
use crate::problem::Problem;
use messages::Message;
use serde::{Deserialize, Serialize};
use store::assignments::{AssignedWork, AssignmentRecord, AssignmentState as StoredState};
use store::record::{BookSummary, ChapterRecord};
use utoipa::ToSchema;

/// What is to be done with a chapter.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// Write its translation, or work through a model's.
    Translate,
    /// Read the translation and say how far it is.
    Review,
}

impl From<AssignedWork> for Work {
    fn from(work: AssignedWork) -> Self {
        match work {
            AssignedWork::Translate => Self::Translate,
            AssignedWork::Review => Self::Review,
        }
    }
}

impl From<Work> for AssignedWork {
    fn from(work: Work) -> Self {
        match work {
            Work::Translate => Self::Translate,
            Work::Review => Self::Review,
        }
    }
}

/// How far an assignment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AssignmentState {
    /// It is to be done.
    Open,
    /// Whoever it was given to says it is done.
    Done,
    /// An editor wants more done.
    Returned,
}

impl From<StoredState> for AssignmentState {
    fn from(state: StoredState) -> Self {
        match state {
            StoredState::Open => Self::Open,
            StoredState::Done => Self::Done,
            StoredState::Returned => Self::Returned,
        }
    }
}

impl From<AssignmentState> for StoredState {
    fn from(state: AssignmentState) -> Self {
        match state {
            AssignmentState::Open => Self::Open,
            AssignmentState::Done => Self::Done,
            AssignmentState::Returned => Self::Returned,
        }
    }
}

/// A chapter that was given to a member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Assignment {
    pub(crate) id: i64,
    pub(crate) book: String,
    /// The book's title, translated where it is.
    pub(crate) book_title: String,
    pub(crate) chapter_id: String,
    /// The chapter's place in the book, from one.
    pub(crate) chapter: u32,
    /// The chapter's title, translated where it is.
    pub(crate) chapter_title: String,
    pub(crate) person: Person,
    pub(crate) work: Work,
    pub(crate) state: AssignmentState,
    /// The day it is wanted by, as in `2026-11-17`.
    pub(crate) due: Option<String>,
    pub(crate) note: String,
    /// Who gave it.
    pub(crate) made_by: Option<Person>,
    pub(crate) created_at_ms: i64,
    pub(crate) updated_at_ms: i64,
    /// How many paragraphs of the chapter have text.
    pub(crate) n_work: u32,
    pub(crate) n_translated: u32,
    /// Approved ones among them.
    pub(crate) n_reviewed: u32,
    pub(crate) n_approved: u32,
}

impl Assignment {
    pub(crate) fn new(record: &AssignmentRecord, book: &BookSummary, chapter: &ChapterRecord) -> Self {
        Self {
            id: record.id,
            book: record.book.to_string(),
            book_title: book.title_translation.as_ref().unwrap_or(&book.title).clone(),
            chapter_id: chapter.id.to_string(),
            chapter: chapter.number,
            chapter_title: chapter.title_translation.as_ref().unwrap_or(&chapter.title).clone(),
            person: Person::from(&record.person),
            work: record.work.into(),
            state: record.state.into(),
            due: record.due.clone(),
            note: record.note.clone(),
            made_by: record.made_by.as_ref().map(Person::from),
            created_at_ms: record.created_at,
            updated_at_ms: record.updated_at,
            n_work: chapter.n_work,
            n_translated: chapter.n_translated,
            n_reviewed: chapter.n_reviewed,
            n_approved: chapter.n_approved,
        }
    }
}

/// Chapters to be given to a member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssignRequest {
    /// Chapters by id.
    pub(crate) chapters: Vec<String>,
    /// The member.
    pub(crate) person: String,
    pub(crate) work: Work,
    /// The day it is wanted by, as in `2026-11-17`.
    #[serde(default)]
    pub(crate) due: Option<String>,
    #[serde(default)]
    pub(crate) note: String,
}

/// What changes about an assignment; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssignmentRequest {
    #[serde(default)]
    pub(crate) state: Option<AssignmentState>,
    /// Another day; an empty text for none.
    #[serde(default)]
    pub(crate) due: Option<String>,
    #[serde(default)]
    pub(crate) note: Option<String>,
}

/// Somebody who may see a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookMember {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What they may do in this book.
    pub(crate) role: Role,
}

/// A day of the calendar, as in `2026-11-17`.
pub(crate) fn day(text: &str) -> Result<&str, Problem> {
    if is_day(text) {
        return Ok(text);
    }
    Err(Problem::wrong("due", Message::new("due_day").with("text", text)))
}

/// Whether it is such a day.
pub fn is_day(text: &str) -> bool {
    let is_written = text.len() == 10
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let mut parts = text.split('-').map(|part| part.parse::<u32>().unwrap_or_default());
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let n_days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    is_written && (1..=n_days).contains(&day)
}
