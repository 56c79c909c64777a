//! A newer edition of a book, as the library takes it in: what each of its lines is to the book that is there.

use crate::change::ChangeId;
use book::id::{BookId, ChapterId, ParagraphId};
use book::text::book::Book;

/// A newer edition to be put in the place of an older one.
#[derive(Debug, Clone, Copy)]
pub struct BookRevision<'a> {
    pub book: BookId,
    /// How many editions the book had had when its lines were compared; if another has come since, nothing is done.
    pub from: u32,
    /// The newer edition as an importer gave it.
    pub newer: &'a Book,
    /// The file it came from, byte for byte.
    pub original: &'a [u8],
    /// That file's name without folders.
    pub file_name: &'a str,
    /// For each of its chapters the one it is; `None` for new ones.
    pub chapters: &'a [Option<ChapterId>],
    /// For each of its paragraphs, in order, what it comes from.
    pub lineage: &'a [Lineage],
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What a paragraph of a newer edition comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lineage {
    /// Nothing that was there.
    New,
    /// It is this paragraph, with the same words or others. Its translation stays, stale if the words are others.
    Line(ParagraphId),
    /// It was split from this paragraph, or this one and others became it. It is that paragraph now, but a translation
    /// of more or less than it says would not belong here, so that only stays in the history.
    Part(ParagraphId),
}

/// The result of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionResult {
    /// Which revision it was, counted from one.
    pub revision: u32,
    /// The change in the history.
    pub change: ChangeId,
    /// How many translations are stale because of it.
    pub n_stale: u32,
    /// How many translations were put aside because they do not belong to any line now, or their tags do not fit.
    pub n_set_aside: u32,
}
