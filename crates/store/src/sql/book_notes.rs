//! The setting of one book for a translator's notes.

use super::driver::{Connection, query, query_scalar};
use super::rows::book_key;
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::record::NoteChoice;
use book::id::BookId;

impl SqlLibrary {
    pub(crate) async fn book_notes(&self, book: BookId) -> Result<Option<NoteChoice>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(book_notes(&mut reader, book).await)
    }

    pub(crate) async fn set_book_notes(
        &self,
        book: BookId,
        choice: Option<NoteChoice>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = set_book_notes(&mut tx, book, choice).await;
        self.end(tx, done).await
    }
}

async fn book_notes(connection: &mut Connection, book: BookId) -> Result<Option<NoteChoice>, DbError> {
    let key = book_key(connection, book).await?;
    let word: Option<String> =
        query_scalar("SELECT notes FROM books WHERE key = $1").bind(key.0).fetch_one(connection).await?;
    Ok(word.as_deref().and_then(NoteChoice::from_word))
}

async fn set_book_notes(
    connection: &mut Connection,
    book: BookId,
    choice: Option<NoteChoice>,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    query("UPDATE books SET notes = $1 WHERE key = $2")
        .bind(choice.map(NoteChoice::as_str))
        .bind(key.0)
        .execute(connection)
        .await?;
    Ok(())
}
