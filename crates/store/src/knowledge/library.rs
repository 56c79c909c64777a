//! What may be asked about the knowledge of a series: the part of the read-only view that tools and context packs use most.

use super::{ChapterDigest, Decisions, Knowledge, KnowledgeCounts, OutdatedTask, SeriesSummary, Versioned};
use crate::error::StoreError;
use crate::library::Library;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, CharacterId, MemoryId, ParagraphId, SeriesId, TaskId, TermId};
use book::knowledge::character::Character;
use book::knowledge::entry::Revision;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use book::knowledge::usage::KnowledgeUsed;

impl Library {
    /// Every series, also those that have lost their books, in the order they came.
    #[boxed]
    pub async fn all_series(&self) -> Result<Vec<SeriesSummary>, StoreError> {
        self.backend.all_series().await
    }

    /// The series a book belongs to.
    #[boxed]
    pub async fn series_of(&self, book: BookId) -> Result<SeriesId, StoreError> {
        self.backend.series_of(book).await
    }

    /// A number that grows with every commit that changes an entry of the series. What was made from the entries at the
    /// same revision is up to date.
    #[boxed]
    pub async fn knowledge_revision(&self, series: SeriesId) -> Result<Revision, StoreError> {
        self.backend.knowledge_revision(series).await
    }

    /// All terms, characters and memories of a series as they are at one moment, rejected ones included.
    #[boxed]
    pub async fn knowledge(&self, series: SeriesId) -> Result<Knowledge, StoreError> {
        self.backend.knowledge(series).await
    }

    /// How many entries a series has.
    #[boxed]
    pub async fn knowledge_counts(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        self.backend.knowledge_counts(series).await
    }

    /// All terms of a series in the order they came, rejected ones included.
    #[boxed]
    pub async fn terms(&self, series: SeriesId) -> Result<Vec<Versioned<Term>>, StoreError> {
        self.backend.terms(series).await
    }

    /// One term.
    #[boxed]
    pub async fn term(&self, series: SeriesId, term: TermId) -> Result<Option<Versioned<Term>>, StoreError> {
        self.backend.term(series, term).await
    }

    /// The terms with these words as their source; width and case do not matter.
    #[boxed]
    pub async fn terms_of_source(
        &self,
        series: SeriesId,
        source: &str,
    ) -> Result<Vec<Versioned<Term>>, StoreError> {
        self.backend.terms_of_source(series, source).await
    }

    /// All characters of a series in the order they came, rejected ones included.
    #[boxed]
    pub async fn characters(&self, series: SeriesId) -> Result<Vec<Versioned<Character>>, StoreError> {
        self.backend.characters(series).await
    }

    /// One character.
    #[boxed]
    pub async fn character(
        &self,
        series: SeriesId,
        character: CharacterId,
    ) -> Result<Option<Versioned<Character>>, StoreError> {
        self.backend.character(series, character).await
    }

    /// The characters that go by this name in the source, full or alias; width and case do not matter.
    #[boxed]
    pub async fn characters_named(
        &self,
        series: SeriesId,
        name: &str,
    ) -> Result<Vec<Versioned<Character>>, StoreError> {
        self.backend.characters_named(series, name).await
    }

    /// All memories of a series in the order they came, rejected ones included.
    #[boxed]
    pub async fn memories(&self, series: SeriesId) -> Result<Vec<Versioned<Memory>>, StoreError> {
        self.backend.memories(series).await
    }

    /// The memories about one thing.
    #[boxed]
    pub async fn memories_about(
        &self,
        series: SeriesId,
        subject: Subject,
    ) -> Result<Vec<Versioned<Memory>>, StoreError> {
        self.backend.memories_about(series, subject).await
    }

    /// One memory.
    #[boxed]
    pub async fn memory(
        &self,
        series: SeriesId,
        memory: MemoryId,
    ) -> Result<Option<Versioned<Memory>>, StoreError> {
        self.backend.memory(series, memory).await
    }

    /// The summaries of a book's chapters in reading order.
    #[boxed]
    pub async fn summaries(&self, book: BookId) -> Result<Vec<Versioned<Summary>>, StoreError> {
        self.backend.summaries(book).await
    }

    /// The summary of a chapter.
    #[boxed]
    pub async fn summary(
        &self,
        book: BookId,
        chapter: ChapterId,
    ) -> Result<Option<Versioned<Summary>>, StoreError> {
        self.backend.summary(book, chapter).await
    }

    /// The digest of a chapter's source text: what a summary is made from.
    #[boxed]
    pub async fn chapter_digest(&self, book: BookId, chapter: ChapterId) -> Result<String, StoreError> {
        self.backend.chapter_digest(book, chapter).await
    }

    /// The digests of all chapters of a book, in reading order. This reads the whole source.
    #[boxed]
    pub async fn chapter_digests(&self, book: BookId) -> Result<Vec<ChapterDigest>, StoreError> {
        self.backend.chapter_digests(book).await
    }

    /// Where a chapter stands in its series.
    #[boxed]
    pub async fn position_of(&self, book: BookId, chapter: ChapterId) -> Result<StoryPosition, StoreError> {
        self.backend.position_of(book, chapter).await
    }

    /// The chapter that stands at a moment of the series, if there is one.
    #[boxed]
    pub async fn chapter_at(
        &self,
        series: SeriesId,
        moment: StoryPosition,
    ) -> Result<Option<(BookId, ChapterId)>, StoreError> {
        self.backend.chapter_at(series, moment).await
    }

    /// What a task was told of the series' knowledge, if that was kept.
    #[boxed]
    pub async fn knowledge_used(&self, task: TaskId) -> Result<Option<KnowledgeUsed>, StoreError> {
        self.backend.knowledge_used(task).await
    }

    /// The translations of a book that were made with entries that say something else now, or without confirmed ones that
    /// came later.
    #[boxed]
    pub async fn outdated(&self, book: BookId) -> Result<Vec<OutdatedTask>, StoreError> {
        self.backend.outdated(book).await
    }

    /// The same among some paragraphs; what it costs does not depend on the book.
    #[boxed]
    pub async fn outdated_among(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<Vec<OutdatedTask>, StoreError> {
        self.backend.outdated_among(book, paragraphs).await
    }

    /// What is decided about the terms and characters of the book's series.
    #[boxed]
    pub async fn decisions(&self, book: BookId) -> Result<Decisions, StoreError> {
        self.backend.decisions(book).await
    }
}
