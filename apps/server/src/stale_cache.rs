//! Which translations of a book are stale. A long book takes a moment once; after that it is kept by changes.

use crate::problem::Problem;
use crate::version_cache::VersionCache;
use book::id::{BookId, ParagraphId, VersionId};
use runner::stale::knowledge::{made_with_other_knowledge, made_with_other_knowledge_among};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use store::change::Effect;
use store::knowledge::Decisions;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use store::stats::{BookSetting, BookVersion};

/// The word for a translation that does not follow what was decided since.
const OTHER_KNOWLEDGE: &str = "decided otherwise";
/// The most books in the cache.
const MAX_BOOKS: usize = 256;
/// After so many changes a book is looked through again.
const MAX_CHANGES: u32 = 1_000;

/// What is stale, book by book.
pub(crate) struct StaleCache {
    books: VersionCache<BookId, BookVersion, Stale>,
}

/// What is stale in a book.
#[derive(Debug, Clone)]
pub(crate) struct Stale {
    /// How many translations.
    pub(crate) n: u32,
    /// Those made with other knowledge, by paragraph.
    decided: Arc<HashMap<ParagraphId, Option<VersionId>>>,
    /// What they were held against.
    decisions: Arc<Decisions>,
}

impl Default for StaleCache {
    fn default() -> Self {
        Self { books: VersionCache::new(MAX_BOOKS) }
    }
}

impl StaleCache {
    /// What is stale in the book. After an edit only what it touched is looked at again.
    pub(crate) async fn get(&self, library: &Library, book: BookId) -> Result<Stale, Problem> {
        let state = async { Ok(library.book_version(book).await?) };
        let make = async {
            if let Some((version, known)) = self.books.last(&book)
                && let Some(stale) = known.brought_up(library, book, &version).await?
            {
                return Ok(stale);
            }
            Stale::find(library, book).await
        };
        self.books.get(library, book, state, Box::pin(make)).await
    }
}

impl Stale {
    async fn find(library: &Library, book: BookId) -> Result<Self, Problem> {
        // Read first: what is decided meanwhile makes it be looked at again.
        let decisions = Arc::new(library.decisions(book).await?);
        let book: BookSummary = library.book(book).await?;
        if book.n_translated == 0 {
            return Ok(Self { n: 0, decided: Arc::default(), decisions });
        }
        let decided = made_with_other_knowledge(library, &book).await?;
        let decided = decided.iter().map(|one| (one.paragraph.id, one.paragraph.version)).collect();
        Self::counted(library, book.id, Arc::new(decided), decisions).await
    }

    async fn counted(
        library: &Library,
        book: BookId,
        decided: Arc<HashMap<ParagraphId, Option<VersionId>>>,
        decisions: Arc<Decisions>,
    ) -> Result<Self, Problem> {
        let n_decided = u32::try_from(decided.len()).unwrap_or(u32::MAX);
        let n = library.n_stale(book).await?.saturating_add(n_decided);
        Ok(Self { n, decided, decisions })
    }

    /// The same after what has changed since this version of the book; nothing if too much has, or something was decided.
    async fn brought_up(
        &self,
        library: &Library,
        book: BookId,
        before: &BookVersion,
    ) -> Result<Option<Self>, Problem> {
        let now = library.book_version(book).await?;
        if (BookSetting { knowledge: before.rest.knowledge, ..now.rest.clone() }) != before.rest {
            return Ok(None);
        }
        let mut decisions = Arc::clone(&self.decisions);
        if now.rest.knowledge != before.rest.knowledge {
            decisions = Arc::new(library.decisions(book).await?);
            if !self.decisions.still_hold(&decisions) {
                return Ok(None);
            }
        }
        let Some(effects) = library.effects_since(book, before.change, MAX_CHANGES).await? else {
            return Ok(None);
        };
        // A book in another language may be in another series, with other decisions.
        if effects.iter().any(|effect| matches!(effect, Effect::Retargeted { .. })) {
            return Ok(None);
        }
        let touched: BTreeSet<ParagraphId> = effects.iter().filter_map(looked_at_again).collect();
        let mut decided = Arc::clone(&self.decided);
        if !touched.is_empty() {
            let touched: Vec<ParagraphId> = touched.into_iter().collect();
            let summary = library.book(book).await?;
            let found = made_with_other_knowledge_among(library, &summary, &touched).await?;
            if !found.is_empty() || touched.iter().any(|paragraph| decided.contains_key(paragraph)) {
                let decided = Arc::make_mut(&mut decided);
                decided.retain(|paragraph, _| touched.binary_search(paragraph).is_err());
                decided.extend(found.iter().map(|one| (one.paragraph.id, one.paragraph.version)));
            }
        }
        Self::counted(library, book, decided, decisions).await.map(Some)
    }

    /// Why this translation is stale, if it is for what was decided; another translation of the same paragraph is not.
    pub(crate) fn decided_otherwise(&self, record: &ParagraphRecord) -> Option<&'static str> {
        (self.decided.get(&record.id) == Some(&record.version)).then_some(OTHER_KNOWLEDGE)
    }
}

/// The paragraph whose translation may follow other decisions after this.
fn looked_at_again(effect: &Effect) -> Option<ParagraphId> {
    match effect {
        Effect::Selected { paragraph, .. } | Effect::Locked { paragraph, .. } => Some(*paragraph),
        Effect::VersionAdded { .. }
        | Effect::Acknowledged { .. }
        | Effect::Reviewed { .. }
        | Effect::Rejected { .. }
        | Effect::EntryChanged { .. }
        | Effect::SourceRevised { .. }
        | Effect::ChapterTitled { .. }
        | Effect::BookTitled { .. }
        | Effect::Retargeted { .. }
        | Effect::BookTitleCorrected { .. }
        | Effect::Instructed { .. }
        | Effect::SeriesInstructed { .. } => None,
    }
}
