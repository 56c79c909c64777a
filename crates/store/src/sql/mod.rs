//! All SQL of the workspace: a library in one SQLite file or in a PostgreSQL database, with one logic for both.

mod add;
mod backup;
mod batches;
mod book_notes;
mod budgets;
mod bulk;
mod bundle;
mod chapter_counts;
mod chats;
mod check_notes;
mod claims;
mod comments;
mod copy;
mod db_error;
mod driver;
mod edits;
mod grant;
mod held_claim;
mod history;
mod instructions;
mod key_users;
mod knowledge;
mod language_edition;
mod notices;
mod nul;
mod objects;
mod open;
mod opinion_costs;
mod opinions;
mod original_pieces;
mod people;
mod postgres;
mod private_file;
mod questions;
mod queue;
mod read;
mod readers;
mod rehearsal;
mod review;
mod revise;
mod rows;
mod scope;
mod sealed_keys;
mod search;
mod search_counts;
mod search_pages;
mod stats;
mod step;
mod suggestions;
mod tasks;
mod teamwork;
pub mod testing;
mod titles;
mod transcripts;
mod transfer;
mod trash;
mod undo;
mod version;
mod watcher;
mod work;
mod write_tx;
mod writer;

use crate::change::{AttributedCause, ChangeId, ChangeRecord, Receipt, Undone};
use crate::driver_hook::DriverHook;
use crate::error::StoreError;
use crate::grant::Grant;
use crate::knowledge::{KnowledgeCounts, MovedBook};
use crate::layer::Layer;
use crate::people::PersonId;
use crate::place::is_database;
use crate::presence::Presence;
use crate::record::NewBook;
use crate::revision::{BookRevision, RevisionResult};
use async_recursion::async_recursion as boxed;
pub(crate) use backup::{back_up, restore};
use book::edit::Edit;
use book::id::{BookId, RunId, SeriesId};
use book::language::LanguageTag;
pub(crate) use bundle::bundled_paragraphs;
pub(crate) use chapter_counts::CountedBook;
use chapter_counts::KeptCounts;
pub(crate) use db_error::DbError;
use driver::LentConnections;
pub use driver::LookingConnection;
use held_claim::HeldClaim;
pub use notices::Notices;
use postgres::PgLibrary;
pub(crate) use read::Way;
use rows::BookKey;
use scope::Scope;
use sqlx::SqlitePool;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
pub(crate) use tasks::NoteKind;
pub(crate) use transfer::move_library;
use watcher::Watcher;
use write_tx::WriteTx;
use writer::Writer;

/// The format of a library in either database. Whoever changes the schemas raises it: a library of another format is refused.
pub(crate) const FORMAT: i64 = 30;

/// A handle on an open library; clones share the same connections.
#[derive(Debug, Clone)]
pub(crate) struct SqlLibrary {
    opened: Arc<OpenedLibrary>,
    /// The claim under which everything is written through this handle, in PostgreSQL.
    held_claim: Option<Arc<HeldClaim>>,
    /// The right that everything written through this handle needs.
    grant: Grant,
    /// Where originals are kept, if not in the rows.
    objects: Option<objects::Objects>,
}

/// What all handles of an open library share.
#[derive(Debug)]
pub(crate) struct OpenedLibrary {
    /// Where it is, in words a person may see: the file, or the address of the database without its password.
    place: String,
    database: Database,
    /// Keys of books that were looked up before: they never change and are never given twice.
    keys: Mutex<HashMap<BookId, BookKey>>,
    /// How far the chapters of books are.
    counts: KeptCounts,
}

impl Deref for SqlLibrary {
    type Target = OpenedLibrary;

    fn deref(&self) -> &OpenedLibrary {
        &self.opened
    }
}

/// The databases a library can live in.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of them for each open library")]
enum Database {
    Sqlite(SqliteFile),
    Postgres(PgLibrary),
}

/// An open library file.
///
/// There is one writing connection per process, so that writers queue here in order instead of meeting in the file;
/// between processes every write begins with `BEGIN IMMEDIATE` and waits its turn.
#[derive(Debug)]
struct SqliteFile {
    path: PathBuf,
    writer: Writer,
    readers: SqlitePool,
    /// In place of the pool, where a hook sees every statement first.
    lent: Option<(LentConnections, Arc<dyn DriverHook>)>,
    watcher: Watcher,
}

