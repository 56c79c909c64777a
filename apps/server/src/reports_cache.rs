//! What is gathered over a whole book for one answer, made again only after the book has changed: estimates of a wish, and
//! the book's quality and cost.

use crate::api::cost::Cost;
use crate::findings_cache::FindingsCache;
use crate::problem::Problem;
use crate::version_cache::VersionCache;
use book::id::BookId;
use book::language::LanguageTag;
use checks::dictionary::Dictionaries;
use operations::quality::{self, Quality};
use runner::plan::{self, ModelFacts, RunPlan};
use runner::spec::RunSpec;
use std::collections::HashSet;
use std::sync::Arc;
use store::library::Library;
use store::record::{BookState, BookSummary};
use store::stats::BookVersion;

/// So many wishes, and so many books, are kept.
const MAX_WISHES: usize = 64;
const MAX_BOOKS: usize = 16;

/// Estimates by book and wish, quality by book and how many paragraphs it lists.
pub(crate) struct ReportsCache {
    plans: VersionCache<(BookId, String), PlannedState, Arc<PlannedWish>>,
    qualities: VersionCache<(BookId, usize), BookVersion, Arc<Quality>>,
    /// What books have cost, by the version of the whole library: a run pays without changing its book.
    pub(crate) costs: VersionCache<BookId, u64, Arc<Cost>>,
}

/// What a plan is made from: the book, and for a rehearsal what it has written.
type PlannedState = (BookState, Option<u64>);

/// What a plan comes to. The chunks themselves are made when a run begins.
pub(crate) struct PlannedWish {
    pub(crate) estimate: plan::Estimate,
    pub(crate) n_chapters: usize,
}

impl PlannedWish {
    pub(crate) fn of(plan: &RunPlan) -> Self {
        Self { estimate: plan.estimate, n_chapters: plan.chapters.len() }
    }
}

impl Default for ReportsCache {
    fn default() -> Self {
        Self {
            plans: VersionCache::new(MAX_WISHES),
            qualities: VersionCache::new(MAX_BOOKS),
            costs: VersionCache::new(MAX_BOOKS),
        }
    }
}

impl ReportsCache {
    /// What a wish will take.
    pub(crate) async fn plan(
        &self,
        library: &Library,
        book: &BookSummary,
        spec: &RunSpec,
        facts: &ModelFacts,
    ) -> Result<Arc<PlannedWish>, Problem> {
        // Everything a plan is made of beside the book.
        let wish = format!("{spec:?} {facts:?}");
        let state = async {
            // What a rehearsal writes is no change of the book, but its next wish has less to do.
            let version = if spec.is_rehearsal() { Some(library.data_version().await?) } else { None };
            Ok((library.state(book.id).await?, version))
        };
        let make = async {
            // Whoever waited for somebody else's plan may know the book as it was before.
            let book = library.book(book.id).await?;
            let plan = plan::plan(library, &book, spec, &HashSet::new(), facts).await?;
            Ok(Arc::new(PlannedWish::of(&plan)))
        };
        self.plans.get(library, (book.id, wish), state, Box::pin(make)).await
    }

    /// The quality of a book with so many of its worst paragraphs, but for what its runs cost.
    pub(crate) async fn quality(
        &self,
        library: &Library,
        findings: (&FindingsCache, &Arc<dyn Dictionaries>),
        (book, target): (&BookSummary, &LanguageTag),
        n_worst: usize,
        made: String,
    ) -> Result<Arc<Quality>, Problem> {
        let state = async { Ok(library.book_version(book.id).await?) };
        let make = async {
            let (cache, dictionaries) = findings;
            let book = library.book(book.id).await?;
            let found = cache.of(library, dictionaries, &book).await?.findings.clone();
            Ok(Arc::new(quality::gather(library, &book, target, found, Vec::new(), n_worst, made).await?))
        };
        self.qualities.get(library, (book.id, n_worst), state, Box::pin(make)).await
    }
}
