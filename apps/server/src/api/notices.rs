//! What a member is to know, as it travels.

use crate::api::people::Person;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use store::notices::{NoticeKind, NoticeRecord};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// What a notice is about, as the word the library has for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoticeWord(NoticeKind);

impl Serialize for NoticeWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl PartialSchema for NoticeWord {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What a notice is about."))
            .enum_values(Some(NoticeKind::ALL.map(NoticeKind::as_str)))
            .into()
    }
}

impl ToSchema for NoticeWord {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("NoticeKind")
    }
}

/// Something a member is to know.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notice {
    pub(crate) id: i64,
    pub(crate) kind: NoticeWord,
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
            kind: NoticeWord(notice.kind),
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
