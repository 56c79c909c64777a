//! What may be asked about the knowledge of a series: the part of the read-only view that tools and context packs use most.

use super::{ChapterDigest, Knowledge, KnowledgeCounts, Outdated, SeriesSummary, Versioned};
use crate::error::StoreError;
use crate::library::{Backend, Library, ask};
use book::id::{BookId, ChapterId, CharacterId, MemoryId, SeriesId, TaskId, TermId};
use book::knowledge::character::Character;
use book::knowledge::entry::Revision;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use book::knowledge::usage::KnowledgeUsed;

impl Library {
    /// Every series, also those that have lost their books, in the order they came.
    pub async fn all_series(&self) -> Result<Vec<SeriesSummary>, StoreError> {
        ask!(self, all_series())
    }

    /// The series a book belongs to.
    pub async fn series_of(&self, book: BookId) -> Result<SeriesId, StoreError> {
        ask!(self, series_of(book))
    }

    /// A number that grows with every commit that changes an entry of the series. What was made from the entries at the
    /// same revision is up to date.
    pub async fn knowledge_revision(&self, series: SeriesId) -> Result<Revision, StoreError> {
        ask!(self, knowledge_revision(series))
    }

    /// All terms, characters and memories of a series as they are at one moment, rejected ones included.
    pub async fn knowledge(&self, series: SeriesId) -> Result<Knowledge, StoreError> {
        ask!(self, knowledge(series))
    }

    /// How many entries a series has.
    pub async fn knowledge_counts(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        ask!(self, knowledge_counts(series))
    }

    /// All terms of a series in the order they came, rejected ones included.
    pub async fn terms(&self, series: SeriesId) -> Result<Vec<Versioned<Term>>, StoreError> {
        ask!(self, terms(series))
    }

    /// One term.
    pub async fn term(&self, series: SeriesId, term: TermId) -> Result<Option<Versioned<Term>>, StoreError> {
        ask!(self, term(series, term))
    }

    /// The terms with these words as their source; width and case do not matter.
    pub async fn terms_of_source(
        &self,
        series: SeriesId,
        source: &str,
    ) -> Result<Vec<Versioned<Term>>, StoreError> {
        ask!(self, terms_of_source(series, source))
    }

    /// All characters of a series in the order they came, rejected ones included.
    pub async fn characters(&self, series: SeriesId) -> Result<Vec<Versioned<Character>>, StoreError> {
        ask!(self, characters(series))
    }

    /// One character.
    pub async fn character(
        &self,
        series: SeriesId,
        character: CharacterId,
    ) -> Result<Option<Versioned<Character>>, StoreError> {
        ask!(self, character(series, character))
    }

    /// The characters that go by this name in the source, full or alias; width and case do not matter.
    pub async fn characters_named(
        &self,
        series: SeriesId,
        name: &str,
    ) -> Result<Vec<Versioned<Character>>, StoreError> {
        ask!(self, characters_named(series, name))
    }

    /// All memories of a series in the order they came, rejected ones included.
    pub async fn memories(&self, series: SeriesId) -> Result<Vec<Versioned<Memory>>, StoreError> {
        ask!(self, memories(series))
    }

    /// The memories about one thing.
    pub async fn memories_about(
        &self,
        series: SeriesId,
        subject: Subject,
    ) -> Result<Vec<Versioned<Memory>>, StoreError> {
        ask!(self, memories_about(series, subject))
    }

    /// One memory.
    pub async fn memory(
        &self,
        series: SeriesId,
        memory: MemoryId,
    ) -> Result<Option<Versioned<Memory>>, StoreError> {
        ask!(self, memory(series, memory))
    }

    /// The summaries of a book's chapters in reading order.
    pub async fn summaries(&self, book: BookId) -> Result<Vec<Versioned<Summary>>, StoreError> {
        ask!(self, summaries(book))
    }

    /// The summary of a chapter.
    pub async fn summary(
        &self,
        book: BookId,
        chapter: ChapterId,
    ) -> Result<Option<Versioned<Summary>>, StoreError> {
        ask!(self, summary(book, chapter))
    }

    /// The digest of a chapter's source text: what a summary is made from.
    pub async fn chapter_digest(&self, book: BookId, chapter: ChapterId) -> Result<String, StoreError> {
        ask!(self, chapter_digest(book, chapter))
    }

    /// The digests of all chapters of a book, in reading order. This reads the whole source.
    pub async fn chapter_digests(&self, book: BookId) -> Result<Vec<ChapterDigest>, StoreError> {
        ask!(self, chapter_digests(book))
    }

    /// Where a chapter stands in its series.
    pub async fn position_of(&self, book: BookId, chapter: ChapterId) -> Result<StoryPosition, StoreError> {
        ask!(self, position_of(book, chapter))
    }

    /// The chapter that stands at a moment of the series, if there is one.
    pub async fn chapter_at(
        &self,
        series: SeriesId,
        moment: StoryPosition,
    ) -> Result<Option<(BookId, ChapterId)>, StoreError> {
        ask!(self, chapter_at(series, moment))
    }

    /// What a task was told of the series' knowledge, if that was kept.
    pub async fn knowledge_used(&self, task: TaskId) -> Result<Option<KnowledgeUsed>, StoreError> {
        ask!(self, knowledge_used(task))
    }

    /// The translations of a book that were made with entries that say something else now, or without confirmed ones that
    /// came later.
    pub async fn outdated(&self, book: BookId) -> Result<Vec<Outdated>, StoreError> {
        ask!(self, outdated(book))
    }
}
