//! Who did what in a book, as it travels.

use crate::api::change::Change;
use crate::api::people::Person;
use serde::Serialize;
use utoipa::ToSchema;

/// Something that was done in a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Activity {
    /// `change`, `assigned`, `unassigned`, `done`, `returned`, `reopened`, `commented`, `resolved`, `unresolved` or
    /// `answered`.
    pub(crate) kind: String,
    /// Who did it, or for whom a model did.
    pub(crate) person: Option<Person>,
    /// Whom it was about.
    pub(crate) about: Option<Person>,
    pub(crate) chapter_id: Option<String>,
    /// The chapter's place in the book, from one.
    pub(crate) chapter: Option<u32>,
    pub(crate) paragraph_id: Option<String>,
    /// What was said.
    pub(crate) text: String,
    /// The change, for a change; the last of several that came one after another.
    pub(crate) change: Option<Change>,
    /// How many changes of the same kind by the same author came one after another.
    pub(crate) n: u32,
    /// When, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
}
