//! Search: the index of pieces names candidates in reading order, and each one is read and verified before it is shown.

use super::rows::{BookKey, book_key, count, paragraph, select_paragraphs};
use super::{Fault, SqliteLibrary};
use crate::error::StoreError;
use crate::record::ParagraphRecord;
use crate::search::grams::Needles;
use crate::search::{SearchCursor, SearchHit, SearchPage, SearchQuery, SearchScope};
use book::id::BookId;
use book::text::markup::Marked;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// Candidates read and verified at a time, besides the page itself: as many as are counted, because nearly all of
/// them turn out right, and asking the index once is what costs.
const BATCH: u32 = MAX_COUNTED + 1;
/// What follows a page is counted up to here.
const MAX_COUNTED: u32 = 1000;
/// However many are asked for, no more than this are held at a time before they are verified.
const MAX_BATCH: u32 = 2000;

pub(super) const IN_SOURCE: &str = "SELECT rowid FROM source_grams WHERE source_grams MATCH $1 \
    AND rowid BETWEEN $2 AND $3 ORDER BY rowid LIMIT $4";
pub(super) const IN_TRANSLATION: &str = "SELECT rowid FROM translation_grams WHERE translation_grams MATCH $1 \
    AND rowid BETWEEN $2 AND $3 ORDER BY rowid LIMIT $4";
pub(super) const IN_BOTH: &str = "SELECT rowid FROM source_grams WHERE source_grams MATCH $1 \
    AND rowid BETWEEN $2 AND $3 UNION SELECT rowid FROM translation_grams WHERE translation_grams MATCH $1 \
    AND rowid BETWEEN $2 AND $3 ORDER BY rowid LIMIT $4";
pub(super) const CANDIDATES: &str = "SELECT p.position, p.text, v.text AS translation FROM json_each($2) wanted \
    CROSS JOIN paragraphs p ON p.book = $1 AND p.position = wanted.value \
    LEFT JOIN selections s ON s.paragraph = p.key LEFT JOIN versions v ON v.key = s.version";

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
    let batch = BATCH.saturating_add(query.limit.min(MAX_BATCH));
    let mut stretch = Stretch::of(connection, key, query).await?;
    let condition = needles.condition();
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    loop {
        let candidates = stretch.next_candidates(connection, query.scope, &condition, batch).await?;
        let mut found = Vec::new();
        for candidate in read(connection, key, &candidates).await? {
            found.extend(candidate.verify(&needles, query.scope));
        }
        let n_shown = limit.saturating_sub(page.hits.len()).min(found.len());
        let (shown, counted) = found.split_at(n_shown);
        page.hits.extend(complete(connection, key, shown).await?);
        page.n_more = page.n_more.saturating_add(u32::try_from(counted.len()).unwrap_or(u32::MAX));
        page.n_more_is_exact = page.n_more < MAX_COUNTED;
        if candidates.len() < usize::try_from(batch).unwrap_or(usize::MAX) || !page.n_more_is_exact {
            break;
        }
    }
    page.n_more = page.n_more.min(MAX_COUNTED);
    if page.n_more > 0 {
        page.next = page.hits.last().map(|last| SearchCursor::after_position(last.paragraph.position));
    }
    Ok(page)
}

/// The rows of the search tables that are still to be looked at.
struct Stretch {
    first: i64,
    last: i64,
}

impl Stretch {
    async fn of(connection: &mut SqliteConnection, key: BookKey, query: &SearchQuery) -> Result<Self, Fault> {
        let (mut first, mut last) = key.range();
        if let Some(chapter) = query.chapter {
            let row = sqlx::query(
                "SELECT min(position) AS first, max(position) AS last FROM paragraphs WHERE chapter = $1 AND idx >= 0",
            )
            .bind(key.chapter(chapter))
            .fetch_one(connection)
            .await?;
            if row.try_get::<Option<i64>, _>("first")?.is_none() {
                return Ok(Self { first: 0, last: -1 });
            }
            (first, last) = (key.at_position(count(&row, "first")?), key.at_position(count(&row, "last")?));
        }
        if let Some(cursor) = query.after {
            first = first.max(key.at_position(cursor.position()).saturating_add(1));
        }
        Ok(Self { first, last })
    }

    /// Rows that may match, in reading order; the next call goes on after them.
    async fn next_candidates(
        &mut self,
        connection: &mut SqliteConnection,
        scope: SearchScope,
        condition: &str,
        n_wanted: u32,
    ) -> Result<Vec<i64>, Fault> {
        let sql = match scope {
            SearchScope::Source => IN_SOURCE,
            SearchScope::Translation => IN_TRANSLATION,
            SearchScope::Both => IN_BOTH,
        };
        let rows: Vec<i64> = sqlx::query_scalar(sql)
            .bind(condition)
            .bind(self.first)
            .bind(self.last)
            .bind(i64::from(n_wanted))
            .fetch_all(connection)
            .await?;
        if let Some(last) = rows.last() {
            self.first = last.saturating_add(1);
        }
        Ok(rows)
    }
}

/// Just enough of a paragraph to see whether it matches.
struct Candidate {
    position: u32,
    source: Marked,
    translation: Option<Marked>,
}

/// A paragraph that matches.
#[derive(Clone, Copy)]
struct Found {
    position: u32,
    in_source: bool,
    in_translation: bool,
}

impl Candidate {
    fn verify(&self, needles: &Needles, scope: SearchScope) -> Option<Found> {
        let (source, translation) = match scope {
            SearchScope::Source => (true, false),
            SearchScope::Translation => (false, true),
            SearchScope::Both => (true, true),
        };
        let in_source = source && needles.are_in(&self.source.plain());
        let in_translation =
            translation && self.translation.as_ref().is_some_and(|text| needles.are_in(&text.plain()));
        (in_source || in_translation).then_some(Found { position: self.position, in_source, in_translation })
    }
}

async fn read(
    connection: &mut SqliteConnection,
    key: BookKey,
    rows: &[i64],
) -> Result<Vec<Candidate>, Fault> {
    let positions: Vec<u32> = rows.iter().map(|row| super::rows::number_in(*row)).collect();
    let rows = sqlx::query(CANDIDATES)
        .bind(key.0)
        .bind(serde_json::to_string(&positions)?)
        .fetch_all(connection)
        .await?;
    let candidate = |row: &SqliteRow| -> Result<Candidate, Fault> {
        Ok(Candidate {
            position: count(row, "position")?,
            source: Marked::from_written(row.try_get("text")?),
            translation: row.try_get::<Option<String>, _>("translation")?.map(Marked::from_written),
        })
    };
    rows.iter().map(candidate).collect()
}

async fn complete(
    connection: &mut SqliteConnection,
    key: BookKey,
    found: &[Found],
) -> Result<Vec<SearchHit>, Fault> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let positions: Vec<u32> = found.iter().map(|found| found.position).collect();
    let rows = sqlx::query(select_paragraphs!(
        "WHERE p.book = $1 AND p.position IN (SELECT value FROM json_each($2)) ORDER BY p.position"
    ))
    .bind(key.0)
    .bind(serde_json::to_string(&positions)?)
    .fetch_all(connection)
    .await?;
    let records = rows.iter().map(paragraph).collect::<Result<Vec<ParagraphRecord>, Fault>>()?;
    let hit = |(paragraph, found): (ParagraphRecord, &Found)| SearchHit {
        paragraph,
        in_source: found.in_source,
        in_translation: found.in_translation,
    };
    Ok(records.into_iter().zip(found).map(hit).collect())
}
