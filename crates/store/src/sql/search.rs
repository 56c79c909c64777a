//! Search: pages of folded text are read in order until enough is found, which is exact and has no index to keep.

use super::driver::{self, Connection};
use super::history::last_change;
use super::rows::{BookKey, book_key, count, paragraph, select_paragraphs};
use super::search_pages::{self, MadePages, PAGE, Side};
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::record::ParagraphRecord;
use crate::search::needles::Needles;
use crate::search::{SearchCursor, SearchHit, SearchPage, SearchQuery, SearchScope};
use book::id::BookId;
use std::collections::BTreeMap;

/// What follows a page of results is counted up to here.
const MAX_COUNTED: u32 = 1000;
/// Pages read at a time: few at first, because a common word is found at once, then more.
const FIRST_BATCH: u32 = 16;
pub(super) const LARGEST_BATCH: u32 = 128;

impl SqlLibrary {
    pub(crate) async fn search(&self, book: BookId, query: &SearchQuery) -> Result<SearchPage, StoreError> {
        let mut made = MadePages::default();
        // One moment of the library for the whole search, so that pages and paragraphs agree.
        let mut snapshot = self.snapshot().await?;
        let found = search(&mut snapshot, book, query, &mut made).await;
        drop(snapshot);
        let (key, made_after, page) = self.map_db_error(found)?;
        self.keep_made(key, &made, made_after).await;
        Ok(page)
    }

    /// Keeps pages that were made. Not being able to only means that the next search makes them again.
    pub(super) async fn keep_made(&self, key: BookKey, made: &MadePages, made_after: Option<i64>) {
        if made.is_worth_keeping()
            && let Err(error) = self.keep_pages(key, made, made_after).await
        {
            tracing::debug!(%error, "pages for search are not kept");
        }
    }
}

async fn search(
    connection: &mut Connection,
    book: BookId,
    query: &SearchQuery,
    made: &mut MadePages,
) -> Result<(BookKey, Option<i64>, SearchPage), DbError> {
    let key = book_key(connection, book).await?;
    let made_after = last_change(connection, key).await?;
    let needles = Needles::new(&query.texts, query.matching);
    let mut page = SearchPage { hits: Vec::new(), next: None, n_more: 0, n_more_is_exact: true };
    let Some(stretch) = Stretch::for_query(connection, key, query).await?.filter(|_| !needles.is_empty())
    else {
        return Ok((key, made_after, page));
    };
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let (mut next, mut batch) = (stretch.first / PAGE, FIRST_BATCH);
    while next <= stretch.last / PAGE && page.n_more_is_exact {
        let last = next.saturating_add(batch - 1).min(stretch.last / PAGE);
        let found = stretch.find(connection, key, (next, last), query.scope, &needles, made).await?;
        let n_shown = limit.saturating_sub(page.hits.len()).min(found.len());
        let (shown, counted) = found.split_at(n_shown);
        page.hits.extend(complete(connection, key, shown).await?);
        page.n_more = page.n_more.saturating_add(u32::try_from(counted.len()).unwrap_or(u32::MAX));
        page.n_more_is_exact = page.n_more < MAX_COUNTED;
        next = last + 1;
        batch = (batch * 2).min(LARGEST_BATCH);
    }
    page.n_more = page.n_more.min(MAX_COUNTED);
    if page.n_more > 0 {
        page.next = page.hits.last().map(|last| SearchCursor::after_position(last.paragraph.position));
    }
    Ok((key, made_after, page))
}

/// The positions that are looked at.
pub(super) struct Stretch {
    pub(super) first: u32,
    pub(super) last: u32,
}

/// The sides of a book that are meant.
pub(super) const fn sides(scope: SearchScope) -> &'static [Side] {
    match scope {
        SearchScope::Source => &[Side::Source],
        SearchScope::Translation => &[Side::Translation],
        SearchScope::Both => &[Side::Source, Side::Translation],
    }
}

impl Stretch {
    pub(super) async fn for_query(
        connection: &mut Connection,
        key: BookKey,
        query: &SearchQuery,
    ) -> Result<Option<Self>, DbError> {
        let row = if let Some(chapter) = query.chapter {
            let sql = "SELECT min(position) AS first, max(position) AS last FROM paragraphs \
                       WHERE chapter = $1 AND idx >= 0";
            driver::query(sql).bind(key.chapter(chapter)).fetch_one(connection).await?
        } else {
            let sql =
                "SELECT 0 AS first, max(position) AS last FROM paragraphs WHERE book = $1 AND position >= 0";
            driver::query(sql).bind(key.0).fetch_one(connection).await?
        };
        if row.try_get::<Option<i64>, _>("last")?.is_none() {
            return Ok(None);
        }
        let first = count(&row, "first")?;
        let first = query.after.map_or(first, |cursor| first.max(cursor.position().saturating_add(1)));
        Ok(Some(Self { first, last: count(&row, "last")? }).filter(|stretch| stretch.first <= stretch.last))
    }

    /// The paragraphs in these pages that match, in reading order.
    async fn find(
        &self,
        connection: &mut Connection,
        key: BookKey,
        pages: (u32, u32),
        scope: SearchScope,
        needles: &Needles,
        made: &mut MadePages,
    ) -> Result<Vec<SearchMatch>, DbError> {
        let mut found: BTreeMap<u32, SearchMatch> = BTreeMap::new();
        for side in sides(scope) {
            for (page, text) in search_pages::texts(connection, key, *side, pages, made).await? {
                for place in needles.places_in(&text) {
                    let position = page * PAGE + place;
                    if (self.first..=self.last).contains(&position) {
                        let one = found
                            .entry(position)
                            .or_insert(SearchMatch { position, ..SearchMatch::default() });
                        one.in_source |= *side == Side::Source;
                        one.in_translation |= *side == Side::Translation;
                    }
                }
            }
        }
        Ok(found.into_values().collect())
    }
}

/// A paragraph that matches.
#[derive(Clone, Copy, Default)]
struct SearchMatch {
    position: u32,
    in_source: bool,
    in_translation: bool,
}

async fn complete(
    connection: &mut Connection,
    key: BookKey,
    found: &[SearchMatch],
) -> Result<Vec<SearchHit>, DbError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let positions: Vec<i64> = found.iter().map(|found| i64::from(found.position)).collect();
    let rows = driver::query(select_paragraphs!(
        "WHERE p.book = $1 AND p.position IN (",
        { "SELECT value FROM json_each($2)" | "SELECT unnest($2)" },
        ") ORDER BY p.position"
    ))
    .bind(key.0)
    .bind(positions)
    .fetch_all(connection)
    .await?;
    let records = rows.iter().map(paragraph).collect::<Result<Vec<ParagraphRecord>, DbError>>()?;
    let hit = |(paragraph, found): (ParagraphRecord, &SearchMatch)| SearchHit {
        paragraph,
        in_source: found.in_source,
        in_translation: found.in_translation,
    };
    Ok(records.into_iter().zip(found).map(hit).collect())
}
