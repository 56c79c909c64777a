//! What lists show beside a book or a paragraph: sums and counts, each asked once for a whole list.

use crate::change::{ChangeId, ChangeRecord, Effect};
use crate::error::StoreError;
use crate::library::Library;
use crate::sql::CountedBook;
use crate::work::{FARTHEST_CLAIM_MS, OldTranscripts, StepUsage, TranscriptSize};
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId, RunId};
use book::text::version::Author;
use std::collections::HashMap;
use std::sync::Arc;

/// What was done to a book so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookActivity {
    pub book: BookId,
    /// What all runs on it have cost, in millionths of a dollar.
    pub cost_micros: i64,
    /// When anything was last done to it, in milliseconds since 1970.
    pub last_ms: i64,
}

/// What one run used in one chapter with one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterUsage {
    pub run: RunId,
    pub chapter: ChapterId,
    /// The model that was paid; `None` for work from before models were noted.
    pub model: Option<String>,
    /// How many tasks.
    pub n_tasks: u32,
    /// What they used.
    pub usage: StepUsage,
}

/// The versions of a paragraph, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionCounts {
    /// How many there are.
    pub n_versions: u32,
    /// How many of them wait as suggestions.
    pub n_suggestions: u32,
    /// How many of them a person has reviewed.
    pub n_reviewed: u32,
    /// How many comments on the paragraph are open.
    pub n_comments: u32,
    /// Who made the selected one.
    pub author: Option<Author>,
}

impl Library {
    /// What was done to each book, in the order they came.
    #[boxed]
    pub async fn activity(&self) -> Result<Vec<BookActivity>, StoreError> {
        self.backend.activity(None).await
    }

    /// What was done to one book.
    #[boxed]
    pub async fn activity_of(&self, book: BookId) -> Result<BookActivity, StoreError> {
        let found = self.backend.activity(Some(book)).await?;
        found.into_iter().next().ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() })
    }

    /// What the work on a book used, by run, chapter and model.
    #[boxed]
    pub async fn usage(&self, book: BookId) -> Result<Vec<ChapterUsage>, StoreError> {
        self.backend.usage(book).await
    }

    /// The versions of these paragraphs, counted; paragraphs without any are left out.
    #[boxed]
    pub async fn version_counts(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<HashMap<ParagraphId, VersionCounts>, StoreError> {
        self.backend.version_counts(book, paragraphs).await
    }

    /// The chapters of these paragraphs with their numbers; paragraphs that a later edition dropped are left out.
    #[boxed]
    pub async fn chapters_of(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<HashMap<ParagraphId, (ChapterId, u32)>, StoreError> {
        self.backend.chapters_of(book, paragraphs).await
    }

    /// The changes of a book before this one, newest first.
    #[boxed]
    pub async fn changes_before(
        &self,
        book: BookId,
        before: Option<ChangeId>,
        limit: u32,
    ) -> Result<Vec<ChangeRecord>, StoreError> {
        self.backend.changes_before(book, before, limit).await
    }

    /// The effects on a book after this change, oldest first; `None` if there are more changes than the limit.
    #[boxed]
    pub async fn effects_since(
        &self,
        book: BookId,
        since: Option<ChangeId>,
        most: u32,
    ) -> Result<Option<Vec<Effect>>, StoreError> {
        self.backend.effects_since(book, since, most).await
    }

    /// A number that is another one after every commit to the library, by whichever program. Two of them are only
    /// compared in the same process.
    #[boxed]
    pub async fn data_version(&self) -> Result<u64, StoreError> {
        self.backend.data_version().await
    }

    /// A number that is another one after every commit of another program, and only after those.
    #[boxed]
    pub async fn foreign_version(&self) -> Result<u64, StoreError> {
        self.backend.foreign_version().await
    }

    /// What a book's checks, staleness and counts of text depend on: the same as long as none of it has changed.
    #[boxed]
    pub async fn book_version(&self, book: BookId) -> Result<BookVersion, StoreError> {
        self.backend.book_version(book).await
    }

    /// Which chapters of a book have changed: the revision of a chapter is the same as long as nobody has touched it.
    #[boxed]
    pub async fn chapter_revisions(&self, book: BookId) -> Result<ChapterRevisions, StoreError> {
        self.backend.chapter_revisions(book).await
    }

    /// How much the transcripts of tasks that have ended are.
    #[boxed]
    pub async fn transcript_size(&self, old: &OldTranscripts) -> Result<TranscriptSize, StoreError> {
        self.backend.transcript_size(old).await
    }

    /// The claim on a book: its owner, run and expiry, in milliseconds since 1970.
    #[boxed]
    pub async fn claim(&self, book: BookId) -> Result<Option<ClaimRecord>, StoreError> {
        self.backend.claim(book).await
    }
}

/// A claim on a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRecord {
    pub run: RunId,
    /// Who runs it.
    pub holder: String,
    /// When it runs out.
    pub until_ms: i64,
}

impl ClaimRecord {
    /// Whether it holds at this time. One that reaches beyond every lease is from before the clock was set back.
    pub const fn holds_at(&self, now_ms: i64) -> bool {
        now_ms < self.until_ms && self.until_ms <= now_ms.saturating_add(FARTHEST_CLAIM_MS)
    }
}

/// The revisions of a book's chapters at one moment. Whoever reads a chapter after this and keeps something of it under its
/// revision may use that as long as the revision is the same.
#[derive(Debug, Clone)]
pub struct ChapterRevisions {
    pub(crate) counted: Arc<CountedBook>,
}

impl ChapterRevisions {
    /// The revision of a chapter of the book.
    pub fn of(&self, chapter: ChapterId) -> ChapterRevision {
        self.counted.revision(chapter)
    }
}

/// Another one after every change of the text, translations, versions, locks, reviews, acknowledgements, title or
/// instructions of a chapter, after a newer edition of its book, and after another target language. Only compared with others
/// of the same open library, in the same process. Rehearsals leave it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChapterRevision {
    pub(crate) generation: u64,
    pub(crate) change: i64,
}

/// The state of a book and of what its series knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookVersion {
    /// The last change of the book.
    pub change: Option<ChangeId>,
    /// Everything else: edition, language, series and what the series knows.
    pub rest: BookSetting,
}

/// What surrounds the translations of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookSetting {
    /// The edition, counted from the first.
    pub edition: i64,
    /// The language it is translated into.
    pub target: Option<String>,
    /// Counted up with everything the series learns or forgets.
    pub knowledge: i64,
    /// The books of the series.
    pub n_books: i64,
}
