//! Questions about what a series knows, each answered by looking rows up.

use super::rows::{CHARACTER, MEMORY, SUMMARY, TERM, folded, series_key, subject, versioned};
use crate::error::StoreError;
use crate::knowledge::{ChapterDigest, Knowledge, Versioned};
use crate::sql::driver::{Connection, query, query_scalar};
use crate::sql::rows::{book_key, number_in};
use crate::sql::{DbError, SqlLibrary};
use book::id::{BookId, ChapterId, CharacterId, MemoryId, SeriesId, TermId};
use book::knowledge::character::Character;
use book::knowledge::entry::Revision;
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use futures::TryStreamExt;
use serde::de::DeserializeOwned;

pub(in crate::sql) const ALL_OF_KIND: &str =
    "SELECT value, revision, updated_at FROM knowledge WHERE series = $1 AND kind = $2 ORDER BY key";
pub(in crate::sql) const ONE: &str =
    "SELECT value, revision, updated_at FROM knowledge WHERE series = $1 AND kind = $2 AND number = $3";
pub(in crate::sql) const FOUND: &str = "SELECT value, revision, updated_at FROM knowledge WHERE series = $1 AND kind = $2 AND lookup = $3 ORDER BY key";
pub(in crate::sql) const OF_BOOK: &str = "SELECT k.value, k.revision, k.updated_at FROM chapters c \
    JOIN knowledge k ON k.chapter = c.key WHERE c.book = $1 AND c.number > 0 AND k.kind = $2 ORDER BY c.number";

impl SqlLibrary {
    pub(crate) async fn knowledge_revision(&self, series: SeriesId) -> Result<Revision, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        self.map_db_error(revision(&mut reader, key).await)
    }

    pub(crate) async fn knowledge(&self, series: SeriesId) -> Result<Knowledge, StoreError> {
        // One reading transaction, so that nothing is written between the parts.
        let mut snapshot = self.snapshot().await?;
        self.map_db_error(knowledge(&mut snapshot, series).await)
    }

    pub(crate) async fn terms(&self, series: SeriesId) -> Result<Vec<Versioned<Term>>, StoreError> {
        self.all_of_kind(series, TERM).await
    }

    pub(crate) async fn term(
        &self,
        series: SeriesId,
        id: TermId,
    ) -> Result<Option<Versioned<Term>>, StoreError> {
        self.one_of_kind(series, TERM, i64::from(id.number())).await
    }

    pub(crate) async fn terms_of_source(
        &self,
        series: SeriesId,
        source: &str,
    ) -> Result<Vec<Versioned<Term>>, StoreError> {
        self.found_of_kind(series, TERM, &folded(source)).await
    }

    pub(crate) async fn characters(&self, series: SeriesId) -> Result<Vec<Versioned<Character>>, StoreError> {
        self.all_of_kind(series, CHARACTER).await
    }

    pub(crate) async fn character(
        &self,
        series: SeriesId,
        id: CharacterId,
    ) -> Result<Option<Versioned<Character>>, StoreError> {
        self.one_of_kind(series, CHARACTER, i64::from(id.number())).await
    }

    pub(crate) async fn characters_named(
        &self,
        series: SeriesId,
        name: &str,
    ) -> Result<Vec<Versioned<Character>>, StoreError> {
        let name = folded(name);
        let mut all: Vec<Versioned<Character>> = self.all_of_kind(series, CHARACTER).await?;
        all.retain(|character| character.value.names().any(|one| folded(&one.source) == name));
        Ok(all)
    }

    pub(crate) async fn memories(&self, series: SeriesId) -> Result<Vec<Versioned<Memory>>, StoreError> {
        self.all_of_kind(series, MEMORY).await
    }

    pub(crate) async fn memories_about(
        &self,
        series: SeriesId,
        about: Subject,
    ) -> Result<Vec<Versioned<Memory>>, StoreError> {
        self.found_of_kind(series, MEMORY, &subject(about)).await
    }

    pub(crate) async fn memory(
        &self,
        series: SeriesId,
        id: MemoryId,
    ) -> Result<Option<Versioned<Memory>>, StoreError> {
        self.one_of_kind(series, MEMORY, i64::from(id.number())).await
    }

    pub(crate) async fn summaries(&self, book: BookId) -> Result<Vec<Versioned<Summary>>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let rows = query(OF_BOOK).bind(key.0).bind(SUMMARY).fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(versioned).collect()))
    }

    pub(crate) async fn summary(
        &self,
        book: BookId,
        chapter: ChapterId,
    ) -> Result<Option<Versioned<Summary>>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let row = query("SELECT value, revision, updated_at FROM knowledge WHERE chapter = $1 AND kind = $2")
            .bind(key.chapter(chapter))
            .bind(SUMMARY)
            .fetch_optional(&mut reader)
            .await;
        self.map_db_error(row.map_err(DbError::from).and_then(|row| row.as_ref().map(versioned).transpose()))
    }

    pub(crate) async fn chapter_digest(
        &self,
        book: BookId,
        chapter: ChapterId,
    ) -> Result<String, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let rows = query_scalar::<String>(
            "SELECT text FROM paragraphs WHERE chapter = $1 AND idx >= 0 ORDER BY idx",
        )
        .bind(key.chapter(chapter))
        .fetch_all(&mut reader)
        .await;
        let texts = self.map_db_error(rows.map_err(DbError::from))?;
        if texts.is_empty() {
            // An unknown chapter is told; one without a paragraph has a digest like any other.
            drop(reader);
            self.chapter(book, chapter).await?;
        }
        let mut digest = Digest::default();
        for text in &texts {
            digest.add(text);
        }
        Ok(digest.finish())
    }

    /// Walks through the book once; for a single chapter there is a shorter way.
    pub(crate) async fn chapter_digests(&self, book: BookId) -> Result<Vec<ChapterDigest>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let mut digests = Vec::new();
        {
            let mut rows = query(
                "SELECT c.key, p.text FROM chapters c LEFT JOIN paragraphs p ON p.chapter = c.key AND p.idx >= 0 \
                 WHERE c.book = $1 AND c.number > 0 ORDER BY c.number, p.idx",
            )
            .bind(key.0)
            .fetch(&mut reader);
            let mut under_way: Option<(i64, Digest)> = None;
            while let Some(row) = self.map_db_error(rows.try_next().await.map_err(DbError::from))? {
                let chapter: i64 = self.map_db_error(row.try_get("key").map_err(DbError::from))?;
                let text: Option<&str> = self.map_db_error(row.try_get("text").map_err(DbError::from))?;
                if under_way.as_ref().is_none_or(|(current, _)| *current != chapter) {
                    digests.extend(under_way.take().map(finished));
                    under_way = Some((chapter, Digest::default()));
                }
                if let (Some((_, digest)), Some(text)) = (&mut under_way, text) {
                    digest.add(text);
                }
            }
            digests.extend(under_way.map(finished));
        }
        Ok(digests)
    }

    async fn all_of_kind<T: DeserializeOwned>(
        &self,
        series: SeriesId,
        kind: &str,
    ) -> Result<Vec<Versioned<T>>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        let rows = query(ALL_OF_KIND).bind(key).bind(kind).fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(versioned).collect()))
    }

    async fn one_of_kind<T: DeserializeOwned>(
        &self,
        series: SeriesId,
        kind: &str,
        number: i64,
    ) -> Result<Option<Versioned<T>>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        let row = query(ONE).bind(key).bind(kind).bind(number).fetch_optional(&mut reader).await;
        self.map_db_error(row.map_err(DbError::from).and_then(|row| row.as_ref().map(versioned).transpose()))
    }

    async fn found_of_kind<T: DeserializeOwned>(
        &self,
        series: SeriesId,
        kind: &str,
        lookup: &str,
    ) -> Result<Vec<Versioned<T>>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(series_key(&mut reader, series).await)?;
        let rows = query(FOUND).bind(key).bind(kind).bind(lookup).fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(versioned).collect()))
    }
}

