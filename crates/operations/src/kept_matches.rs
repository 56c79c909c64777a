//! How often something stands in a book, with what is known from the last time: only chapters that have changed are counted
//! again.

use crate::search::{Query, count};
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId};
use std::collections::HashMap;
use store::error::StoreError;
use store::library::Library;
use store::search::{ChapterMatches, MatchCounts};
use store::stats::{ChapterRevision, ChapterRevisions};

/// If more chapters have to be counted, the whole book is counted in one go, which takes about as long.
const MAX_COUNTED_AGAIN: usize = 32;

/// What was counted, and what is kept for the next time.
#[derive(Debug)]
pub struct KeptMatches {
    pub counts: MatchCounts,
    /// Chapters that were counted to their end, those without a match too.
    chapters: HashMap<ChapterId, Counted>,
    n_counted_again: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Counted {
    revision: ChapterRevision,
    matches: ChapterMatches,
}

impl KeptMatches {
    /// How many chapters had to be counted, the others being known; `None` if the whole book was.
    pub const fn n_counted_again(&self) -> Option<usize> {
        self.n_counted_again
    }
}

/// Counts what [`page`](crate::search::page) would give in all its pages, up to `most` paragraphs. `before` must be of the
/// same book and query, and counted up to as many.
#[boxed]
pub async fn count_again(
    library: &Library,
    book: BookId,
    query: &Query<'_>,
    most: usize,
    before: Option<&KeptMatches>,
) -> Result<KeptMatches, StoreError> {
    // Read before the text: what changes meanwhile is counted again the next time.
    let revisions = library.chapter_revisions(book).await?;
    let is_kept = query.is_in_index() && query.chapter.is_none();
    if let Some(before) = before.filter(|_| is_kept)
        && let Some(counted) = changed_only(library, book, query, (most, before), &revisions).await?
    {
        return Ok(counted);
    }
    let counts = count(library, book, query, most).await?;
    let mut chapters = HashMap::new();
    if is_kept {
        let mut matches: HashMap<ChapterId, ChapterMatches> =
            counts.chapters.iter().map(|one| (one.chapter, *one)).collect();
        let last = counts.chapters.last().map(|last| last.chapter);
        for chapter in library.chapters(book).await? {
            if !counts.is_whole && last == Some(chapter.id) {
                // Counting stopped in it, or before the next one.
                break;
            }
            let revision = revisions.of(chapter.id);
            let matches = matches.remove(&chapter.id).unwrap_or_else(|| none(chapter.id));
            chapters.insert(chapter.id, Counted { revision, matches });
        }
    }
    Ok(KeptMatches { counts, chapters, n_counted_again: None })
}

/// Counts the chapters that have changed; `None` if they are too many.
async fn changed_only(
    library: &Library,
    book: BookId,
    query: &Query<'_>,
    (most, before): (usize, &KeptMatches),
    revisions: &ChapterRevisions,
) -> Result<Option<KeptMatches>, StoreError> {
    let (mut counts, mut chapters, mut n_counted_again) = (MatchCounts::NONE, HashMap::new(), 0);
    for chapter in library.chapters(book).await? {
        let revision = revisions.of(chapter.id);
        let left = most.saturating_sub(counts.n_paragraphs);
        let known = before.chapters.get(&chapter.id).filter(|known| known.revision == revision);
        let known = known.filter(|known| known.matches.n_paragraphs <= left);
        if known.is_none() && n_counted_again == MAX_COUNTED_AGAIN {
            return Ok(None);
        }
        let (matches, is_whole) = if let Some(known) = known {
            (known.matches, true)
        } else {
            n_counted_again += 1;
            let counted = library.search_counts(book, &query.indexed(Some(chapter.id), left)).await?;
            let matches = counted.chapters.first().copied();
            (matches.unwrap_or_else(|| none(chapter.id)), counted.is_whole)
        };
        if matches.n_paragraphs > 0 {
            counts.add(matches);
        }
        if !is_whole {
            counts.is_whole = false;
            break;
        }
        chapters.insert(chapter.id, Counted { revision, matches });
    }
    Ok(Some(KeptMatches { counts, chapters, n_counted_again: Some(n_counted_again) }))
}

const fn none(chapter: ChapterId) -> ChapterMatches {
    ChapterMatches { chapter, n_paragraphs: 0, n_places: 0 }
}
