//! The rows a revision reads and writes.

use crate::error::StoreError;
use crate::record::FormerSource;
use crate::sql::add::{NewRow, sibling_digest};
use crate::sql::driver::{Connection, Row, query, query_scalar, sql};
use crate::sql::edits::Editor;
use crate::sql::rows::{BookKey, book_key, count, number_in};
use crate::sql::{DbError, SqlLibrary};
use book::id::{BookId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::Place;
use futures::TryStreamExt;
use std::collections::HashMap;

/// A paragraph the book has or had.
pub(super) struct OldRow {
    pub(super) chapter: i64,
    /// Below zero if an earlier edition took it out.
    pub(super) position: i64,
    pub(super) index: i64,
    pub(super) text: Marked,
    pub(super) tags: String,
    pub(super) kind: String,
    pub(super) place: Place,
    pub(super) source: i64,
    pub(super) version: Option<i64>,
    pub(super) translation: Option<Marked>,
}

/// Every paragraph the book has or had, by its number.
pub(super) async fn old_rows(
    connection: &mut Connection,
    key: BookKey,
) -> Result<HashMap<u32, OldRow>, DbError> {
    let mut rows = query(
        "SELECT p.key, p.chapter, p.position, p.idx, p.text, p.tags, p.kind, p.part, p.block, p.source, s.version, \
         v.text AS translation FROM paragraphs p LEFT JOIN selections s ON s.paragraph = p.key \
         LEFT JOIN versions v ON v.key = s.version WHERE p.book = $1",
    )
    .bind(key.0)
    .fetch(connection);
    let mut old = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let one = OldRow {
            chapter: row.try_get("chapter")?,
            position: row.try_get("position")?,
            index: row.try_get("idx")?,
            text: Marked::from_written(row.try_get("text")?),
            tags: row.try_get("tags")?,
            kind: row.try_get("kind")?,
            place: Place { part: count(&row, "part")?, block: count(&row, "block")? },
            source: row.try_get("source")?,
            version: row.try_get("version")?,
            translation: row.try_get::<Option<String>, _>("translation")?.map(Marked::from_written),
        };
        old.insert(number_in(row.try_get("key")?), one);
    }
    Ok(old)
}

/// What a paragraph once said.
pub(super) struct Former {
    pub(super) source: i64,
    pub(super) until: u32,
    pub(super) text: Marked,
}

pub(super) async fn former_sources(
    connection: &mut Connection,
    paragraph: i64,
) -> Result<Vec<Former>, DbError> {
    let rows = query("SELECT source, until, text FROM former_sources WHERE paragraph = $1 ORDER BY until")
        .bind(paragraph)
        .fetch_all(connection)
        .await?;
    let former = |row: &Row| -> Result<Former, DbError> {
        Ok(Former {
            source: row.try_get("source")?,
            until: count(row, "until")?,
            text: Marked::from_written(row.try_get("text")?),
        })
    };
    rows.iter().map(former).collect()
}

/// Whether the book was made of this file in an earlier edition.
async fn was_made_of(connection: &mut Connection, book: BookId, original: &[u8]) -> Result<bool, DbError> {
    let key = book_key(connection, book).await?;
    let target: String = query_scalar("SELECT coalesce(target_language, '') FROM books WHERE key = $1")
        .bind(key.0)
        .fetch_one(&mut *connection)
        .await?;
    let found: Option<i64> =
        query_scalar("SELECT key FROM former_originals WHERE book = $1 AND digest IN ($2, $3) LIMIT 1")
            .bind(key.0)
            .bind(blake3::hash(original).as_bytes().as_slice())
            .bind(sibling_digest(original, &target).as_bytes().as_slice())
            .fetch_optional(connection)
            .await?;
    Ok(found.is_some())
}