async fn revision(connection: &mut Connection, series: i64) -> Result<Revision, DbError> {
    let revision = query_scalar("SELECT knowledge_revision FROM series WHERE key = $1")
        .bind(series)
        .fetch_one(connection)
        .await?;
    Ok(Revision(revision))
}

async fn knowledge(connection: &mut Connection, series: SeriesId) -> Result<Knowledge, DbError> {
    let key = series_key(connection, series).await?;
    Ok(Knowledge {
        revision: revision(connection, key).await?,
        terms: values(connection, key, TERM).await?,
        characters: values(connection, key, CHARACTER).await?,
        memories: values(connection, key, MEMORY).await?,
    })
}

async fn values<T: DeserializeOwned>(
    connection: &mut Connection,
    series: i64,
    kind: &str,
) -> Result<Vec<T>, DbError> {
    let rows = query(ALL_OF_KIND).bind(series).bind(kind).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(serde_json::from_str(row.try_get("value")?)?)).collect()
}

fn finished((chapter, digest): (i64, Digest)) -> ChapterDigest {
    ChapterDigest { chapter: ChapterId::from_number(number_in(chapter)), digest: digest.finish() }
}

/// A chapter's source text in one short word.
#[derive(Default)]
struct Digest(blake3::Hasher);

impl Digest {
    fn add(&mut self, text: &str) {
        self.0.update(text.as_bytes());
        // No paragraph contains a line's end of this kind, so two never read like one.
        self.0.update(&[0]);
    }

    fn finish(&self) -> String {
        self.0.finalize().to_hex().chars().take(32).collect()
    }
}
