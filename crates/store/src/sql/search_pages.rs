//! Pages of folded text: what a search reads. A search makes the missing ones and keeps them if that was work; a run that
//! came to rest makes them too. A change of their text deletes them.

use super::driver::{Connection, Sql, query, query_scalar, sql};
use super::history::last_change;
use super::rows::{BookKey, book_key, count, number_in};
use super::scope::Scope;
use super::search::LARGEST_BATCH;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::search::needles::PageText;
use book::id::BookId;
use book::text::markup::Marked;
use futures::TryStreamExt;
use std::collections::{BTreeMap, BTreeSet};

/// Positions in one page: large enough that a book is few rows, small enough that a changed paragraph costs little.
pub(super) const PAGE: u32 = 128;
/// Fewer missing pages are made anew for each search: a run that is under way changes them all the time.
const WORTH_KEEPING: usize = 16;

pub(super) const SOURCE_PAGES: &str =
    "SELECT key, text FROM source_pages WHERE key BETWEEN $1 AND $2 ORDER BY key";
pub(super) const TRANSLATION_PAGES: &str =
    "SELECT key, text FROM translation_pages WHERE key BETWEEN $1 AND $2 ORDER BY key";
pub(super) const SOURCE_PAGE_KEYS: &str = "SELECT key FROM source_pages WHERE key BETWEEN $1 AND $2";
pub(super) const TRANSLATION_PAGE_KEYS: &str =
    "SELECT key FROM translation_pages WHERE key BETWEEN $1 AND $2";
pub(super) const SOURCES: &str = "SELECT p.position, p.text FROM paragraphs p \
    WHERE p.book = $1 AND p.position BETWEEN $2 AND $3 ORDER BY p.position";
pub(super) const TRANSLATIONS: Sql = sql!(
    "SELECT p.position, v.text FROM paragraphs p ",
    { "CROSS " | "" },
    "JOIN selections s ON s.paragraph = p.key JOIN versions v ON v.key = s.version \
    WHERE p.book = $1 AND p.position BETWEEN $2 AND $3 ORDER BY p.position"
);

/// Which text of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Translation,
}

/// Pages that had to be made for a search.
#[derive(Default)]
pub(super) struct MadePages(Vec<(Side, i64, String)>);

impl MadePages {
    pub(super) const fn is_worth_keeping(&self) -> bool {
        self.0.len() >= WORTH_KEEPING
    }
}

/// The texts of pages in a row, by their number; those that are missing are made.
pub(super) async fn texts(
    connection: &mut Connection,
    key: BookKey,
    side: Side,
    (first, last): (u32, u32),
    made: &mut MadePages,
) -> Result<BTreeMap<u32, String>, DbError> {
    let sql = match side {
        Side::Source => SOURCE_PAGES,
        Side::Translation => TRANSLATION_PAGES,
    };
    let rows = query(sql)
        .bind(key.at_position(first))
        .bind(key.at_position(last))
        .fetch_all(&mut *connection)
        .await?;
    let mut texts = BTreeMap::new();
    for row in rows {
        texts.insert(super::rows::number_in(row.try_get("key")?), row.try_get("text")?);
    }
    let missing: Vec<u32> = (first..=last).filter(|page| !texts.contains_key(page)).collect();
    for (page, text) in make_each(connection, key, side, &missing).await? {
        made.0.push((side, key.at_position(page), text.clone()));
        texts.insert(page, text);
    }
    Ok(texts)
}

/// Makes these pages; their numbers ascend.
async fn make_each(
    connection: &mut Connection,
    key: BookKey,
    side: Side,
    numbers: &[u32],
) -> Result<Vec<(u32, String)>, DbError> {
    let mut pages = Vec::with_capacity(numbers.len());
    for run in numbers.chunk_by(|one, next| one + 1 == *next) {
        let (Some(from), Some(to)) = (run.first(), run.last()) else { continue };
        pages.extend(make(connection, key, side, (*from, *to)).await?);
    }
    Ok(pages)
}

async fn make(
    connection: &mut Connection,
    key: BookKey,
    side: Side,
    (first, last): (u32, u32),
) -> Result<BTreeMap<u32, String>, DbError> {
    let sql = match side {
        Side::Source => SOURCES.into(),
        Side::Translation => TRANSLATIONS,
    };
    let mut pages: BTreeMap<u32, PageText> = (first..=last).map(|page| (page, PageText::default())).collect();
    let mut rows = query(sql)
        .bind(key.0)
        .bind(i64::from(first) * i64::from(PAGE))
        .bind((i64::from(last) + 1) * i64::from(PAGE) - 1)
        .fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let position = count(&row, "position")?;
        let plain = Marked::from_written(row.try_get("text")?);
        pages.entry(position / PAGE).or_default().insert(position % PAGE, &plain.plain());
    }
    Ok(pages.into_iter().map(|(page, text)| (page, text.into_string())).collect())
}

