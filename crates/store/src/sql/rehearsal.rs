//! The layer of rehearsals: written instead of versions and titles by a handle that rehearses, and thrown away as a whole.

use super::driver::{Connection, query, query_scalar};
use super::rows::{BookKey, book_key, count};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::change::Receipt;
use crate::error::StoreError;
use book::edit::Edit;
use book::id::BookId;

/// A rehearsed text is kept where there is no translation, or one that no longer belongs to what is wanted.
const KEEP: &str = "INSERT INTO rehearsals (paragraph, book, chapter, text) \
    SELECT p.key, p.book, p.chapter, $2 FROM paragraphs p JOIN books b ON b.key = p.book \
    WHERE p.key = $1 AND p.position >= 0 AND NOT EXISTS (SELECT 1 FROM selections s JOIN versions v ON v.key = s.version \
        WHERE s.paragraph = p.key AND v.source = p.source AND (v.target IS NULL OR b.target_language IS NULL OR v.target = b.target_language)) \
    ON CONFLICT (paragraph) DO UPDATE SET text = excluded.text";
const TITLE: &str = "INSERT INTO rehearsal_titles (book, chapter, title) VALUES ($1, $2, $3) \
    ON CONFLICT (book, chapter) DO UPDATE SET title = excluded.title";
/// In [`TITLE`]: the book itself.
const OF_BOOK: i64 = 0;

/// Keeps the texts and titles of these edits in the layer. There is no history of it, and nothing else of them is done:
/// whatever a rehearsal would teach the series is made up.
pub(super) async fn commit(
    connection: &mut Connection,
    key: BookKey,
    edits: &[Edit],
) -> Result<Receipt, DbError> {
    for edit in edits {
        match edit {
            Edit::AddVersion { paragraph, text, .. } => {
                let paragraph = key.paragraph(*paragraph);
                query(KEEP).bind(paragraph).bind(text).execute(&mut *connection).await?;
            }
            Edit::SetChapterTitle { chapter, translation: Some(title) } => {
                keep_title(connection, key, key.chapter(*chapter), title).await?;
            }
            Edit::SetBookTitle { translation: Some(title) } => {
                keep_title(connection, key, OF_BOOK, title).await?;
            }
            Edit::SetChapterTitle { .. }
            | Edit::SetBookTitle { .. }
            | Edit::Expect { .. }
            | Edit::SelectVersion { .. }
            | Edit::SetLock { .. }
            | Edit::SetReview { .. }
            | Edit::SetReviewOfMany { .. }
            | Edit::CarryReview { .. }
            | Edit::SetTargetLanguage { .. }
            | Edit::RejectVersion { .. }
            | Edit::NoteChecks { .. }
            | Edit::Acknowledge { .. }
            | Edit::CorrectBookTitle { .. }
            | Edit::SetInstructions { .. }
            | Edit::PutEntry { .. }
            | Edit::RemoveEntry { .. } => {}
        }
    }
    Ok(Receipt { change: None, versions: Vec::new(), not_written: Vec::new(), noticed: Vec::new() })
}

async fn keep_title(
    connection: &mut Connection,
    book: BookKey,
    chapter: i64,
    title: &str,
) -> Result<(), DbError> {
    query(TITLE).bind(book.0).bind(chapter).bind(title).execute(connection).await?;
    Ok(())
}

/// Throws the rehearsal of a book away, if there is one: every step of a run asks, and hardly any finds something.
pub(super) async fn discard_if_any(connection: &mut Connection, book: BookKey) -> Result<(), DbError> {
    let any: Option<i64> = query_scalar(
        "SELECT 1 FROM rehearsals WHERE book = $1 UNION ALL SELECT 1 FROM rehearsal_titles WHERE book = $2 LIMIT 1",
    )
    .bind(book.0)
    .bind(book.0)
    .fetch_optional(&mut *connection)
    .await?;
    if any.is_some() {
        discard(connection, book).await?;
    }
    Ok(())
}

/// Throws the rehearsal of a book away.
pub(super) async fn discard(connection: &mut Connection, book: BookKey) -> Result<u32, DbError> {
    let row = query("SELECT count(*) AS n_rehearsed FROM rehearsals WHERE book = $1")
        .bind(book.0)
        .fetch_one(&mut *connection)
        .await?;
    for sql in ["DELETE FROM rehearsals WHERE book = $1", "DELETE FROM rehearsal_titles WHERE book = $1"] {
        query(sql).bind(book.0).execute(&mut *connection).await?;
    }
    count(&row, "n_rehearsed")
}

impl SqlLibrary {
    pub(crate) async fn discard_rehearsal(&self, book: BookId) -> Result<u32, StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = match book_key(&mut tx, book).await {
            Ok(key) => discard(&mut tx, key).await,
            Err(error) => Err(error),
        };
        self.end(tx, done).await
    }
}
