//! A book as one file, as it travels: the form that brings it, and what became of it.

use super::book::BookCard;
use serde::Serialize;
use utoipa::ToSchema;

/// A bundle that is brought.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "the form is read field by field; this describes it")]
pub(crate) struct UnbundleForm {
    /// The file that `GET /api/v1/books/{book}/bundle` or `tsumugi bundle` wrote.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
}

/// What came of a bundle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnbundledBook {
    /// The book.
    pub(crate) book: BookCard,
    /// What became of the translations, where the book was here already.
    pub(crate) merged: Option<MergedBundle>,
}

/// What came of a bundle whose book was here already.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MergedBundle {
    /// Paragraphs that have got a translation.
    pub(crate) n_taken: u64,
    /// Paragraphs where people wrote other words on either side: a suggestion waits.
    pub(crate) n_suggested: u64,
    /// Translations that are kept among the versions.
    pub(crate) n_beside: u64,
    /// Paragraphs that say the same.
    pub(crate) n_same: u64,
    /// Translations of lines that the book here does not have.
    pub(crate) n_unmatched: u64,
    /// The change that did it, to be undone as a whole.
    pub(crate) change_id: Option<String>,
}
