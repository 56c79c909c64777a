//! Sums and counts for lists, each one query however long the list.

use super::driver::{Connection, Sql, query, query_scalar, sql};
use super::rows::{book_id, book_key, count, number_in, run_id, stored};
use super::{DbError, SqlLibrary, history};
use crate::change::{ChangeId, ChangeRecord, Effect};
use crate::error::StoreError;
use crate::stats::{BookActivity, ChapterUsage, ClaimRecord, VersionCounts};
use crate::work::StepUsage;
use book::id::{BookId, ChapterId, ParagraphId};
use std::collections::HashMap;

/// Costs come from the steps: reading a task's own sum means reading past the state of its machine.
const ACTIVITY: Sql = sql!(
    "SELECT b.id, \
    (SELECT CAST(coalesce(sum(s.cost_micros), 0) AS BIGINT) FROM runs r JOIN tasks t ON t.run = r.key JOIN steps s ON s.task = t.key WHERE r.book = b.key) AS cost, \
    ",
    { "max" | "greatest" },
    "(b.created_at, \
        coalesce((SELECT max(r.updated_at) FROM runs r WHERE r.book = b.key), 0), \
        coalesce((SELECT c.created_at FROM changes c WHERE c.book = b.key ORDER BY c.key DESC LIMIT 1), 0)) AS last_ms \
    FROM books b WHERE b.removed_at IS NULL AND ($1 IS NULL OR b.id = $1) ORDER BY b.key"
);
const USAGE: &str = "SELECT r.id AS run, t.chapter, s.model, count(DISTINCT t.key) AS n_tasks, CAST(coalesce(sum(s.input), 0) AS BIGINT) AS input, \
    CAST(coalesce(sum(s.cached_input), 0) AS BIGINT) AS cached_input, CAST(coalesce(sum(s.output), 0) AS BIGINT) AS output, \
    CAST(coalesce(sum(s.reasoning), 0) AS BIGINT) AS reasoning, CAST(coalesce(sum(s.cost_micros), 0) AS BIGINT) AS cost_micros \
    FROM runs r JOIN tasks t ON t.run = r.key LEFT JOIN steps s ON s.task = t.key \
    WHERE r.book = $1 GROUP BY r.key, t.chapter, s.model ORDER BY r.key DESC, t.chapter, s.model";
const COUNTS: Sql = sql!(
    "SELECT p.key, count(v.key) AS n_versions, \
    count(CASE WHEN v.suggested = 1 AND v.source = p.source AND (s.version IS NULL OR v.key > s.version) \
        AND NOT EXISTS (SELECT 1 FROM rejections r WHERE r.version = v.key) THEN 1 END) AS n_suggestions, \
    count(CASE WHEN w.state IN ('reviewed', 'approved') THEN 1 END) AS n_reviewed, \
    max(CASE WHEN v.key = s.version THEN v.author END) AS author, \
    (SELECT count(*) FROM comments o WHERE o.paragraph = p.key AND o.resolved_at IS NULL) AS n_comments \
    FROM ",
    { "json_each($1)" | "(SELECT unnest($1) AS value)" },
    " wanted JOIN paragraphs p ON p.key = wanted.value \
    LEFT JOIN versions v ON v.paragraph = p.key LEFT JOIN reviews w ON w.version = v.key \
    LEFT JOIN selections s ON s.paragraph = p.key GROUP BY p.key"
);
const CHAPTERS_OF: Sql = sql!(
    "SELECT p.key, c.key AS chapter, c.number FROM ",
    { "json_each($1)" | "(SELECT unnest($1) AS value)" },
    " wanted JOIN paragraphs p ON p.key = wanted.value JOIN chapters c ON c.key = p.chapter WHERE p.position >= 0"
);
const MODELS: Sql = sql!(
    "SELECT model, count(*) AS n FROM (SELECT ",
    { "v.author ->> '$.model'" | "v.author::json ->> 'model'" },
    " AS model FROM selections s JOIN versions v ON v.key = s.version WHERE s.book = $1 AND s.version IS NOT NULL) m \
    WHERE model IS NOT NULL GROUP BY model ORDER BY n DESC, model"
);

