//! Which paragraphs of a book a person wants to see: by state, author, finding, staleness and length, for every door.

use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId};
use book::text::review::ReviewState;
use book::text::version::Author;
use store::error::StoreError;
use store::library::Library;
use store::record::{ChapterRecord, ParagraphRecord};
use store::stats::VersionCounts;

/// How many paragraphs are read at a time: a chapter may be larger than memory should be.
const AT_ONCE: u32 = 4_000;

/// What a paragraph must be; what is left out may be anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParagraphFilter {
    pub chapter: Option<ChapterId>,
    /// How far its translation is.
    pub state: Option<StateFilter>,
    /// Who made its translation.
    pub author: Option<AuthorFilter>,
    /// A check that found something in it, by its code.
    pub check: Option<String>,
    /// Whether its translation is stale.
    pub stale: bool,
    /// The least length of the source, in characters.
    pub min_length: Option<usize>,
    /// The greatest length of the source, in characters.
    pub max_length: Option<usize>,
}

impl ParagraphFilter {
    /// Whether every paragraph is let through.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How far a translation is, or that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateFilter {
    /// There is none.
    Untranslated,
    /// There is one, and it is so far.
    Review(ReviewState),
    /// A person reviewed it once, and it stands in other words since.
    Touched,
}

/// Who made a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorFilter {
    Person,
    /// Any other author.
    Model,
    /// The model of this name.
    Named(String),
}

impl StateFilter {
    /// The state with this word; `needs-work` and `needs work` are `needs_work`.
    pub fn from_word(text: &str) -> Option<Self> {
        let word = text.trim().replace(['-', ' '], "_");
        match word.as_str() {
            "untranslated" => Some(Self::Untranslated),
            "touched" => Some(Self::Touched),
            word => ReviewState::from_word(word).map(Self::Review),
        }
    }
}

impl StateFilter {
    /// Whether the counts of a chapter say that no paragraph of it is so: then it need not be read.
    const fn is_nowhere_in(self, chapter: &ChapterRecord) -> bool {
        let n_with_state = match self {
            // Headings and marks that nobody translates are untranslated too, and not counted.
            Self::Untranslated => return false,
            Self::Review(ReviewState::NeedsWork) => chapter.n_needs_work,
            Self::Review(ReviewState::Approved) => chapter.n_approved,
            Self::Review(ReviewState::Reviewed) => chapter.n_reviewed.saturating_sub(chapter.n_approved),
            Self::Review(ReviewState::Draft) | Self::Touched => {
                chapter.n_translated.saturating_sub(chapter.n_reviewed + chapter.n_needs_work)
            }
        };
        n_with_state == 0
    }
}

impl AuthorFilter {
    /// `person`, `model`, or a model's name.
    pub fn read(text: &str) -> Self {
        match text.trim() {
            "person" => Self::Person,
            "model" => Self::Model,
            name => Self::Named(name.to_owned()),
        }
    }

    fn lets_through(&self, author: &Author) -> bool {
        match self {
            Self::Person => *author == Author::Person,
            Self::Model => *author != Author::Person,
            Self::Named(name) => match author {
                Author::Model { model, .. } | Author::Assistant { model } => model == name,
                Author::Memory => name == "memory",
                Author::Checks => name == "checks",
                Author::Person => false,
            },
        }
    }
}

/// What the caller knows about paragraphs beside their records.
pub struct FilterContext<'a> {
    /// Whether a check has a finding in it that is not acknowledged.
    pub has_finding: &'a (dyn Fn(ParagraphId, &str) -> bool + Send + Sync),
    /// Whether its translation is stale.
    pub is_stale: &'a (dyn Fn(&ParagraphRecord) -> bool + Send + Sync),
}

/// Paragraphs that were let through.
#[derive(Debug)]
pub struct FilteredPage {
    /// Them, in reading order.
    pub paragraphs: Vec<ParagraphRecord>,
    /// The position to go on from, if there are more.
    pub next: Option<u32>,
}

/// The paragraphs with text that a filter lets through, from a position of the book on, up to a limit.
#[boxed]
pub async fn find(
    library: &Library,
    book: BookId,
    filter: &ParagraphFilter,
    known: &FilterContext<'_>,
    from: u32,
    limit: usize,
) -> Result<FilteredPage, StoreError> {
    let mut found = FilteredPage { paragraphs: Vec::new(), next: None };
    let mut end = 0;
    for chapter in library.chapters(book).await? {
        // Positions count through the book, chapter after chapter: those before are not read again for each page.
        end += chapter.n_paragraphs;
        if end <= from || filter.chapter.is_some_and(|wanted| wanted != chapter.id) {
            continue;
        }
        if filter.state.is_some_and(|state| state.is_nowhere_in(&chapter)) {
            continue;
        }
        for start in (0..chapter.n_paragraphs).step_by(usize::try_from(AT_ONCE).unwrap_or(usize::MAX)) {
            let range = start..start.saturating_add(AT_ONCE);
            let mut records = library.chapter_paragraphs(book, chapter.id, range).await?;
            records.retain(|one| one.position >= from && filter.fits(one, known));
            if let Some(author) = &filter.author {
                records = by_versions(library, book, records, |counts| {
                    counts.author.as_ref().is_some_and(|own| author.lets_through(own))
                })
                .await?;
            }
            if filter.state == Some(StateFilter::Touched) {
                records = by_versions(library, book, records, |counts| counts.n_reviewed > 0).await?;
            }
            for record in records {
                if found.paragraphs.len() == limit {
                    found.next = Some(record.position);
                    return Ok(found);
                }
                found.paragraphs.push(record);
            }
        }
    }
    Ok(found)
}

impl ParagraphFilter {
    /// Everything but what its versions say, which is looked up for the remaining ones.
    fn fits(&self, record: &ParagraphRecord, known: &FilterContext<'_>) -> bool {
        let is_translated = record.translation.is_some();
        let state_fits = match self.state {
            None => true,
            Some(StateFilter::Untranslated) => !is_translated,
            Some(StateFilter::Review(state)) => is_translated && record.review == state,
            Some(StateFilter::Touched) => is_translated && record.review == ReviewState::Draft,
        };
        !record.is_empty
            && state_fits
            && self.length_fits(record)
            && (!self.stale || (known.is_stale)(record))
            && self.check.as_ref().is_none_or(|check| (known.has_finding)(record.id, check))
    }

    fn length_fits(&self, record: &ParagraphRecord) -> bool {
        if self.min_length.is_none() && self.max_length.is_none() {
            return true;
        }
        let length = record.text.plain().chars().count();
        self.min_length.is_none_or(|least| length >= least)
            && self.max_length.is_none_or(|most| length <= most)
    }
}

async fn by_versions(
    library: &Library,
    book: BookId,
    mut records: Vec<ParagraphRecord>,
    is_wanted: impl Fn(&VersionCounts) -> bool + Send,
) -> Result<Vec<ParagraphRecord>, StoreError> {
    let ids: Vec<ParagraphId> = records.iter().map(|record| record.id).collect();
    let counts = library.version_counts(book, &ids).await?;
    records.retain(|record| counts.get(&record.id).is_some_and(&is_wanted));
    Ok(records)
}
