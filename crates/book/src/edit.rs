//! Every change to a library as a value: what a tool proposes, what the store commits, what undo takes back.

use crate::id::{ChapterId, ParagraphId, VersionId};
use crate::text::version::{Author, Selection};
use serde::{Deserialize, Serialize};

/// One change to one book. The store keeps the edit and what it replaced, so that each one can be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// Appends a version to a paragraph. If the paragraph is locked or its selected version was made by a person,
    /// a model's version is kept as a suggestion whatever `selection` says.
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
    /// Turns a suggestion down so that it is not offered again, or lets it in again.
    RejectVersion {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version, one of the paragraph's own.
        version: VersionId,
        /// The new state.
        rejected: bool,
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
}
