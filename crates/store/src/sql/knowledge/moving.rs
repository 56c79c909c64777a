//! A book that goes to another series, and what it takes along of what its series knows.

use super::rows::{CHARACTER, MEMORY, SUMMARY, TERM, entry, kind_word, value};
use super::series::{after_book, n_books, record, take_place};
use crate::grant::Grant;
use crate::knowledge::MovedBook;
use crate::sql::DbError;
use crate::sql::add::{add_series, series_named};
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::{BookKey, book_key, count};
use book::id::BookId;
use book::knowledge::entry::Entry;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::memory::Subject;

/// What a book takes along.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::sql) enum Luggage {
    /// Terms, characters and memories that the other series has not, and the summaries of its chapters.
    Knowledge,
    /// The summaries of its chapters: what else is known is worded in another language.
    Summaries,
}

/// Puts a book into the series of this name and of the book's language, which is made where there is none. A series that
/// had no other book is renamed where it can be. Nothing of the former series is lost: what the other has already stays
/// behind, and so does everything where other books need it.
pub(in crate::sql) async fn move_book(
    connection: &mut Connection,
    book: BookId,
    name: &str,
    luggage: Luggage,
    grant: Grant,
    now_ms: i64,
) -> Result<MovedBook, DbError> {
    let key = book_key(connection, book).await?;
    let row = query("SELECT series, place, target_language FROM books WHERE key = $1")
        .bind(key.0)
        .fetch_one(&mut *connection)
        .await?;
    let (from, place): (i64, u32) = (row.try_get("series")?, count(&row, "place")?);
    let target: Option<String> = row.try_get("target_language")?;
    let is_alone = n_books(connection, from).await? == 1;
    let found = series_named(connection, name, target.as_deref()).await?;
    let to = match found {
        Some(to) if to == from => return nothing_to_do(connection, from).await,
        Some(to) => {
            grant.verify_series(connection, to, Some(key)).await?;
            to
        }
        None if is_alone => {
            query("UPDATE series SET name = $1 WHERE key = $2")
                .bind(name)
                .bind(from)
                .execute(&mut *connection)
                .await?;
            return nothing_to_do(connection, from).await;
        }
        None => add_series(connection, name, now_ms).await?,
    };
    carry(connection, Removal { book, key, place, from, to, is_alone }, luggage).await
}

/// A book between two series.
pub(in crate::sql) struct Removal {
    pub(in crate::sql) book: BookId,
    pub(in crate::sql) key: BookKey,
    /// Its place in the series it leaves.
    pub(in crate::sql) place: u32,
    pub(in crate::sql) from: i64,
    pub(in crate::sql) to: i64,
    /// Whether no other book uses what the former series knows.
    pub(in crate::sql) is_alone: bool,
}

/// Puts a book into another series with what it takes along.
pub(in crate::sql) async fn carry(
    connection: &mut Connection,
    Removal { book, key, place, from, to, is_alone }: Removal,
    luggage: Luggage,
) -> Result<MovedBook, DbError> {
    query("UPDATE books SET series = $1 WHERE key = $2")
        .bind(to)
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    take_place(connection, key, to).await?;
    let mut moving = Moving { connection, book, key, from, to, place, new_place: 0, is_alone };
    moving.new_place = moving.place_now().await?;
    moving.summaries().await?;
    let (n_taken, n_left) = match luggage {
        Luggage::Knowledge => moving.knowledge().await?,
        Luggage::Summaries => (0, 0),
    };
    if is_alone && luggage == Luggage::Knowledge {
        query(
            "UPDATE series SET instructions = (SELECT instructions FROM series WHERE key = $1) \
             WHERE key = $2 AND instructions IS NULL",
        )
        .bind(from)
        .bind(to)
        .execute(&mut *connection)
        .await?;
    }
    for series in [from, to] {
        query("UPDATE series SET knowledge_revision = knowledge_revision + 1 WHERE key = $1")
            .bind(series)
            .execute(&mut *connection)
            .await?;
    }
    after_book(connection, from).await?;
    Ok(MovedBook { series: record(connection, to).await?, n_taken, n_left })
}

async fn nothing_to_do(connection: &mut Connection, series: i64) -> Result<MovedBook, DbError> {
    Ok(MovedBook { series: record(connection, series).await?, n_taken: 0, n_left: 0 })
}

struct Moving<'a> {
    connection: &'a mut Connection,
    book: BookId,
    key: BookKey,
    from: i64,
    to: i64,
    place: u32,
    new_place: u32,
    /// Whether no other book uses what the former series knows.
    is_alone: bool,
}