/// How many translations of a book were made from other words than it says now, or into another language.
pub(super) async fn n_stale(connection: &mut Connection, key: BookKey) -> Result<u32, DbError> {
    let row = query(
        "SELECT count(*) AS n FROM selections s JOIN versions v ON v.key = s.version \
         JOIN paragraphs p ON p.key = s.paragraph JOIN books b ON b.key = p.book \
         WHERE s.book = $1 AND s.version IS NOT NULL AND (v.source <> p.source OR v.target <> b.target_language)",
    )
    .bind(key.0)
    .fetch_one(connection)
    .await?;
    count(&row, "n")
}

impl Editor<'_> {
    /// Puts paragraphs that are there where they stand now; what belongs to them goes along.
    pub(super) async fn place_rows(&mut self, rows: &[NewRow<'_>]) -> Result<(), DbError> {
        if rows.is_empty() {
            return Ok(());
        }
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                let key = self.key.paragraph(ParagraphId::from_number(row.number));
                let Place { part, block } = row.paragraph.place;
                (key, row.chapter, row.position, row.index, row.paragraph.kind.as_str(), part, block)
            })
            .collect();
        let rows = serde_json::to_string(&rows)?;
        for statement in [
            sql!(
                "UPDATE paragraphs SET chapter = CAST(j.value ->> 1 AS BIGINT), position = CAST(j.value ->> 2 AS BIGINT), \
                 idx = CAST(j.value ->> 3 AS BIGINT), kind = j.value ->> 4, part = CAST(j.value ->> 5 AS BIGINT), \
                 block = CAST(j.value ->> 6 AS BIGINT) FROM ",
                { "json_each($1) j" | "json_array_elements($1::json) j(value)" },
                " WHERE paragraphs.key = CAST(j.value ->> 0 AS BIGINT)"
            ),
            sql!(
                "UPDATE selections SET book = abs(book), chapter = CAST(j.value ->> 1 AS BIGINT) FROM ",
                { "json_each($1) j" | "json_array_elements($1::json) j(value)" },
                " WHERE selections.paragraph = CAST(j.value ->> 0 AS BIGINT)"
            ),
        ] {
            query(statement).bind(&rows).execute(&mut *self.connection).await?;
        }
        Ok(())
    }

    pub(super) async fn keep_former(&mut self, row: i64, until: u32, old: &OldRow) -> Result<(), DbError> {
        query(
            "INSERT INTO former_sources (paragraph, until, source, text, tags) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(row)
        .bind(i64::from(until))
        .bind(old.source)
        .bind(old.text.as_str())
        .bind(&old.tags)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }
}

impl SqlLibrary {
    pub(crate) async fn former_sources(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<FormerSource>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let former = self.map_db_error(former_sources(&mut reader, key.paragraph(paragraph)).await)?;
        Ok(former.into_iter().map(|former| FormerSource { text: former.text, until: former.until }).collect())
    }

    pub(crate) async fn retired_paragraphs(
        &self,
        book: BookId,
    ) -> Result<Vec<(ParagraphId, Marked)>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let rows = query("SELECT key, text FROM paragraphs WHERE book = $1 AND position < 0 ORDER BY key")
            .bind(key.0)
            .fetch_all(&mut reader)
            .await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        let read = |row: &Row| -> Result<(ParagraphId, Marked), DbError> {
            let id = ParagraphId::from_number(number_in(row.try_get("key")?));
            Ok((id, Marked::from_written(row.try_get("text")?)))
        };
        self.map_db_error(rows.iter().map(read).collect())
    }

    pub(crate) async fn was_made_of(&self, book: BookId, original: &[u8]) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(was_made_of(&mut reader, book, original).await)
    }

    pub(crate) async fn revision(&self, book: BookId) -> Result<u32, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let row = query("SELECT revision FROM books WHERE key = $1").bind(key.0).fetch_one(&mut reader).await;
        self.map_db_error(row.map_err(DbError::from).and_then(|row| count(&row, "revision")))
    }
}