impl SqlLibrary {
    pub(crate) async fn models_of(&self, book: BookId) -> Result<Vec<String>, StoreError> {
        let mut reader = self.reader().await?;
        let key = self.map_db_error(book_key(&mut reader, book).await)?;
        let rows = query_scalar::<String>(MODELS).bind(key.0).fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from))
    }

    pub(crate) async fn activity(&self, only: Option<BookId>) -> Result<Vec<BookActivity>, StoreError> {
        let mut reader = self.reader().await?;
        let only = only.map(|book| stored(book.number()));
        let rows = query(ACTIVITY).bind(only).fetch_all(&mut reader).await;
        let rows = self.map_db_error(rows.map_err(DbError::from))?;
        let read = rows.iter().map(|row| -> Result<_, DbError> {
            Ok(BookActivity {
                book: book_id(row, "id")?,
                cost_micros: row.try_get("cost")?,
                last_ms: row.try_get("last_ms")?,
            })
        });
        self.map_db_error(read.collect())
    }

    pub(crate) async fn usage(&self, book: BookId) -> Result<Vec<ChapterUsage>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(usage(&mut reader, book).await)
    }

    pub(crate) async fn version_counts(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<HashMap<ParagraphId, VersionCounts>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(version_counts(&mut reader, book, paragraphs).await)
    }

    pub(crate) async fn chapters_of(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<HashMap<ParagraphId, (ChapterId, u32)>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(chapters_of(&mut reader, book, paragraphs).await)
    }

    pub(crate) async fn effects_since(
        &self,
        book: BookId,
        since: Option<ChangeId>,
        most: u32,
    ) -> Result<Option<Vec<Effect>>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(history::effects_since(&mut reader, book, since, most).await)
    }

    pub(crate) async fn changes_before(
        &self,
        book: BookId,
        before: Option<ChangeId>,
        limit: u32,
    ) -> Result<Vec<ChangeRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(history::changes_before(&mut reader, book, before, limit).await)
    }

    pub(crate) async fn claim(&self, book: BookId) -> Result<Option<ClaimRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(claim(&mut reader, book).await)
    }
}

async fn usage(connection: &mut Connection, book: BookId) -> Result<Vec<ChapterUsage>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(USAGE).bind(key.0).fetch_all(connection).await?;
    let read = rows.iter().map(|row| {
        Ok(ChapterUsage {
            run: run_id(row, "run")?,
            chapter: ChapterId::from_number(number_in(row.try_get("chapter")?)),
            model: row.try_get("model")?,
            n_tasks: count(row, "n_tasks")?,
            usage: StepUsage {
                input: row.try_get("input")?,
                cached_input: row.try_get("cached_input")?,
                output: row.try_get("output")?,
                reasoning: row.try_get("reasoning")?,
                cost_micros: row.try_get("cost_micros")?,
            },
        })
    });
    read.collect()
}

async fn version_counts(
    connection: &mut Connection,
    book: BookId,
    paragraphs: &[ParagraphId],
) -> Result<HashMap<ParagraphId, VersionCounts>, DbError> {
    let key = book_key(connection, book).await?;
    let keys: Vec<i64> = paragraphs.iter().map(|paragraph| key.paragraph(*paragraph)).collect();
    let rows = query(COUNTS).bind(keys).fetch_all(connection).await?;
    let read = rows.iter().map(|row| {
        let author: Option<&str> = row.try_get("author")?;
        let counts = VersionCounts {
            n_versions: count(row, "n_versions")?,
            n_suggestions: count(row, "n_suggestions")?,
            n_reviewed: count(row, "n_reviewed")?,
            n_comments: count(row, "n_comments")?,
            author: author.map(serde_json::from_str).transpose()?,
        };
        Ok((ParagraphId::from_number(number_in(row.try_get("key")?)), counts))
    });
    read.collect()
}

async fn chapters_of(
    connection: &mut Connection,
    book: BookId,
    paragraphs: &[ParagraphId],
) -> Result<HashMap<ParagraphId, (ChapterId, u32)>, DbError> {
    let key = book_key(connection, book).await?;
    let keys = paragraphs.iter().map(|paragraph| key.paragraph(*paragraph)).collect();
    chapters_of_keys(connection, keys).await
}

/// The same for rows of one book.
pub(super) async fn chapters_of_keys(
    connection: &mut Connection,
    keys: Vec<i64>,
) -> Result<HashMap<ParagraphId, (ChapterId, u32)>, DbError> {
    let rows = query(CHAPTERS_OF).bind(keys).fetch_all(connection).await?;
    let read = rows.iter().map(|row| {
        let chapter = ChapterId::from_number(number_in(row.try_get("chapter")?));
        let paragraph = ParagraphId::from_number(number_in(row.try_get("key")?));
        Ok((paragraph, (chapter, count(row, "number")?)))
    });
    read.collect()
}

async fn claim(connection: &mut Connection, book: BookId) -> Result<Option<ClaimRecord>, DbError> {
    let key = book_key(connection, book).await?;
    let row = query("SELECT run, holder, until_ms FROM claims WHERE book = $1")
        .bind(key.0)
        .fetch_optional(connection)
        .await?;
    let read = row.map(|row| -> Result<_, DbError> {
        Ok(ClaimRecord {
            run: run_id(&row, "run")?,
            holder: row.try_get("holder")?,
            until_ms: row.try_get("until_ms")?,
        })
    });
    read.transpose()
}
