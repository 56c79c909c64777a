//! A library in one SQLite file: one writing connection, several reading ones, and every SQL word of the house.

mod add;
mod chats;
mod claims;
mod edits;
mod fault;
mod glance;
mod history;
mod instructions;
mod knowledge;
mod many;
mod open;
mod pages;
mod read;
mod reviewed;
mod revise;
mod rows;
mod search;
mod step;
mod suggestions;
mod tasks;
mod titles;
mod undo;
mod writer;

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
use crate::knowledge::{KnowledgeCounts, RemovedBook};
use crate::record::NewBook;
use crate::revision::{Revised, Revision};
use crate::work::{Claim, NewRun, NewTask, Step, TaskNote};
use book::edit::Edit;
use book::id::{BookId, RunId, SeriesId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::language::LanguageTag;
pub(crate) use fault::Fault;
pub(crate) use read::Way;
use rows::BookKey;
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqlitePool};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
pub(crate) use tasks::NoteKind;
use writer::{Turn, Writer};

/// An open library file.
///
/// There is one writing connection per process, so that writers queue here in order instead of meeting in the file;
/// between processes every write begins with `BEGIN IMMEDIATE` and waits its turn.
#[derive(Debug)]
pub(crate) struct SqliteLibrary {
    path: PathBuf,
    writer: Writer,
    readers: SqlitePool,
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
        let mut turn = self.begin_long().await?;
        let done = add::add_book(&mut turn, new, progress).await;
        self.end(turn, done).await
    }

    pub(crate) async fn revise_book(
        &self,
        revision: &Revision<'_>,
        progress: Progress<'_>,
    ) -> Result<Revised, StoreError> {
        let mut turn = self.begin_long().await?;
        let done = revise::revise_book(&mut turn, revision, progress).await;
        self.end(turn, done).await
    }

    pub(crate) async fn remove_book(&self, book: BookId) -> Result<RemovedBook, StoreError> {
        let mut turn = self.begin_long().await?;
        let done = add::remove_book(&mut turn, book).await;
        self.end(turn, done).await
    }

    pub(crate) async fn set_target_language(
        &self,
        book: BookId,
        language: &LanguageTag,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = add::set_target_language(&mut turn, book, language).await;
        self.end(turn, done).await
    }

    pub(crate) async fn commit(
        &self,
        book: BookId,
        edits: &[Edit],
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Receipt, StoreError> {
        let mut turn = self.begin().await?;
        let done = edits::commit(&mut turn, book, edits, cause, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn undo(
        &self,
        change: ChangeId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut turn = self.begin().await?;
        let done = undo::undo(&mut turn, change, cause, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn undo_last(
        &self,
        book: BookId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut turn = self.begin().await?;
        let done = undo::undo_last(&mut turn, book, cause, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn undo_run(
        &self,
        run: RunId,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut turn = self.begin().await?;
        let done = undo::undo_run(&mut turn, run, cause, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn changes(&self, book: BookId, limit: u32) -> Result<Vec<ChangeRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.told(history::changes(&mut reader, book, limit).await)
    }

    pub(crate) async fn create_run(&self, new: &NewRun<'_>) -> Result<RunId, StoreError> {
        let mut turn = self.begin().await?;
        let done = tasks::create_run(&mut turn, new).await;
        self.end(turn, done).await
    }

    pub(crate) async fn finish_run(
        &self,
        run: RunId,
        outcome: Option<&str>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = tasks::finish_run(&mut turn, run, outcome, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn create_task(&self, new: &NewTask<'_>) -> Result<TaskId, StoreError> {
        let mut turn = self.begin().await?;
        let done = tasks::create_task(&mut turn, new).await;
        self.end(turn, done).await
    }

    /// An id for a task that is recorded with its first step.
    pub(crate) fn fresh_task_id(&self) -> Result<TaskId, StoreError> {
        self.told(tasks::fresh_task_id())
    }

    pub(crate) async fn commit_step(&self, step: &Step<'_>) -> Result<Receipt, StoreError> {
        let mut turn = self.begin().await?;
        let done = step::commit_step(&mut turn, step).await;
        self.end(turn, done).await
    }

    pub(crate) async fn remove_series(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        let mut turn = self.begin().await?;
        let done = knowledge::remove_series(&mut turn, series).await;
        self.end(turn, done).await
    }

    pub(crate) async fn note_knowledge_used(
        &self,
        task: TaskId,
        used: &KnowledgeUsed,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = knowledge::remember_for(&mut turn, task, used).await;
        self.end(turn, done).await
    }

    pub(crate) async fn put_note(
        &self,
        kind: NoteKind,
        task: TaskId,
        note: &TaskNote,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = step::put_note_of(&mut turn, kind, task, note, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn claim_book(&self, claim: &Claim<'_>, now_ms: i64) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = claims::claim_book(&mut turn, claim, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn renew_claim(&self, claim: &Claim<'_>) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = claims::renew_claim(&mut turn, claim).await;
        self.end(turn, done).await
    }

    pub(crate) async fn release_book(
        &self,
        book: BookId,
        run: RunId,
        holder: &str,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin().await?;
        let done = claims::release_book(&mut turn, book, run, holder).await;
        self.end(turn, done).await
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(|error| self.explain(error.into()))
    }

    /// Waits for a turn to write.
    async fn begin(&self) -> Result<Turn, StoreError> {
        self.told(self.writer.turn().await)
    }

    /// Waits for a turn that may take long.
    async fn begin_long(&self) -> Result<Turn, StoreError> {
        self.told(self.writer.long_turn().await)
    }

    /// Ends a turn with what came of it; a fault takes back everything it did.
    async fn end<T>(&self, turn: Turn, done: Result<T, Fault>) -> Result<T, StoreError> {
        self.told(turn.end(done).await)
    }

    fn told<T>(&self, read: Result<T, Fault>) -> Result<T, StoreError> {
        read.map_err(|fault| self.explain(fault))
    }
}
