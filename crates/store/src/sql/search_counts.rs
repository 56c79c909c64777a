//! How often something stands in a book, counted in the pages of folded text: no paragraph is read for it.

use super::driver::{Connection, query};
use super::history::last_change;
use super::rows::{BookKey, book_key, count, number_in};
use super::search::{LARGEST_BATCH, Stretch, sides};
use super::search_pages::{self, MadePages, PAGE};
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::search::needles::Needles;
use crate::search::{ChapterMatches, MatchCounts, SearchQuery};
use book::id::{BookId, ChapterId};
use std::collections::BTreeMap;

impl SqlLibrary {
    pub(crate) async fn search_counts(
        &self,
        book: BookId,
        wanted: &SearchQuery,
    ) -> Result<MatchCounts, StoreError> {
        let mut made = MadePages::default();
        // One moment of the library for the whole count, so that pages and chapters agree.
        let mut snapshot = self.snapshot().await?;
        let counted = counted(&mut snapshot, book, wanted, &mut made).await;
        drop(snapshot);
        let (key, made_after, counts) = self.map_db_error(counted)?;
        self.keep_made(key, &made, made_after).await;
        Ok(counts)
    }
}

async fn counted(
    connection: &mut Connection,
    book: BookId,
    wanted: &SearchQuery,
    made: &mut MadePages,
) -> Result<(BookKey, Option<i64>, MatchCounts), DbError> {
    let key = book_key(connection, book).await?;
    let made_after = last_change(connection, key).await?;
    let needles = Needles::new(&wanted.texts, wanted.matching);
    let mut counts = MatchCounts::NONE;
    let Some(stretch) = Stretch::for_query(connection, key, wanted).await?.filter(|_| !needles.is_empty())
    else {
        return Ok((key, made_after, counts));
    };
    let chapters = match wanted.chapter {
        Some(chapter) => BTreeMap::from([(stretch.first, chapter)]),
        None => chapters(connection, key).await?,
    };
    let limit = usize::try_from(wanted.limit).unwrap_or(usize::MAX);
    let mut next = stretch.first / PAGE;
    while next <= stretch.last / PAGE && counts.is_whole {
        let last = next.saturating_add(LARGEST_BATCH - 1).min(stretch.last / PAGE);
        let mut found: BTreeMap<u32, usize> = BTreeMap::new();
        for side in sides(wanted.scope) {
            for (page, text) in search_pages::texts(connection, key, *side, (next, last), made).await? {
                for (place, n) in needles.counts_in(&text) {
                    *found.entry(page * PAGE + place).or_default() += n;
                }
            }
        }
        for (position, n) in found.range(stretch.first..=stretch.last) {
            if counts.n_paragraphs == limit {
                counts.is_whole = false;
                break;
            }
            if let Some(chapter) = chapters.range(..=*position).next_back().map(|(_, chapter)| *chapter) {
                counts.add(ChapterMatches { chapter, n_paragraphs: 1, n_places: *n });
            }
        }
        next = last + 1;
    }
    Ok((key, made_after, counts))
}

/// The chapters by the position of their first paragraph.
async fn chapters(connection: &mut Connection, key: BookKey) -> Result<BTreeMap<u32, ChapterId>, DbError> {
    let rows = query("SELECT key, n_paragraphs FROM chapters WHERE book = $1 AND number > 0 ORDER BY number")
        .bind(key.0)
        .fetch_all(connection)
        .await?;
    let mut chapters = BTreeMap::new();
    let mut position = 0_u32;
    for row in rows {
        let n_paragraphs = count(&row, "n_paragraphs")?;
        if n_paragraphs > 0 {
            chapters.insert(position, ChapterId::from_number(number_in(row.try_get("key")?)));
        }
        position = position.saturating_add(n_paragraphs);
    }
    Ok(chapters)
}
