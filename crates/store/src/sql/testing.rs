//! What only the tests of this crate need: the texts of statements, a page of the search, and turns to write.

pub use super::bulk::n_together;
use super::driver::{InsertRows, Sql, Value, query_built};
use super::scope::Scope;
use super::write_tx::WriteTx;
use super::writer::Writer;
use super::{Database, DbError, SqlLibrary};
use super::{chapter_counts, knowledge, read, search_pages, suggestions, tasks};
use crate::error::StoreError;
pub use crate::search::needles::{Needles, PageText, fold, is_its_own_fold};
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use sqlx::AssertSqlSafe;
use std::sync::Arc;
use std::time::Duration;

/// A statement whose plan is looked at, in the words of both databases.
#[derive(Debug, Clone, Copy)]
pub struct PlannedStatement {
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

macro_rules! planned {
    ($($module:ident::$name:ident,)*) => {
        [$(PlannedStatement::new(stringify!($name), $module::$name),)*]
    };
}

impl PlannedStatement {
    /// The statement that has this name in the source.
    pub fn named(name: &str) -> Option<Self> {
        let all = planned![
            chapter_counts::COUNTS_OF_BOOKS,
            chapter_counts::COUNTS_OF_CHAPTERS,
            knowledge::ALL_OF_KIND,
            knowledge::FOUND,
            knowledge::OF_BOOK,
            knowledge::ONE,
            read::CHAPTER_PAGE,
            read::CHAPTERS,
            read::NEXT,
            read::ONE_PARAGRAPH,
            read::POSITION,
            read::PREVIOUS,
            read::STRETCH,
            read::VERSIONS,
            read::WHOLE_BOOK,
            search_pages::SOURCE_PAGE_KEYS,
            search_pages::SOURCE_PAGES,
            search_pages::SOURCES,
            search_pages::TRANSLATION_PAGE_KEYS,
            search_pages::TRANSLATION_PAGES,
            search_pages::TRANSLATIONS,
            suggestions::WAITING,
            tasks::RUNS_OF_BOOK,
        ];
        all.into_iter().find(|statement| statement.name == name)
    }

    fn new(name: &'static str, sql: impl Into<Sql>) -> Self {
        let Sql { sqlite, postgres } = sql.into();
        Self { name, sqlite, postgres }
    }
}

/// An `INSERT` of rows as SQLite and PostgreSQL get it, each with the number of its values.
pub fn insert_texts(into: &str, rows: &[[Option<i64>; 2]]) -> [(String, usize); 2] {
    let insert = || {
        let mut insert = InsertRows::new(into);
        for row in rows {
            insert.row(row.map(|value| value.map_or(Value::Null, Value::from)));
        }
        insert
    };
    [insert().sqlite_text(), insert().postgres_text()]
}

/// A turn to write.
#[derive(Debug)]
pub struct WriteTurn {
    library: Arc<SqlLibrary>,
    tx: WriteTx,
}

/// What went wrong in a turn.
#[derive(Debug)]
pub struct WriteTurnError(DbError);

impl WriteTurn {
    #[boxed]
    pub async fn begin(store: &Store) -> Result<Self, StoreError> {
        let library = Arc::clone(&store.library().backend);
        let tx = library.begin(Scope::Anywhere).await?;
        Ok(Self { library, tx })
    }

    #[boxed]
    pub async fn execute(&mut self, sql: &str) -> Result<(), WriteTurnError> {
        let sent = query_built(sql.to_owned()).execute(&mut self.tx).await;
        sent.map(drop).map_err(|error| WriteTurnError(error.into()))
    }

    /// Ends as every write does: on success it is on disk, on an error it is taken back.
    #[boxed]
    pub async fn end(self, done: Result<(), WriteTurnError>) -> Result<(), StoreError> {
        self.library.end(self.tx, done.map_err(|error| error.0)).await
    }
}

impl WriteTurnError {
    /// As when something stored cannot be read.
    pub fn refused() -> Self {
        Self(DbError::unreadable("word", "x".to_owned()))
    }
}

/// Sets how long the next writers of a library file may join those before them.
pub fn set_commit_time(store: &Store, long: Duration) {
    if let Some(writer) = writer(store) {
        writer.set_commit_time(long);
    }
}

/// Sends SQL on the connection that writes a library file.
#[boxed]
pub async fn send_to_writer(store: &Store, sql: &str) -> Result<(), StoreError> {
    let Some(writer) = writer(store) else { return Ok(()) };
    let sent = async {
        let mut connection = writer.lock().await?;
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut *connection).await?;
        Ok(())
    };
    store.library().backend.map_db_error(sent.await)
}

/// Sends SQL on a connection that reads.
#[boxed]
pub async fn send_to_reader(store: &Store, sql: &str) -> Result<(), StoreError> {
    let library = &store.library().backend;
    let mut reader = library.reader().await?;
    let sent = query_built(sql.to_owned()).execute(&mut reader).await;
    library.map_db_error(sent.map(drop).map_err(DbError::from))
}

fn writer(store: &Store) -> Option<&Writer> {
    match &store.library().backend.database {
        Database::Sqlite(file) => Some(&file.writer),
        Database::Postgres(_) => None,
    }
}
