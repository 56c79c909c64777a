//! A library in one SQLite file: one writing connection, several reading ones, and all SQL of the workspace.

mod add;
mod backup;
mod batches;
mod book_notes;
mod bulk;
mod bundle;
mod chats;
mod check_notes;
mod claims;
mod comments;
mod copy;
mod db_error;
mod edits;
mod history;
mod instructions;
mod knowledge;
mod open;
mod opinion_costs;
mod opinions;
mod read;
mod rehearsal;
mod review;
mod revise;
mod rows;
mod search;
mod search_pages;
mod stats;
mod step;
mod suggestions;
mod tasks;
mod titles;
mod transcripts;
mod undo;
mod version;
mod watcher;
mod writer;

#[cfg(test)]
mod copy_tests;
#[cfg(test)]
mod disk_tests;
#[cfg(test)]
mod migration_tests;
#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod writer_tests;

use crate::change::{Cause, ChangeId, ChangeRecord, Receipt, Undone};
use crate::error::StoreError;
use crate::knowledge::{KnowledgeCounts, MovedBook, RemovedBook};
use crate::layer::Layer;
use crate::record::NewBook;
use crate::revision::{Revised, Revision};
use crate::work::{Claim, NewRun, NewTask, RunNote, Step, TaskNote};
pub(crate) use backup::{back_up, restore};
use book::edit::Edit;
use book::id::{BookId, RunId, SeriesId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::language::LanguageTag;
use book::work::outcome::RunOutcome;
pub(crate) use bundle::bundled_paragraphs;
pub(crate) use db_error::DbError;
pub(crate) use read::Way;
use rows::BookKey;
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqlitePool};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
pub(crate) use tasks::NoteKind;
use watcher::Watcher;
use writer::{WriteTx, Writer};

/// An open library file.
///
/// There is one writing connection per process, so that writers queue here in order instead of meeting in the file;
/// between processes every write begins with `BEGIN IMMEDIATE` and waits its turn.
#[derive(Debug)]
pub(crate) struct SqliteLibrary {
    path: PathBuf,
    /// The copy that was kept when this library was brought to a newer format as it was opened.
    copy_before_update: Option<PathBuf>,
    writer: Writer,
    readers: SqlitePool,
    watcher: Watcher,
    /// Keys of books that were looked up before: they never change and are never given twice.
    keys: Mutex<HashMap<BookId, BookKey>>,
}

/// How far an import is: paragraphs done and paragraphs in all.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64, u64) + Send + Sync);

impl SqliteLibrary {
    pub(crate) async fn add_book(
        &self,
        new: &NewBook<'_>,
        progress: Progress<'_>,
    ) -> Result<BookId, StoreError> {
        let mut tx = self.begin_exclusive().await?;
        let done = add::add_book(&mut tx, new, progress).await;
        self.end(tx, done).await
    }

