//! Where something stands in a book: in pages, and counted by chapter. Words go through the library's index first; an
//! expression reads every paragraph.

use crate::pattern::{Pattern, PatternOptions};
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId};
use store::error::StoreError;
use store::library::Library;
use store::record::ParagraphRecord;
use store::search::{
    ChapterMatches, MatchCounts, Matching, SearchCursor, SearchHit, SearchQuery, SearchScope,
};

/// How many paragraphs are read from the index in one go.
const PAGE: u32 = 1_000;
/// Counting for a page stops after so many paragraphs.
pub const MAX_COUNTED: usize = 20_000;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The words as they were typed.
    pub find: &'a str,
    /// The same, compiled.
    pub pattern: &'a Pattern,
    /// How it was compiled.
    pub options: PatternOptions,
    /// Which side.
    pub scope: SearchScope,
    /// Only this chapter.
    pub chapter: Option<ChapterId>,
    /// How many paragraphs at most.
    pub limit: u32,
    /// Where an earlier page stopped.
    pub after: Option<SearchCursor>,
}

impl Query<'_> {
    /// Whether the index recognises exactly what is meant: then it is counted in it, without reading a paragraph.
    pub(crate) const fn is_in_index(&self) -> bool {
        !self.options.regex && !self.options.match_case && !self.options.whole_word
    }

    /// What the index is asked for, up to so many paragraphs.
    pub(crate) fn indexed(&self, chapter: Option<ChapterId>, limit: usize) -> SearchQuery {
        SearchQuery {
            texts: vec![self.find.to_owned()],
            matching: Matching::All,
            scope: self.scope,
            chapter,
            limit: u32::try_from(limit).unwrap_or(u32::MAX),
            after: None,
        }
    }
}

/// A page of what was found, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchHits {
    /// The paragraphs.
    pub hits: Vec<SearchHit>,
    /// Where to go on, if there may be more.
    pub next: Option<SearchCursor>,
}

/// How many paragraphs to ask for where all are wanted: an expression reads the whole book for every page.
pub const fn whole_page(options: PatternOptions) -> u32 {
    if options.regex { u32::MAX } else { PAGE }
}

/// One page.
#[boxed]
pub async fn page(library: &Library, book: BookId, query: &Query<'_>) -> Result<SearchHits, StoreError> {
    if query.options.regex {
        return read_through(library, book, query).await;
    }
    let mut found = SearchHits { hits: Vec::new(), next: query.after };
    let is_exact = query.options.match_case || query.options.whole_word;
    loop {
        let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
        let indexed = SearchQuery { after: found.next, ..query.indexed(query.chapter, limit) };
        let page = library.search(book, &indexed).await?;
        found.next = page.next;
        for hit in page.hits {
            // Without a wish for exactness the index decides: it also folds the widths of characters.
            let hit = if is_exact { matched(hit.paragraph, query) } else { Some(hit) };
            found.hits.extend(hit);
        }
        if found.next.is_none() || !found.hits.is_empty() {
            return Ok(found);
        }
    }
}

/// Counts what [`page`] would give in all its pages, up to so many paragraphs.
pub(crate) async fn count(
    library: &Library,
    book: BookId,
    query: &Query<'_>,
    most: usize,
) -> Result<MatchCounts, StoreError> {
    if query.is_in_index() {
        return library.search_counts(book, &query.indexed(query.chapter, most)).await;
    }
    let mut counts = MatchCounts::NONE;
    // In one go, as far as is counted at all: every further page would be looked at twice.
    let limit = if query.options.regex { u32::MAX } else { u32::try_from(most).unwrap_or(u32::MAX) };
    let mut query = Query { limit, after: None, ..*query };
    loop {
        let found = page(library, book, &query).await?;
        for hit in &found.hits {
            let (chapter, n_places) = (hit.paragraph.chapter, n_places(hit, query.pattern));
            counts.add(ChapterMatches { chapter, n_paragraphs: 1, n_places });
        }
        query.after = found.next;
        if query.after.is_none() {
            return Ok(counts);
        }
        if counts.n_paragraphs >= most {
            counts.is_whole = false;
            return Ok(counts);
        }
    }
}

/// How often it stands in a paragraph that was found; what only the index recognises counts once.
fn n_places(hit: &SearchHit, pattern: &Pattern) -> usize {
    let source = if hit.in_source { pattern.places(&hit.paragraph.text.plain()).len() } else { 0 };
    let translation = hit.paragraph.translation.as_ref().filter(|_| hit.in_translation);
    (source + translation.map_or(0, |text| pattern.places(&text.plain()).len())).max(1)
}

async fn read_through(library: &Library, book: BookId, query: &Query<'_>) -> Result<SearchHits, StoreError> {
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let mut found = SearchHits::default();
    for paragraph in library.all_paragraphs(book).await? {
        let position = paragraph.position;
        let is_before = query.after.is_some_and(|after| position <= after.position());
        if is_before || query.chapter.is_some_and(|chapter| chapter != paragraph.chapter) {
            continue;
        }
        let Some(hit) = matched(paragraph, query) else { continue };
        if found.hits.len() == limit {
            found.next = found.hits.last().map(|last| SearchCursor::after_position(last.paragraph.position));
            break;
        }
        found.hits.push(hit);
    }
    Ok(found)
}

fn matched(paragraph: ParagraphRecord, query: &Query<'_>) -> Option<SearchHit> {
    let in_source = query.scope != SearchScope::Translation && query.pattern.is_in(&paragraph.text.plain());
    let translation = paragraph.translation.as_ref().filter(|_| query.scope != SearchScope::Source);
    let in_translation = translation.is_some_and(|text| query.pattern.is_in(&text.plain()));
    (in_source || in_translation).then_some(SearchHit { paragraph, in_source, in_translation })
}
