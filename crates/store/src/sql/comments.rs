//! What people say about paragraphs.

use super::driver::{Connection, Row, query};
use super::people::person_name;
use super::rows::{book_key, number_in};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::people::PersonId;
use crate::record::{CommentRecord, NewComment};
use book::id::{BookId, ParagraphId};

impl SqlLibrary {
    pub(crate) async fn comments(&self, book: BookId) -> Result<Vec<CommentRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(comments(&mut reader, book).await)
    }

    pub(crate) async fn add_comments(
        &self,
        book: BookId,
        new: &[NewComment],
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = add_comments(&mut tx, book, new, person, now_ms).await;
        self.end(tx, done).await
    }
}

async fn comments(connection: &mut Connection, book: BookId) -> Result<Vec<CommentRecord>, DbError> {
    let (first, last) = book_key(connection, book).await?.range();
    let rows = query(
        "SELECT o.paragraph, o.number, o.author, o.text, o.created_at, o.resolved_at, o.person, m.name AS person_name \
         FROM comments o JOIN paragraphs p ON p.key = o.paragraph LEFT JOIN people m ON m.key = o.person WHERE o.paragraph BETWEEN $1 AND $2 AND p.position >= 0 \
         ORDER BY p.position, o.number",
    )
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<CommentRecord, DbError> {
        Ok(CommentRecord {
            paragraph: ParagraphId::from_number(number_in(row.try_get("paragraph")?)),
            number: row.try_get("number")?,
            author: row.try_get("author")?,
            person: person_name(row)?,
            text: row.try_get("text")?,
            created_at: row.try_get("created_at")?,
            resolved_at: row.try_get("resolved_at")?,
        })
    };
    rows.iter().map(read).collect()
}

async fn add_comments(
    connection: &mut Connection,
    book: BookId,
    new: &[NewComment],
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    for comment in new {
        query(
            "INSERT INTO comments (paragraph, number, author, text, created_at, person) \
             SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, CAST($5 AS BIGINT) FROM comments WHERE paragraph = $1",
        )
        .bind(key.paragraph(comment.paragraph))
        .bind(&comment.author)
        .bind(&comment.text)
        .bind(now_ms)
        .bind(person.map(PersonId::number))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