    pub(crate) async fn revise_book(
        &self,
        revision: &Revision<'_>,
        progress: Progress<'_>,
    ) -> Result<Revised, StoreError> {
        let mut tx = self.begin_exclusive().await?;
        let done = revise::revise_book(&mut tx, revision, progress).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_book(&self, book: BookId, now_ms: i64) -> Result<RemovedBook, StoreError> {
        let mut tx = self.begin_exclusive().await?;
        let done = add::remove_book(&mut tx, book, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn set_target_language(
        &self,
        book: BookId,
        language: &LanguageTag,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = add::set_target_language(&mut tx, book, language, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn move_book(
        &self,
        book: BookId,
        series: &str,
        now_ms: i64,
    ) -> Result<MovedBook, StoreError> {
        let mut tx = self.begin().await?;
        let done = add::move_book(&mut tx, book, series, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn commit(
        &self,
        layer: Layer,
        book: BookId,
        edits: &[Edit],
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Receipt, StoreError> {
        let mut tx = self.begin().await?;
        let overruling = edits::Overruling::by(&cause.who);
        let done = edits::commit(&mut tx, layer, book, edits, cause, overruling, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo(
        &self,
        change: ChangeId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin().await?;
        let done = undo::undo(&mut tx, change, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_own(
        &self,
        book: BookId,
        change: Option<ChangeId>,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin().await?;
        let done = undo::undo_own(&mut tx, book, change, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_last(
        &self,
        book: BookId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin().await?;
        let done = undo::undo_last(&mut tx, book, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_run(
        &self,
        run: RunId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin().await?;
        let done = undo::undo_run(&mut tx, run, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn changes(&self, book: BookId, limit: u32) -> Result<Vec<ChangeRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(history::changes(&mut reader, book, limit).await)
    }

    pub(crate) async fn create_run(&self, new: &NewRun<'_>) -> Result<RunId, StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::create_run(&mut tx, new).await;
        self.end(tx, done).await
    }

    pub(crate) async fn finish_run(
        &self,
        run: RunId,
        outcome: Option<RunOutcome>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::finish_run(&mut tx, run, outcome, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn note_run(&self, run: RunId, note: RunNote<'_>) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::note_run(&mut tx, run, note).await;
        self.end(tx, done).await
    }

    pub(crate) async fn begin_run_session(&self, run: RunId) -> Result<u64, StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::begin_session(&mut tx, run).await;
        self.end(tx, done).await
    }

    pub(crate) async fn end_run_session(
        &self,
        run: RunId,
        n_sessions: u64,
        last_event: u64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::end_session(&mut tx, run, n_sessions, last_event).await;
        self.end(tx, done).await
    }

    pub(crate) async fn begin_serving(&self) -> Result<u64, StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::begin_serving(&mut tx).await;
        self.end(tx, done).await
    }

    pub(crate) async fn create_task(&self, new: &NewTask<'_>) -> Result<TaskId, StoreError> {
        let mut tx = self.begin().await?;
        let done = tasks::create_task(&mut tx, new).await;
        self.end(tx, done).await
    }

    /// An id for a task that is recorded with its first step.
    pub(crate) fn fresh_task_id(&self) -> Result<TaskId, StoreError> {
        self.map_db_error(tasks::fresh_task_id())
    }

    pub(crate) async fn commit_step(&self, layer: Layer, step: &Step<'_>) -> Result<Receipt, StoreError> {
        let mut tx = self.begin().await?;
        let done = step::commit_step(&mut tx, layer, step).await;
        self.end(tx, done).await
    }

    pub(crate) async fn commit_steps(&self, layer: Layer, steps: &[Step<'_>]) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = step::commit_steps(&mut tx, layer, steps).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_series(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        let mut tx = self.begin().await?;
        let done = knowledge::remove_series(&mut tx, series).await;
        self.end(tx, done).await
    }

    pub(crate) async fn note_knowledge_used(
        &self,
        task: TaskId,
        used: &KnowledgeUsed,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = knowledge::remember_for(&mut tx, task, used).await;
        self.end(tx, done).await
    }

    pub(crate) async fn put_note(
        &self,
        kind: NoteKind,
        task: TaskId,
        note: &TaskNote,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = step::put_note_of(&mut tx, kind, task, note, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn claim_book(&self, claim: &Claim<'_>, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = claims::claim_book(&mut tx, claim, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn renew_claim(&self, claim: &Claim<'_>) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = claims::renew_claim(&mut tx, claim).await;
        self.end(tx, done).await
    }

    pub(crate) async fn release_book(
        &self,
        book: BookId,
        run: RunId,
        holder: &str,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let done = claims::release_book(&mut tx, book, run, holder).await;
        self.end(tx, done).await
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn copy_before_update(&self) -> Option<&Path> {
        self.copy_before_update.as_deref()
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.watcher.close().await;
        self.writer.close().await;
    }

    async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(|error| self.explain(error.into()))
    }

    /// Waits for a turn to write.
    async fn begin(&self) -> Result<WriteTx, StoreError> {
        self.map_db_error(self.writer.begin().await)
    }

    /// Waits for a turn that may take long.
    async fn begin_exclusive(&self) -> Result<WriteTx, StoreError> {
        self.map_db_error(self.writer.begin_exclusive().await)
    }

    /// Ends a turn with what came of it; a fault takes back everything it did.
    async fn end<T>(&self, tx: WriteTx, done: Result<T, DbError>) -> Result<T, StoreError> {
        self.map_db_error(tx.end(done).await)
    }

    fn map_db_error<T>(&self, read: Result<T, DbError>) -> Result<T, StoreError> {
        read.map_err(|db_error| self.explain(db_error))
    }
}