/// Forgets the pages of translations at these positions.
pub(super) async fn forget_translations(
    connection: &mut Connection,
    key: BookKey,
    positions: impl IntoIterator<Item = u32>,
) -> Result<(), DbError> {
    let mut pages: Vec<i64> =
        positions.into_iter().map(|position| key.at_position(position / PAGE)).collect();
    pages.sort_unstable();
    pages.dedup();
    for page in pages {
        query("DELETE FROM translation_pages WHERE key = $1").bind(page).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets all pages of a book.
pub(super) async fn forget_book(connection: &mut Connection, key: BookKey) -> Result<(), DbError> {
    let (first, last) = key.range();
    for statement in [
        "DELETE FROM translation_pages WHERE key BETWEEN $1 AND $2",
        "DELETE FROM source_pages WHERE key BETWEEN $1 AND $2",
    ] {
        query(statement).bind(first).bind(last).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The pages that a book misses among the first ones from a number on.
struct MissingPages {
    key: BookKey,
    made_after: Option<i64>,
    made: MadePages,
    /// Where to go on; none at the end of the book.
    next: Option<u32>,
}

async fn make_missing(
    connection: &mut Connection,
    book: BookId,
    first: u32,
) -> Result<MissingPages, DbError> {
    let key = book_key(connection, book).await?;
    let made_after = last_change(connection, key).await?;
    let mut missing = MissingPages { key, made_after, made: MadePages::default(), next: None };
    let end: Option<i64> =
        query_scalar("SELECT max(position) FROM paragraphs WHERE book = $1 AND position >= 0")
            .bind(key.0)
            .fetch_one(&mut *connection)
            .await?;
    let Some(end) = end.map(|position| number_in(position) / PAGE).filter(|end| first <= *end) else {
        return Ok(missing);
    };
    let last = first.saturating_add(LARGEST_BATCH - 1).min(end);
    for (side, keys) in [(Side::Source, SOURCE_PAGE_KEYS), (Side::Translation, TRANSLATION_PAGE_KEYS)] {
        let present: Vec<i64> = query_scalar(keys)
            .bind(key.at_position(first))
            .bind(key.at_position(last))
            .fetch_all(&mut *connection)
            .await?;
        let present: BTreeSet<u32> = present.into_iter().map(number_in).collect();
        let numbers: Vec<u32> = (first..=last).filter(|page| !present.contains(page)).collect();
        let pages = make_each(connection, key, side, &numbers).await?;
        missing.made.0.extend(pages.into_iter().map(|(page, text)| (side, key.at_position(page), text)));
    }
    missing.next = (last < end).then(|| last + 1);
    Ok(missing)
}

impl SqlLibrary {
    /// Makes pages that the next search of a book would have to make, keeps them, and says how many they were. It stops
    /// after the batch in which they are as many as this many paragraphs fill on both sides.
    pub(crate) async fn prepare_search(&self, book: BookId, n_paragraphs: u32) -> Result<usize, StoreError> {
        let most = usize::try_from(n_paragraphs.div_ceil(PAGE)).unwrap_or(usize::MAX).saturating_mul(2);
        let (mut n_made, mut next) = (0, Some(0));
        while let Some(first) = next.filter(|_| n_made < most) {
            let mut snapshot = self.snapshot().await?;
            let missing = make_missing(&mut snapshot, book, first).await;
            drop(snapshot);
            let missing = self.map_db_error(missing)?;
            if !missing.made.0.is_empty() {
                self.keep_pages(missing.key, &missing.made, missing.made_after).await?;
            }
            n_made += missing.made.0.len();
            next = missing.next;
        }
        Ok(n_made)
    }

    /// Keeps pages for the next search, unless the book has changed since they were made or is gone.
    pub(super) async fn keep_pages(
        &self,
        key: BookKey,
        made: &MadePages,
        made_after: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut turn = self.begin_as_process(Scope::Key(key)).await?;
        let done = keep(&mut turn, key, made, made_after).await;
        self.end(turn, done).await
    }
}

async fn keep(
    connection: &mut Connection,
    key: BookKey,
    made: &MadePages,
    made_after: Option<i64>,
) -> Result<(), DbError> {
    let is_there: Option<i64> = query_scalar("SELECT key FROM books WHERE key = $1")
        .bind(key.0)
        .fetch_optional(&mut *connection)
        .await?;
    if is_there.is_none() || last_change(connection, key).await? != made_after {
        return Ok(());
    }
    for (side, page, text) in &made.0 {
        let sql = match side {
            Side::Source => {
                "INSERT INTO source_pages (key, text) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET text = excluded.text"
            }
            Side::Translation => {
                "INSERT INTO translation_pages (key, text) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET text = excluded.text"
            }
        };
        query(sql).bind(page).bind(text).execute(&mut *connection).await?;
    }
    Ok(())
}