/// How far an import is: paragraphs done and paragraphs in all.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64, u64) + Send + Sync);

impl SqlLibrary {
    /// A first handle, of the process that opened the library.
    fn of_process(place: String, database: Database) -> Self {
        let opened = OpenedLibrary { place, database, keys: Mutex::default(), counts: KeptCounts::default() };
        Self { opened: Arc::new(opened), held_claim: None, grant: Grant::Process, objects: None }
    }

    /// Opens the library in this file, or in the database of this address; makes it if there is none.
    pub(crate) async fn open(place: &Path) -> Result<Self, StoreError> {
        match place.to_str().filter(|place| is_database(place)) {
            Some(address) => Self::open_database(address).await,
            None => Self::open_file(place, None).await,
        }
    }

    /// The same for a file, with a hook that sees every statement first.
    pub(crate) async fn open_hooked(path: &Path, hook: Arc<dyn DriverHook>) -> Result<Self, StoreError> {
        Self::open_file(path, Some(hook)).await
    }

    pub(crate) async fn add_book(
        &self,
        new: &NewBook<'_>,
        progress: Progress<'_>,
    ) -> Result<BookId, StoreError> {
        let original = self.keep_original(new.original).await?;
        let mut tx = self.begin_exclusive(Scope::Import(new.original)).await?;
        let done = match self.still_kept(new.original, &original).await {
            Ok(()) => add::add_book(&mut tx, new, &original, self.grant, progress).await,
            Err(error) => Err(error),
        };
        self.end(tx, done).await
    }

    pub(crate) async fn revise_book(
        &self,
        revision: &BookRevision<'_>,
        person: Option<PersonId>,
        progress: Progress<'_>,
    ) -> Result<RevisionResult, StoreError> {
        let original = self.keep_original(revision.original).await?;
        let mut tx = self.begin_exclusive(Scope::ImportInto(revision.book)).await?;
        let done = match self.still_kept(revision.original, &original).await {
            Ok(()) => revise::revise_book(&mut tx, revision, person, self, &original, progress).await,
            Err(error) => Err(error),
        };
        self.end(tx, done).await
    }

