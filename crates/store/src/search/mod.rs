//! What can be searched for, and what is found.

pub(crate) mod needles;

use crate::record::ParagraphRecord;
use book::id::ChapterId;

/// What to look for in a book.
///
/// A text is found wherever it occurs, also inside a word. Upper and lower case, and full-width, half-width and
/// other compatibility forms of a character (NFKC), count as the same; tags and readings of ruby are not searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// The texts; empty ones are ignored.
    pub texts: Vec<String>,
    /// Whether all texts must occur together or any will do.
    pub matching: Matching,
    /// Where to look.
    pub scope: SearchScope,
    /// Only this chapter.
    pub chapter: Option<ChapterId>,
    /// How many paragraphs to give at most.
    pub limit: u32,
    /// Where an earlier page stopped.
    pub after: Option<SearchCursor>,
}

impl SearchQuery {
    /// Looks for one text in source and translation.
    pub fn text(text: impl Into<String>, limit: u32) -> Self {
        Self {
            texts: vec![text.into()],
            matching: Matching::All,
            scope: SearchScope::Both,
            chapter: None,
            limit,
            after: None,
        }
    }
}

/// How several texts are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// All of them occur in the source, or all of them in the translation.
    All,
    /// At least one of them occurs.
    Any,
}

/// Which side of the book is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchScope {
    Source,
    /// The selected translations.
    Translation,
    Both,
}

/// Where a page of results stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchCursor(u32);

impl SearchCursor {
    /// The cursor after the paragraph at this position of the book.
    pub const fn after_position(position: u32) -> Self {
        Self(position)
    }

    /// The position of the last paragraph given.
    pub const fn position(self) -> u32 {
        self.0
    }
}

/// One page of results, in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchPage {
    /// What was found.
    pub hits: Vec<SearchHit>,
    /// Where to go on, if there is more.
    pub next: Option<SearchCursor>,
    /// How many more paragraphs there are after this page.
    pub n_more: u32,
    /// Whether `n_more` is the whole truth; counting stops after a thousand.
    pub n_more_is_exact: bool,
}

/// How often something stands in a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchCounts {
    /// In how many paragraphs.
    pub n_paragraphs: usize,
    /// At how many places of them.
    pub n_places: usize,
    /// The same by chapter, in reading order; chapters without any are left out.
    pub chapters: Vec<ChapterMatches>,
    /// Whether everything was counted.
    pub is_whole: bool,
}

impl MatchCounts {
    /// Nothing found so far.
    pub const NONE: Self = Self { n_paragraphs: 0, n_places: 0, chapters: Vec::new(), is_whole: true };

    /// Adds what follows in reading order.
    pub fn add(&mut self, more: ChapterMatches) {
        self.n_paragraphs += more.n_paragraphs;
        self.n_places += more.n_places;
        match self.chapters.last_mut() {
            Some(last) if last.chapter == more.chapter => {
                last.n_paragraphs += more.n_paragraphs;
                last.n_places += more.n_places;
            }
            Some(_) | None => self.chapters.push(more),
        }
    }
}

/// How often something stands in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChapterMatches {
    pub chapter: ChapterId,
    /// In how many paragraphs.
    pub n_paragraphs: usize,
    /// At how many places of them.
    pub n_places: usize,
}

/// A paragraph that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchHit {
    pub paragraph: ParagraphRecord,
    /// Whether its source matches.
    pub in_source: bool,
    /// Whether its translation matches.
    pub in_translation: bool,
}
