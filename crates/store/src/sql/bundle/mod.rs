//! A book out of one library and into another, row by row: everything that belongs to it but transcripts of tasks that have
//! ended, claims and batches.

mod paragraphs;
mod restore;
mod tables;

use super::objects::OriginalColumns;
use super::rows::{BookKey, book_key};
use super::{DbError, SqlLibrary};
use crate::bundle::{BookRows, RestoreError};
use crate::error::StoreError;
use crate::sql::driver::{Connection, Row, query_built};
use crate::sql::scope::Scope;
use book::id::BookId;
pub(crate) use paragraphs::bundled_paragraphs;
use serde_json::{Map, Value};
use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;
use std::collections::BTreeMap;
use std::fmt::Write;
use tables::{Column, Kind, TABLES, Table};

/// The book's own columns, in the head of a bundle and in the library.
const BOOK: &str = "id, title, title_translation, title_by_person, author, source_language, target_language, format, \
    file_name, n_chapters, n_paragraphs, n_work, created_at, revision, instructions, reading, notes";

impl SqlLibrary {
    pub(crate) async fn book_rows(&self, book: BookId) -> Result<BookRows, StoreError> {
        let mut reader = self.reader().await?;
        let (mut rows, original, former) = self.map_db_error(rows_of(&mut reader, book).await)?;
        drop(reader);
        rows.original = self.original_bytes(original).await?;
        for columns in former {
            rows.former.push(self.original_bytes(columns).await?);
        }
        Ok(rows)
    }

    /// Puts a book back, whole or not at all: what was written is read again as everything else would read it.
    pub(crate) async fn restore_book(&self, rows: &BookRows, now_ms: i64) -> Result<BookId, RestoreError> {
        let mut kept = vec![self.keep_original(&rows.original).await?];
        for former in &rows.former {
            kept.push(self.keep_original(former).await?);
        }
        let mut tx = self.begin_exclusive(Scope::Imports).await?;
        let mut still = Ok(());
        for (bytes, columns) in std::iter::once(&rows.original).chain(&rows.former).zip(&kept) {
            still = still.and(self.still_kept(bytes, columns).await);
        }
        let done = match still {
            Ok(()) => restore::restore(&mut tx, rows, &kept, self.grant, now_ms).await,
            Err(error) => Err(error),
        };
        let unfit = done.as_ref().err().and_then(unfit);
        let book = match (self.end(tx, done).await, unfit) {
            (Ok(book), _) => book,
            (Err(_), Some(detail)) => return Err(RestoreError::Unfit(detail)),
            (Err(error), None) => return Err(error.into()),
        };
        match self.read_all(book).await {
            Ok(()) => Ok(book),
            Err(error) => {
                self.delete_book(book, now_ms).await?;
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
            let refused = error.as_database_error().filter(|error| is_refused_value(*error))?;
            Some(refused.message().to_owned())
        }
        DbError::Known(_) => None,
    }
}

/// Whether the database refused a value: a broken rule or a value of another type.
fn is_refused_value(error: &dyn DatabaseError) -> bool {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        return ["22", "23", "42804"].iter().any(|class| code.starts_with(class));
    }
    // SQLite's `CONSTRAINT` and `MISMATCH`.
    code.parse::<u32>().is_ok_and(|code| [19, 20].contains(&(code & 0xff)))
}

/// The rows of a book without its files, and where those are: its own, and those of earlier editions.
async fn rows_of(
    connection: &mut Connection,
    book: BookId,
) -> Result<(BookRows, OriginalColumns<'static>, Vec<OriginalColumns<'static>>), DbError> {
    let key = book_key(connection, book).await?;
    let head = head(connection, key).await?;
    let mut tables = BTreeMap::new();
    for table in TABLES {
        tables.insert(table.name.to_owned(), lines(connection, table, key.0).await?);
    }
    let original = OriginalColumns::of_book(connection, key).await?;
    let former = OriginalColumns::of_former(connection, key).await?;
    Ok((BookRows { head, tables, original: Vec::new(), former: Vec::new() }, original, former))
}

/// The book's own row and what is told of its series, as JSON.
async fn head(connection: &mut Connection, key: BookKey) -> Result<String, DbError> {
    let columns: Vec<String> = BOOK.split(", ").map(|name| format!("b.{name}")).collect();
    let sql = format!(
        "SELECT {}, s.id AS series_id, s.name AS series_name, s.instructions AS series_instructions \
         FROM books b JOIN series s ON s.key = b.series WHERE b.key = $1",
        columns.join(", ")
    );
    let row = query_built(sql).bind(key.0).fetch_one(connection).await?;
    let names = BOOK.split(", ").chain(["series_id", "series_name", "series_instructions"]);
    let mut head = Map::new();
    for (at, name) in names.enumerate() {
        head.insert(name.to_owned(), row.json(at)?);
    }
    Ok(Value::Object(head).to_string())
}

/// The rows of a table as lines of JSON. The database's own JSON would cut a text at a null character.
async fn lines(connection: &mut Connection, table: &Table, book: i64) -> Result<String, DbError> {
    let columns: Vec<String> = table.columns.iter().map(tables::Column::select).collect();
    let sql = format!(
        "SELECT {} FROM {} t WHERE {} ORDER BY {}",
        columns.join(", "),
        table.name,
        table.of_book,
        table.order
    );
    let rows = query_built(sql).bind(book).fetch_all(connection).await?;
    let mut lines = String::new();
    for row in rows {
        let values: Result<Vec<Value>, DbError> =
            table.columns.iter().enumerate().map(|(at, column)| value(&row, at, column)).collect();
        let _ = writeln!(lines, "{}", Value::Array(values?));
    }
    Ok(lines)
}

/// What stands in a column. What a run was to do is told without the address it was to be done at.
fn value(row: &Row, at: usize, column: &Column) -> Result<Value, DbError> {
    let value = row.json(at)?;
    let Some(spec) = value.as_str().filter(|_| column.kind == Kind::Spec) else { return Ok(value) };
    let mut spec: Map<String, Value> = serde_json::from_str(spec)?;
    spec.insert("endpoint".to_owned(), Value::Null);
    Ok(Value::Object(spec).to_string().into())
}

/// The number of a chapter or paragraph in a key, in SQL.
fn number_sql(column: &str) -> String {
    format!("t.{column} & {}", u32::MAX)
}