    pub(crate) async fn set_target_language(
        &self,
        book: BookId,
        language: &LanguageTag,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = language_edition::set_target_language(&mut tx, book, language, self.grant, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn add_language_edition(
        &self,
        book: BookId,
        language: &LanguageTag,
        now_ms: i64,
    ) -> Result<BookId, StoreError> {
        let bytes = self.original(book).await?;
        let original = self.keep_original(&bytes).await?;
        let mut tx = self.begin_exclusive(Scope::Whole).await?;
        let done = match self.still_kept(&bytes, &original).await {
            Ok(()) => {
                language_edition::add(&mut tx, (book, language), (&bytes, &original), self.grant, now_ms)
                    .await
            }
            Err(error) => Err(error),
        };
        self.end(tx, done).await
    }

    pub(crate) async fn move_book(
        &self,
        book: BookId,
        series: &str,
        now_ms: i64,
    ) -> Result<MovedBook, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = add::move_book(&mut tx, book, series, self.grant, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn commit(
        &self,
        layer: Layer,
        book: BookId,
        edits: &[Edit],
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Receipt, StoreError> {
        let moves = edits.iter().any(|edit| matches!(edit, Edit::SetTargetLanguage { .. }));
        let mut tx = self.begin(if moves { Scope::Whole } else { Scope::Book(book) }).await?;
        let overruling = edits::Overruling::by(&cause.who);
        let done = edits::commit(&mut tx, layer, book, edits, cause, overruling, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn commit_together(
        &self,
        of_books: &[(BookId, Vec<Edit>)],
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Vec<(BookId, Receipt)>, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = edits::commit_together(&mut tx, of_books, cause, now_ms).await;
        self.end(tx, done).await
    }

    // An undo may put a book back into another series.
    pub(crate) async fn undo(
        &self,
        change: ChangeId,
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = undo::undo(&mut tx, change, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_own(
        &self,
        book: BookId,
        change: Option<ChangeId>,
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = undo::undo_own(&mut tx, book, change, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_last(
        &self,
        book: BookId,
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = undo::undo_last(&mut tx, book, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn undo_run(
        &self,
        run: RunId,
        cause: AttributedCause<'_>,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = undo::undo_run(&mut tx, run, cause, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn changes(&self, book: BookId, limit: u32) -> Result<Vec<ChangeRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(history::changes(&mut reader, book, limit).await)
    }

    pub(crate) async fn remove_series(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = knowledge::remove_series(&mut tx, series).await;
        self.end_erasing(tx, done).await
    }

    /// Where the library is, as it may be shown.
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// The file of the library, if it is in one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.database {
            Database::Sqlite(file) => Some(&file.path),
            Database::Postgres(_) => None,
        }
    }

    pub(crate) fn announce(&self, name: &str) -> Option<Presence> {
        match &self.database {
            Database::Sqlite(_) => None,
            Database::Postgres(library) => library.announce(name),
        }
    }

    pub(crate) fn is_absent(&self, name: &str) -> bool {
        match &self.database {
            Database::Sqlite(_) => false,
            Database::Postgres(library) => library.is_absent(name),
        }
    }

    pub(crate) async fn close(&self) {
        match &self.database {
            Database::Sqlite(file) => {
                file.readers.close().await;
                file.watcher.close().await;
                file.writer.close().await;
            }
            Database::Postgres(library) => library.close().await,
        }
    }

    /// Waits for a turn to write. It is refused unless this handle still has its right and its claim.
    #[boxed]
    async fn begin<'a>(&'a self, scope: Scope<'a>) -> Result<WriteTx, StoreError> {
        let begun = self.begin_unverified(scope).await;
        self.map_db_error(self.verified(begun, scope).await)
    }

    /// The same for what this process notes of its own work: sessions, claims, money spent. It goes on for a member whose
    /// right is gone, so that a run of theirs comes to rest.
    #[boxed]
    async fn begin_as_process<'a>(&'a self, scope: Scope<'a>) -> Result<WriteTx, StoreError> {
        let begun = self.begin_unverified(scope).await;
        self.map_db_error(self.held(begun).await)
    }

    /// Waits for a turn that may take long.
    #[boxed]
    async fn begin_exclusive<'a>(&'a self, scope: Scope<'a>) -> Result<WriteTx, StoreError> {
        let begun = match &self.database {
            Database::Sqlite(file) => self.not_moved(file.writer.begin_exclusive().await).await,
            Database::Postgres(library) => library.begin_exclusive(scope).await.map(WriteTx::Postgres),
        };
        self.map_db_error(self.verified(begun, scope).await)
    }

    async fn begin_unverified(&self, scope: Scope<'_>) -> Result<WriteTx, DbError> {
        match &self.database {
            Database::Sqlite(file) => self.not_moved(file.writer.begin().await).await,
            Database::Postgres(library) => library.begin(scope).await.map(WriteTx::Postgres),
        }
    }

    /// A turn to write, if this handle still has its right and its claim.
    async fn verified(&self, begun: Result<WriteTx, DbError>, scope: Scope<'_>) -> Result<WriteTx, DbError> {
        let mut tx = self.held(begun).await?;
        match self.grant.verify(&mut tx, scope).await {
            Ok(()) => Ok(tx),
            Err(refusal) => tx.end(Err(refusal)).await,
        }
    }

    /// Ends a write transaction: commits on success, rolls back everything on an error.
    async fn end<T>(&self, tx: WriteTx, done: Result<T, DbError>) -> Result<T, StoreError> {
        self.map_db_error(tx.end(done).await)
    }

    /// The same for what is deleted for good: in a file nothing of it is left in the log either. Readers at work may keep the
    /// log a while longer.
    async fn end_erasing<T>(&self, tx: WriteTx, done: Result<T, DbError>) -> Result<T, StoreError> {
        let done = self.end(tx, done).await?;
        if let Database::Sqlite(file) = &self.database
            && let Err(error) = file.writer.empty_log().await
        {
            tracing::warn!(?error, "what was deleted may still be in the log of the library");
        }
        Ok(done)
    }

    fn map_db_error<T>(&self, read: Result<T, DbError>) -> Result<T, StoreError> {
        read.map_err(|db_error| self.explain(db_error))
    }
}

/// A file as it is shown.
fn display_path(path: &Path) -> String {
    path.display().to_string()
}
