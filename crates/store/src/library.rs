//! The read-only view of a library: what tools, listings and exports may ask, and nothing that could change a book.

use crate::bundle::BookRows;
use crate::change::ChangeRecord;
use crate::error::StoreError;
use crate::layer::{Layer, Layered};
use crate::record::{
    AcknowledgementRecord, BookState, BookSummary, ChapterRecord, CommentRecord, FormerSource, NoteChoice,
    OpinionCost, OpinionRecord, ParagraphPosition, ParagraphRecord, Suggestion, TrashedBook, VersionRecord,
};
use crate::search::{MatchCounts, SearchPage, SearchQuery};
use crate::sql::{NoteKind, SqlLibrary, Way};
use crate::work::{LedgerRow, RunRecord, TaskNote, TaskRecord};
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId, RunId, TaskId, VersionId};
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::text::version::REHEARSAL;
use book::work::checked::CheckNote;
use std::ops::Range;
use std::sync::Arc;

/// A library to read from. Clones share one set of connections.
#[derive(Debug, Clone)]
pub struct Library {
    pub(crate) backend: Arc<SqlLibrary>,
    pub(crate) layer: Layer,
}

impl Library {
    /// The same library as a rehearsal sees it: what it wrote stands where there is no translation.
    #[must_use]
    pub fn rehearsing(&self) -> Self {
        Self { backend: Arc::clone(&self.backend), layer: Layer::Rehearsal }
    }

    /// All books, in the order they came.
    #[boxed]
    pub async fn books(&self) -> Result<Vec<BookSummary>, StoreError> {
        Ok(self.backend.books().await?.in_layer(self.layer))
    }

    /// The books in the trash, the latest first.
    #[boxed]
    pub async fn trashed_books(&self) -> Result<Vec<TrashedBook>, StoreError> {
        self.backend.trashed_books().await
    }

    /// One book.
    #[boxed]
    pub async fn book(&self, book: BookId) -> Result<BookSummary, StoreError> {
        Ok(self.backend.book(book).await?.in_layer(self.layer))
    }

    /// The book that was imported from a file with exactly these bytes and is, or may be, translated into a language.
    #[boxed]
    pub async fn book_of_file(
        &self,
        bytes: &[u8],
        target: Option<&LanguageTag>,
    ) -> Result<Option<BookSummary>, StoreError> {
        match self.backend.book_of_file(bytes, target).await? {
            Some(book) => self.book(book).await.map(Some),
            None => Ok(None),
        }
    }

    /// A book with everything that belongs to it, as rows.
    #[boxed]
    pub async fn book_rows(&self, book: BookId) -> Result<BookRows, StoreError> {
        self.backend.book_rows(book).await
    }

    /// The file a book came from, byte for byte.
    #[boxed]
    pub async fn original(&self, book: BookId) -> Result<Vec<u8>, StoreError> {
        self.backend.original(book).await
    }

    /// The chapters of a book in reading order.
    #[boxed]
    pub async fn chapters(&self, book: BookId) -> Result<Vec<ChapterRecord>, StoreError> {
        Ok(self.backend.chapters(book).await?.in_layer(self.layer))
    }

    /// The state of a book's text and translations.
    #[boxed]
    pub async fn state(&self, book: BookId) -> Result<BookState, StoreError> {
        self.backend.state(book).await
    }

    /// One chapter.
    #[boxed]
    pub async fn chapter(&self, book: BookId, chapter: ChapterId) -> Result<ChapterRecord, StoreError> {
        Ok(self.backend.chapter(book, chapter).await?.in_layer(self.layer))
    }

