//! Books in the trash: out of sight with everything that belongs to them, until they come back or are deleted.

use super::driver::{Connection, Row, query, query_scalar};
use super::language_edition::leave_other_language;
use super::rows::{BookKey, book_id, book_key, language, stored};
use super::scope::Scope;
use super::{DbError, SqlLibrary, claims, knowledge, search_pages};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::knowledge::RemovedBook;
use crate::record::TrashedBook;
use book::id::BookId;
use std::sync::PoisonError;

const TRASHED: &str = "SELECT id, title, target_language, file_name, removed_at FROM books \
    WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, key DESC";

impl SqlLibrary {
    pub(crate) async fn remove_book(&self, book: BookId, now_ms: i64) -> Result<RemovedBook, StoreError> {
        let mut tx = self.begin_exclusive(Scope::ImportInto(book)).await?;
        let done = remove(&mut tx, book, now_ms).await;
        let done = self.end(tx, done).await;
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&book);
        done
    }

    pub(crate) async fn delete_book(&self, book: BookId, now_ms: i64) -> Result<RemovedBook, StoreError> {
        let mut tx = self.begin_exclusive(Scope::ImportInto(book)).await?;
        let done = delete(&mut tx, book, now_ms).await;
        let deleted = self.end_erasing(tx, done).await?;
        // The same book can come back with a bundle, under another key.
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&book);
        Ok(deleted)
    }

    pub(crate) async fn put_back_book(&self, book: BookId, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin_exclusive(Scope::Whole).await?;
        let done = put_back(&mut tx, book, self.grant, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn release_file(&self, book: BookId) -> Result<(), StoreError> {
        let mut tx = self.begin_exclusive(Scope::ImportInto(book)).await?;
        let done = release(&mut tx, book).await;
        self.end(tx, done).await
    }

    pub(crate) async fn trashed_books(&self) -> Result<Vec<TrashedBook>, StoreError> {
        let mut reader = self.reader().await?;
        let rows = query(TRASHED).fetch_all(&mut reader).await.map_err(DbError::from);
        let rows = self.map_db_error(rows)?;
        self.map_db_error(rows.iter().map(trashed).collect())
    }
}

fn trashed(row: &Row) -> Result<TrashedBook, DbError> {
    Ok(TrashedBook {
        id: book_id(row, "id")?,
        title: row.try_get("title")?,
        target_language: language(row, "target_language")?,
        file_name: row.try_get("file_name")?,
        removed_at: row.try_get("removed_at")?,
    })
}

async fn remove(connection: &mut Connection, book: BookId, now_ms: i64) -> Result<RemovedBook, DbError> {
    let key = book_key(connection, book).await?;
    claims::refuse_claimed(connection, key, book, now_ms).await?;
    // A run that waits for a worker would begin by itself when the book comes back.
    query("DELETE FROM queued_runs WHERE run IN (SELECT key FROM runs WHERE book = $1)")
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    let series = knowledge::series_of(connection, key).await?;
    query("UPDATE books SET removed_at = $1 WHERE key = $2")
        .bind(now_ms)
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    knowledge::after_book(connection, series).await
}

/// Deletes a book, in the trash or not, with everything that belongs to it alone.
async fn delete(connection: &mut Connection, book: BookId, now_ms: i64) -> Result<RemovedBook, DbError> {
    let key = any_key(connection, book).await?;
    claims::refuse_claimed(connection, key, book, now_ms).await?;
    search_pages::forget_book(connection, key).await?;
    let (first, last) = key.range();
    query("DELETE FROM selections WHERE paragraph BETWEEN $1 AND $2")
        .bind(first)
        .bind(last)
        .execute(&mut *connection)
        .await?;
    let series = knowledge::series_of(connection, key).await?;
    query("DELETE FROM books WHERE key = $1").bind(key.0).execute(&mut *connection).await?;
    knowledge::after_book(connection, series).await
}

async fn put_back(
    connection: &mut Connection,
    book: BookId,
    grant: Grant,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = any_key(connection, book).await?;
    grant.verify(connection, Scope::Key(key)).await?;
    let back = query("UPDATE books SET removed_at = NULL WHERE key = $1 AND removed_at IS NOT NULL")
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    if back.rows_affected() == 0 {
        return Err(StoreError::NoSuchBook { text: book.to_string() }.into());
    }
    // Its series may have gone on in another language meanwhile.
    leave_other_language(connection, (book, key), grant, now_ms).await?;
    Ok(())
}

/// The file of a book in the trash may be imported anew: the book no longer answers to its digest.
async fn release(connection: &mut Connection, book: BookId) -> Result<(), DbError> {
    let key = any_key(connection, book).await?;
    let digest: Vec<u8> = query_scalar("SELECT digest FROM books WHERE key = $1")
        .bind(key.0)
        .fetch_one(&mut *connection)
        .await?;
    let other = blake3::Hasher::new().update(&digest).update(book.to_string().as_bytes()).finalize();
    query("UPDATE books SET digest = $1 WHERE key = $2 AND removed_at IS NOT NULL")
        .bind(other.as_bytes().as_slice())
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

/// The key of a book, whether it is in the trash or not.
async fn any_key(connection: &mut Connection, book: BookId) -> Result<BookKey, DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM books WHERE id = $1")
        .bind(stored(book.number()))
        .fetch_optional(connection)
        .await?;
    key.map(BookKey).ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() }.into())
}
