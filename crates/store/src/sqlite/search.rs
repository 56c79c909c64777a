//! Search: the index of pieces names candidates, and each one is read and verified before it is shown.

use super::rows::{BookKey, book_key, paragraph, select_paragraphs};
use super::{Fault, SqliteLibrary};
use crate::error::StoreError;
use crate::record::ParagraphRecord;
use crate::search::grams::Needles;
use crate::search::{SearchCursor, SearchHit, SearchPage, SearchQuery, SearchScope};
use book::id::BookId;
use sqlx::sqlite::SqliteConnection;

/// Candidates read and verified at a time.
const BATCH: usize = 256;
/// What follows a page is counted up to here.
const MAX_COUNTED: u32 = 1000;

impl SqliteLibrary {
    pub(crate) async fn search(&self, book: BookId, query: &SearchQuery) -> Result<SearchPage, StoreError> {
        let mut reader = self.reader().await?;
        self.told(search(&mut reader, book, query).await)
    }
}

async fn search(
    connection: &mut SqliteConnection,
    book: BookId,
    query: &SearchQuery,
) -> Result<SearchPage, Fault> {
    let key = book_key(connection, book).await?;
    let needles = Needles::new(&query.texts, query.matching);
    let mut page = SearchPage { hits: Vec::new(), next: None, n_more: 0, n_more_is_exact: true };
    if needles.is_empty() {
        return Ok(page);
    }
    let candidates = match needles.condition() {
        Some(condition) => candidates(connection, key, query, &condition).await?,
        None => everything(connection, key, query).await?,
    };
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    for batch in candidates.chunks(BATCH) {
        for paragraph in read_batch(connection, batch).await? {
            let Some(hit) = verify(&needles, query.scope, paragraph) else { continue };
            if page.hits.len() < limit {
                page.hits.push(hit);
                continue;
            }
            page.next = page.hits.last().map(|last| SearchCursor::after_position(last.paragraph.position));
            page.n_more += 1;
            if page.n_more >= MAX_COUNTED {
                page.n_more_is_exact = false;
                return Ok(page);
            }
        }
    }
    Ok(page)
}

fn verify(needles: &Needles, scope: SearchScope, paragraph: ParagraphRecord) -> Option<SearchHit> {
    let (source, translation) = match scope {
        SearchScope::Source => (true, false),
        SearchScope::Translation => (false, true),
        SearchScope::Both => (true, true),
    };
    let in_source = source && needles.are_in(&paragraph.text.plain());
    let in_translation =
        translation && paragraph.translation.as_ref().is_some_and(|text| needles.are_in(&text.plain()));
    (in_source || in_translation).then_some(SearchHit { paragraph, in_source, in_translation })
}

/// Keys of the paragraphs that may match, in reading order.
async fn candidates(
    connection: &mut SqliteConnection,
    key: BookKey,
    query: &SearchQuery,
    condition: &str,
) -> Result<Vec<i64>, Fault> {
    let sql = match query.scope {
        SearchScope::Source => {
            "WITH found AS MATERIALIZED ( \
               SELECT rowid AS key FROM source_grams WHERE source_grams MATCH $1 AND rowid BETWEEN $2 AND $3) \
             SELECT p.key FROM found CROSS JOIN paragraphs p ON p.key = found.key \
             WHERE p.position > $4 AND ($5 IS NULL OR p.chapter = $5) ORDER BY p.position"
        }
        SearchScope::Translation => {
            "WITH found AS MATERIALIZED ( \
               SELECT rowid AS key FROM translation_grams WHERE translation_grams MATCH $1 AND rowid BETWEEN $2 AND $3) \
             SELECT p.key FROM found CROSS JOIN paragraphs p ON p.key = found.key \
             WHERE p.position > $4 AND ($5 IS NULL OR p.chapter = $5) ORDER BY p.position"
        }
        SearchScope::Both => {
            "WITH found AS MATERIALIZED ( \
               SELECT rowid AS key FROM source_grams WHERE source_grams MATCH $1 AND rowid BETWEEN $2 AND $3 \
               UNION \
               SELECT rowid AS key FROM translation_grams WHERE translation_grams MATCH $1 AND rowid BETWEEN $2 AND $3) \
             SELECT p.key FROM found CROSS JOIN paragraphs p ON p.key = found.key \
             WHERE p.position > $4 AND ($5 IS NULL OR p.chapter = $5) ORDER BY p.position"
        }
    };
    let (first, last) = key.range();
    let keys = sqlx::query_scalar(sql)
        .bind(condition)
        .bind(first)
        .bind(last)
        .bind(after(query))
        .bind(query.chapter.map(|chapter| key.chapter(chapter)))
        .fetch_all(connection)
        .await?;
    Ok(keys)
}

/// Keys of all paragraphs with text, for texts the index does not hold, such as `?!`.
async fn everything(
    connection: &mut SqliteConnection,
    key: BookKey,
    query: &SearchQuery,
) -> Result<Vec<i64>, Fault> {
    let keys = sqlx::query_scalar(
        "SELECT key FROM paragraphs WHERE book = $1 AND is_empty = 0 AND position > $2 \
         AND ($3 IS NULL OR chapter = $3) ORDER BY position",
    )
    .bind(key.0)
    .bind(after(query))
    .bind(query.chapter.map(|chapter| key.chapter(chapter)))
    .fetch_all(connection)
    .await?;
    Ok(keys)
}

fn after(query: &SearchQuery) -> i64 {
    query.after.map_or(-1, |cursor| i64::from(cursor.position()))
}

async fn read_batch(connection: &mut SqliteConnection, keys: &[i64]) -> Result<Vec<ParagraphRecord>, Fault> {
    let keys = serde_json::to_string(keys)?;
    let rows = sqlx::query(select_paragraphs!(
        "WHERE p.key IN (SELECT value FROM json_each($1)) ORDER BY p.position"
    ))
    .bind(keys)
    .fetch_all(connection)
    .await?;
    rows.iter().map(paragraph).collect()
}