    /// The paragraphs of a chapter whose index is in `range`, empty ones included.
    #[boxed]
    pub async fn chapter_paragraphs(
        &self,
        book: BookId,
        chapter: ChapterId,
        range: Range<u32>,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.chapter_paragraphs(book, chapter, range).await?.in_layer(self.layer))
    }

    /// The paragraphs from one to another of the same chapter, empty ones included, and up to this many beyond either end.
    #[boxed]
    pub async fn stretch(
        &self,
        book: BookId,
        ends: (ParagraphId, ParagraphId),
        beyond: u32,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.stretch(book, ends, beyond).await?.in_layer(self.layer))
    }

    /// Every paragraph of a book in reading order, empty ones included.
    #[boxed]
    pub async fn all_paragraphs(&self, book: BookId) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.all_paragraphs(book).await?.in_layer(self.layer))
    }

    /// Those of these paragraphs that the book has, in no order.
    #[boxed]
    pub async fn paragraphs(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.paragraphs(book, paragraphs).await?.in_layer(self.layer))
    }

    /// All of them one by one, for a book that is too long to hold twice: all as they are at one moment.
    // Not boxed: it takes any closure of the caller.
    pub async fn each_paragraph(
        &self,
        book: BookId,
        mut take: impl FnMut(ParagraphRecord) + Send,
    ) -> Result<(), StoreError> {
        let layer = self.layer;
        self.backend.each_paragraph(book, |paragraph| take(paragraph.in_layer(layer))).await
    }

    /// One paragraph.
    #[boxed]
    pub async fn paragraph(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<ParagraphRecord, StoreError> {
        Ok(self.backend.paragraph(book, paragraph).await?.in_layer(self.layer))
    }

    /// At most `count` paragraphs with text after this one, nearest first, across chapters.
    #[boxed]
    pub async fn next_paragraphs(
        &self,
        book: BookId,
        paragraph: ParagraphId,
        count: u32,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.neighbours(book, paragraph, Way::Forward, count).await?.in_layer(self.layer))
    }

    /// At most `count` paragraphs with text before this one, nearest first, across chapters.
    #[boxed]
    pub async fn previous_paragraphs(
        &self,
        book: BookId,
        paragraph: ParagraphId,
        count: u32,
    ) -> Result<Vec<ParagraphRecord>, StoreError> {
        Ok(self.backend.neighbours(book, paragraph, Way::Back, count).await?.in_layer(self.layer))
    }

    /// Where a paragraph stands in its chapter.
    #[boxed]
    pub async fn position(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<ParagraphPosition, StoreError> {
        self.backend.position(book, paragraph).await
    }

    /// All versions of a paragraph, oldest first.
    #[boxed]
    pub async fn versions(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<VersionRecord>, StoreError> {
        self.backend.versions(book, paragraph).await
    }

    /// What a paragraph said in earlier editions, oldest first. A paragraph the book no longer has is known here too.
    #[boxed]
    pub async fn former_sources(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<FormerSource>, StoreError> {
        self.backend.former_sources(book, paragraph).await
    }

    /// The paragraphs that newer editions took out of a book, with what they said last.
    #[boxed]
    pub async fn retired_paragraphs(&self, book: BookId) -> Result<Vec<(ParagraphId, Marked)>, StoreError> {
        self.backend.retired_paragraphs(book).await
    }

    /// Whether a book was made of exactly this file before a newer edition came.
    #[boxed]
    pub async fn was_made_of(&self, book: BookId, original: &[u8]) -> Result<bool, StoreError> {
        self.backend.was_made_of(book, original).await
    }

    /// How many newer editions of a book were imported after the first.
    #[boxed]
    pub async fn revision(&self, book: BookId) -> Result<u32, StoreError> {
        self.backend.revision(book).await
    }

    /// How many translations of a book were made from other words than it says now, or into another language.
    #[boxed]
    pub async fn n_stale(&self, book: BookId) -> Result<u32, StoreError> {
        self.backend.n_stale(book).await
    }

    /// How many of the stale translations have a newer version beside them that waits for a person.
    #[boxed]
    pub async fn n_newer_waiting(&self, book: BookId) -> Result<u32, StoreError> {
        self.backend.n_newer_waiting(book).await
    }

    /// The models whose words are selected in a book, those with most paragraphs first.
    #[boxed]
    pub async fn models_of(&self, book: BookId) -> Result<Vec<String>, StoreError> {
        match self.layer {
            Layer::Translation => self.backend.models_of(book).await,
            Layer::Rehearsal => Ok(vec![REHEARSAL.to_owned()]),
        }
    }

    /// Suggestions that wait for a person, in reading order.
    #[boxed]
    pub async fn suggestions(&self, book: BookId) -> Result<Vec<Suggestion>, StoreError> {
        self.backend.suggestions(book).await
    }

    /// What checks said about the versions of a paragraph when they were made, where they had something to say.
    #[boxed]
    pub async fn check_notes(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<(VersionId, CheckNote)>, StoreError> {
        self.backend.check_notes(book, paragraph).await
    }

    /// The findings a person lets stand, in reading order; whether each still holds depends on the words.
    #[boxed]
    pub async fn acknowledgements(&self, book: BookId) -> Result<Vec<AcknowledgementRecord>, StoreError> {
        self.backend.acknowledgements(book).await
    }

    /// What models that were asked think of a book's translations, in reading order; whether each still holds depends on
    /// the words.
    #[boxed]
    pub async fn opinions(&self, book: BookId) -> Result<Vec<OpinionRecord>, StoreError> {
        self.backend.opinions(book).await
    }

    /// What people say about a book's paragraphs, in reading order, settled or not.
    #[boxed]
    pub async fn comments(&self, book: BookId) -> Result<Vec<CommentRecord>, StoreError> {
        self.backend.comments(book).await
    }

    /// What people said about one paragraph, in order.
    #[boxed]
    pub async fn paragraph_comments(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<CommentRecord>, StoreError> {
        self.backend.paragraph_comments(book, paragraph).await
    }

    /// What asking models for second opinions on a book has cost, by model.
    #[boxed]
    pub async fn opinion_costs(&self, book: BookId) -> Result<Vec<OpinionCost>, StoreError> {
        self.backend.opinion_costs(book).await
    }

    /// How a translator's notes are exported in a book, if a person decided that for it.
    #[boxed]
    pub async fn book_notes(&self, book: BookId) -> Result<Option<NoteChoice>, StoreError> {
        self.backend.book_notes(book).await
    }

    /// The paragraphs of a book that contain what is looked for, in reading order.
    #[boxed]
    pub async fn search(&self, book: BookId, query: &SearchQuery) -> Result<SearchPage, StoreError> {
        self.backend.search(book, query).await
    }

    /// Does what the first search of a book after many changes would have to do, for about this many paragraphs, and says how
    /// many pages of text were made. What was prepared stays prepared until its text changes.
    #[boxed]
    pub async fn prepare_search(&self, book: BookId, n_paragraphs: u32) -> Result<usize, StoreError> {
        self.backend.prepare_search(book, n_paragraphs).await
    }

    /// How often what is looked for stands in a book, counted in at most as many paragraphs as the query is limited to.
    #[boxed]
    pub async fn search_counts(&self, book: BookId, query: &SearchQuery) -> Result<MatchCounts, StoreError> {
        self.backend.search_counts(book, query).await
    }

    /// The latest changes of a book, newest first.
    #[boxed]
    pub async fn changes(&self, book: BookId, limit: u32) -> Result<Vec<ChangeRecord>, StoreError> {
        self.backend.changes(book, limit).await
    }

    /// One run.
    #[boxed]
    pub async fn run(&self, run: RunId) -> Result<RunRecord, StoreError> {
        self.backend.run(run).await
    }

    /// All runs, or those of one book, newest first.
    #[boxed]
    pub async fn runs(&self, book: Option<BookId>) -> Result<Vec<RunRecord>, StoreError> {
        self.backend.runs(book).await
    }

    /// One task.
    #[boxed]
    pub async fn task(&self, task: TaskId) -> Result<TaskRecord, StoreError> {
        self.backend.task(task).await
    }

    /// All tasks of a run, oldest first.
    #[boxed]
    pub async fn tasks(&self, run: RunId) -> Result<Vec<TaskRecord>, StoreError> {
        self.backend.tasks(run).await
    }

    /// The tasks of a run that have not ended, oldest first.
    #[boxed]
    pub async fn unfinished_tasks(&self, run: RunId) -> Result<Vec<TaskRecord>, StoreError> {
        self.backend.unfinished_tasks(run).await
    }

    /// The transcript of a task, line by line, each one JSON.
    #[boxed]
    pub async fn transcript(&self, task: TaskId) -> Result<Vec<String>, StoreError> {
        self.backend.transcript(task).await
    }

    /// The batches of requests a run has handed in, as they were kept, oldest first.
    #[boxed]
    pub async fn batches(&self, run: RunId) -> Result<Vec<String>, StoreError> {
        self.backend.batches(run).await
    }

    /// The state of each paragraph assigned to a task, in the order of assignment.
    #[boxed]
    pub async fn ledger(&self, task: TaskId) -> Result<Vec<LedgerRow>, StoreError> {
        self.backend.ledger(task).await
    }

    /// The todos of a task, by number.
    #[boxed]
    pub async fn todos(&self, task: TaskId) -> Result<Vec<TaskNote>, StoreError> {
        self.backend.notes(NoteKind::Todo, task).await
    }

    /// The questions a task has asked, by number.
    #[boxed]
    pub async fn questions(&self, task: TaskId) -> Result<Vec<TaskNote>, StoreError> {
        self.backend.notes(NoteKind::Question, task).await
    }
}