impl Moving<'_> {
    async fn place_now(&mut self) -> Result<u32, DbError> {
        let row = query("SELECT place FROM books WHERE key = $1")
            .bind(self.key.0)
            .fetch_one(&mut *self.connection)
            .await?;
        count(&row, "place")
    }

    async fn summaries(&mut self) -> Result<(), DbError> {
        query(
            "UPDATE knowledge SET series = $1 WHERE kind = $2 \
             AND chapter IN (SELECT key FROM chapters WHERE book = $3)",
        )
        .bind(self.to)
        .bind(SUMMARY)
        .bind(self.key.0)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Terms and characters first, so that memories about those that stay behind stay with them.
    async fn knowledge(&mut self) -> Result<(u32, u32), DbError> {
        let (mut n_taken, mut n_left) = (0, 0);
        for kind in [TERM, CHARACTER, MEMORY] {
            let rows = query(
                "SELECT key, kind, number, lookup, value FROM knowledge WHERE series = $1 AND kind = $2 ORDER BY key",
            )
            .bind(self.from)
            .bind(kind)
            .fetch_all(&mut *self.connection)
            .await?;
            for row in &rows {
                let entry = entry(kind_word(row.try_get("kind")?)?, row.try_get("value")?)?;
                if self.take(row, entry).await? {
                    n_taken += 1;
                } else {
                    n_left += 1;
                }
            }
        }
        Ok((n_taken, n_left))
    }

    async fn take(&mut self, row: &Row, mut entry: Entry) -> Result<bool, DbError> {
        if !self.is_wanted(row, &entry).await? {
            return Ok(false);
        }
        let (place, new_place) = (self.place, self.new_place);
        // What an earlier book of the former series told is known here from the beginning of this one; what was always known
        // still is.
        entry.at_positions(|position| {
            if position == StoryPosition::default() {
                return position;
            }
            let chapter = if position.book() == place { position.chapter() } else { 0 };
            StoryPosition::new(new_place, chapter)
        });
        let key: i64 = row.try_get("key")?;
        let statement = if self.is_alone {
            "UPDATE knowledge SET series = $1, value = $2 WHERE key = $3"
        } else {
            "INSERT INTO knowledge (series, kind, number, chapter, lookup, standing, value, mark, revision, updated_at) \
             SELECT $1, kind, number, chapter, lookup, standing, $2, mark, revision, updated_at FROM knowledge WHERE key = $3"
        };
        query(statement).bind(self.to).bind(value(&entry)?).bind(key).execute(&mut *self.connection).await?;
        Ok(true)
    }

    /// Whether the other series lacks it, and whether it is about this book at all.
    async fn is_wanted(&mut self, row: &Row, entry: &Entry) -> Result<bool, DbError> {
        if let Entry::Memory(memory) = entry {
            let subject = match memory.subject {
                Subject::Series => return self.is_free(row, false).await,
                Subject::Book { book } | Subject::Chapter { book, .. } => {
                    return Ok(book == self.book && self.is_free(row, false).await?);
                }
                Subject::Term { term } => (TERM, i64::from(term.number())),
                Subject::Character { character } => (CHARACTER, i64::from(character.number())),
            };
            return Ok(self.has(subject).await? && self.is_free(row, false).await?);
        }
        self.is_free(row, true).await
    }

    async fn is_free(&mut self, row: &Row, by_words: bool) -> Result<bool, DbError> {
        let taken: Option<i64> = query_scalar(
            "SELECT key FROM knowledge WHERE series = $1 AND kind = $2 AND (number = $3 OR ($4 = 1 AND lookup = $5)) LIMIT 1",
        )
        .bind(self.to)
        .bind(row.try_get::<&str, _>("kind")?)
        .bind(row.try_get::<i64, _>("number")?)
        .bind(by_words)
        .bind(row.try_get::<&str, _>("lookup")?)
        .fetch_optional(&mut *self.connection)
        .await?;
        Ok(taken.is_none())
    }

    async fn has(&mut self, (kind, number): (&str, i64)) -> Result<bool, DbError> {
        let found: Option<i64> =
            query_scalar("SELECT key FROM knowledge WHERE series = $1 AND kind = $2 AND number = $3")
                .bind(self.to)
                .bind(kind)
                .bind(number)
                .fetch_optional(&mut *self.connection)
                .await?;
        Ok(found.is_some())
    }
}
