//! A book out of one library and into another, row by row: everything that belongs to it but transcripts of tasks that have
//! ended, claims and batches.

mod paragraphs;
mod restore;
mod tables;

use super::rows::book_key;
use super::{DbError, SqliteLibrary};
use crate::bundle::{BookRows, RestoreError};
use crate::error::StoreError;
use book::id::BookId;
pub(crate) use paragraphs::bundled_paragraphs;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row, TypeInfo, ValueRef};
use std::collections::BTreeMap;
use std::fmt::Write;
use tables::{TABLES, Table};

/// The book's own columns, in the head of a bundle and in the library.
const BOOK: &str = "id, title, title_translation, title_by_person, author, source_language, target_language, format, \
    file_name, n_chapters, n_paragraphs, n_work, created_at, revision, instructions, reading, notes";

impl SqliteLibrary {
    pub(crate) async fn book_rows(&self, book: BookId) -> Result<BookRows, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(rows_of(&mut reader, book).await)
    }

    /// Puts a book back, whole or not at all: what was written is read again as everything else would read it.
    pub(crate) async fn restore_book(&self, rows: &BookRows, now_ms: i64) -> Result<BookId, RestoreError> {
        let mut tx = self.begin_exclusive().await?;
        let done = restore::restore(&mut tx, rows, now_ms).await;
        let unfit = done.as_ref().err().and_then(unfit);
        let book = match (self.end(tx, done).await, unfit) {
            (Ok(book), _) => book,
            (Err(_), Some(detail)) => return Err(RestoreError::Unfit(detail)),
            (Err(error), None) => return Err(error.into()),
        };
        match self.read_all(book).await {
            Ok(()) => Ok(book),
            Err(error) => {
                self.remove_book(book, now_ms).await?;
                Err(RestoreError::Unfit(error.to_string()))
            }
        }
    }

    /// Reads everything of a book once.
    async fn read_all(&self, book: BookId) -> Result<(), StoreError> {
        self.book(book).await?;
        self.chapters(book).await?;
        for paragraph in self.all_paragraphs(book).await? {
            if paragraph.version.is_some() {
                self.versions(book, paragraph.id).await?;
            }
        }
        self.retired_paragraphs(book).await?;
        self.suggestions(book).await?;
        self.acknowledgements(book).await?;
        self.opinions(book).await?;
        self.changes(book, u32::MAX).await?;
        for run in self.runs(Some(book)).await? {
            for task in self.tasks(run.id).await? {
                self.ledger(task.id).await?;
            }
        }
        for chat in self.chats(book).await? {
            self.chat_lines(chat.id).await?;
        }
        Ok(())
    }
}

/// What is wrong with rows that the database or a reader would not take; nothing where the library itself failed.
fn unfit(error: &DbError) -> Option<String> {
    match error {
        DbError::Unreadable { what, value } => {
            let value: String = value.chars().take(80).collect();
            Some(format!("`{value}` is not a {what}"))
        }
        DbError::Sql(error) => {
            let refused = error.as_database_error().filter(|error| {
                let is_constraint = error.code().and_then(|code| code.parse::<u32>().ok());
                is_constraint.is_some_and(|code| code & 0xff == CONSTRAINT || code & 0xff == MISMATCH)
            })?;
            Some(refused.message().to_owned())
        }
        DbError::Known(_) => None,
    }
}

/// The primary codes of SQLite for a broken rule and a value of another type.
const CONSTRAINT: u32 = 19;
const MISMATCH: u32 = 20;

async fn rows_of(connection: &mut SqliteConnection, book: BookId) -> Result<BookRows, DbError> {
    let key = book_key(connection, book).await?;
    let columns: Vec<String> = BOOK.split(", ").map(|name| format!("'{name}', b.{name}")).collect();
    let head = format!(
        "SELECT json_object({}, 'series_id', s.id, 'series_name', s.name, 'series_instructions', s.instructions) \
         FROM books b JOIN series s ON s.key = b.series WHERE b.key = $1",
        columns.join(", ")
    );
    let head: String =
        sqlx::query_scalar(AssertSqlSafe(head)).bind(key.0).fetch_one(&mut *connection).await?;
    let mut tables = BTreeMap::new();
    for table in TABLES {
        tables.insert(table.name.to_owned(), lines(connection, table, key.0).await?);
    }
    let original: Vec<u8> = sqlx::query_scalar("SELECT bytes FROM originals WHERE book = $1")
        .bind(key.0)
        .fetch_one(&mut *connection)
        .await?;
    let former = sqlx::query_scalar("SELECT bytes FROM former_originals WHERE book = $1 ORDER BY until")
        .bind(key.0)
        .fetch_all(&mut *connection)
        .await?;
    Ok(BookRows { head, tables, original, former })
}

/// The rows of a table as lines of JSON. The database's own JSON would cut a text at a null character.
async fn lines(connection: &mut SqliteConnection, table: &Table, book: i64) -> Result<String, DbError> {
    let columns: Vec<String> = table.columns.iter().map(tables::Column::select).collect();
    let sql = format!(
        "SELECT {} FROM {} t WHERE {} ORDER BY {}",
        columns.join(", "),
        table.name,
        table.of_book,
        table.order
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(book).fetch_all(connection).await?;
    let mut lines = String::new();
    for row in rows {
        let values: Result<Vec<Value>, DbError> =
            (0..table.columns.len()).map(|at| value(&row, at)).collect();
        let _ = writeln!(lines, "{}", Value::Array(values?));
    }
    Ok(lines)
}

/// What stands in a column: nothing, a number or a text.
fn value(row: &SqliteRow, at: usize) -> Result<Value, DbError> {
    let raw = row.try_get_raw(at)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    Ok(match raw.type_info().name() {
        "INTEGER" => Value::from(row.try_get::<i64, _>(at)?),
        _ => Value::from(row.try_get::<String, _>(at)?),
    })
}

/// The number of a chapter or paragraph in a key, in SQL.
fn number_sql(column: &str) -> String {
    format!("t.{column} & {}", u32::MAX)
}
