//! What was done in a book beside its changes.

use super::{chapter_in, named, paragraph_in};
use crate::activity::{ActivityKind, ActivityRecord};
use crate::error::StoreError;
use crate::people::PersonId;
use crate::sql::driver::{Connection, Row, query};
use crate::sql::rows::{BookKey, book_key, word};
use crate::sql::{DbError, SqlLibrary};
use book::id::BookId;

/// Something to be written down.
pub(in crate::sql) struct NewActivity<'a> {
    pub(in crate::sql) kind: ActivityKind,
    pub(in crate::sql) person: Option<PersonId>,
    pub(in crate::sql) about: Option<PersonId>,
    /// Keys of the chapter and the paragraph.
    pub(in crate::sql) chapter: Option<i64>,
    pub(in crate::sql) paragraph: Option<i64>,
    pub(in crate::sql) text: &'a str,
}

impl SqlLibrary {
    pub(crate) async fn team_activity(
        &self,
        book: BookId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<ActivityRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(activity(&mut reader, book, before, limit).await)
    }
}

pub(in crate::sql) async fn note_activity(
    connection: &mut Connection,
    book: BookKey,
    new: &NewActivity<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    query(
        "INSERT INTO activity (book, person, kind, chapter, paragraph, about, text, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(book.0)
    .bind(new.person.map(PersonId::number))
    .bind(new.kind.as_str())
    .bind(new.chapter)
    .bind(new.paragraph)
    .bind(new.about.map(PersonId::number))
    .bind(new.text)
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}

async fn activity(
    connection: &mut Connection,
    book: BookId,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<ActivityRecord>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT a.key, a.kind, a.person, m.name AS person_name, a.about, o.name AS about_name, a.chapter, a.paragraph, \
         a.text, a.created_at FROM activity a LEFT JOIN people m ON m.key = a.person LEFT JOIN people o ON o.key = a.about \
         WHERE a.book = $1 AND a.key < $2 ORDER BY a.key DESC LIMIT $3",
    )
    .bind(key.0)
    .bind(before.unwrap_or(i64::MAX))
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<ActivityRecord, DbError> {
        Ok(ActivityRecord {
            id: row.try_get("key")?,
            kind: word(row, "kind", ActivityKind::from_word)?,
            person: named(row, "person", "person_name")?,
            about: named(row, "about", "about_name")?,
            chapter: chapter_in(row)?,
            paragraph: paragraph_in(row)?,
            text: row.try_get("text")?,
            created_at: row.try_get("created_at")?,
        })
    };
    rows.iter().map(read).collect()
}
