//! A book with everything that belongs to it, as rows: what a bundle is made of, and what a library is given back from.

use crate::error::StoreError;
use book::id::{BookId, ParagraphId};
use book::text::markup::Marked;
use book::text::version::Author;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A book as rows. Numbers of chapters and paragraphs are the book's own; every other key only ties rows together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookRows {
    /// The book and its series, as one JSON object.
    pub head: String,
    /// The rows of each table, a JSON list on every line.
    pub tables: BTreeMap<String, String>,
    /// The file the book is made of.
    pub original: Vec<u8>,
    /// The files of earlier editions, oldest first.
    pub former: Vec<Vec<u8>>,
}

/// Why a book could not be put back.
#[derive(Debug)]
pub enum RestoreError {
    /// The library failed, or has the book already.
    Store(StoreError),
    /// The rows are not those of a book.
    Unfit(String),
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl BookRows {
    /// Which book it is.
    pub fn identity(&self) -> Result<BundleIdentity, RestoreError> {
        let unfit = |error: &dyn std::fmt::Display| RestoreError::Unfit(error.to_string());
        let head: Head = serde_json::from_str(&self.head).map_err(|error| unfit(&error))?;
        Ok(BundleIdentity { id: BookId::from_number(head.id), target_language: head.target_language })
    }

    /// The paragraphs in reading order, with what stands for them.
    pub fn paragraphs(&self) -> Result<Vec<BundledParagraph>, RestoreError> {
        crate::sql::bundled_paragraphs(self)
    }
}

#[derive(Deserialize)]
struct Head {
    id: u64,
    target_language: Option<String>,
}

/// Which book a bundle holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleIdentity {
    /// The book.
    pub id: BookId,
    /// The language translated into.
    pub target_language: Option<String>,
}

/// A paragraph of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundledParagraph {
    pub id: ParagraphId,
    /// The number of its chapter.
    pub chapter: usize,
    /// The source text.
    pub text: Marked,
    /// The selected translation.
    pub translation: Option<BundledTranslation>,
}

/// The selected translation of a paragraph of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundledTranslation {
    pub text: Marked,
    /// Who made it.
    pub author: Author,
    /// Whether the paragraph is locked.
    pub locked: bool,
}
