//! What is gathered over a whole book for one answer, made again only after the book has changed: estimates of a wish, and
//! the book's quality and cost.

use crate::api::cost::Cost;
use crate::findings_cache::FindingsCache;
use crate::problem::Problem;
use crate::version_cache::VersionCache;
use book::id::BookId;
use book::language::LanguageTag;
use checks::dictionary::Dictionaries;
use operations::kept_matches::{self, KeptMatches};
use operations::quality::{self, Quality};
use operations::search::{MAX_COUNTED, Query};
use runner::kept_estimate::{self, KeptEstimate};
use runner::plan::ModelFacts;
use runner::spec::RunSpec;
use std::sync::Arc;
use store::library::Library;
use store::record::{BookState, BookSummary};
use store::stats::{BookVersion, ChapterUsage};

/// So many wishes, searches and books are kept.
const MAX_WISHES: usize = 64;
const MAX_QUERIES: usize = 64;
const MAX_BOOKS: usize = 16;

/// Estimates by book and wish, quality by book and how many paragraphs it lists.
pub(crate) struct ReportsCache {
    plans: VersionCache<(BookId, String), PlannedState, Arc<KeptEstimate>>,
    matches: VersionCache<(BookId, String), BookState, Arc<KeptMatches>>,
    qualities: VersionCache<(BookId, usize), BookVersion, Arc<Quality>>,
    /// What the work on books used, by the version of the whole library: a run pays without changing its book.
    usage: VersionCache<BookId, u64, Arc<Vec<ChapterUsage>>>,
    /// What books have cost, by the same version.
    pub(crate) costs: VersionCache<BookId, u64, Arc<Cost>>,
}

/// What a plan is made from: the book, and for a rehearsal what it has written.
type PlannedState = (BookState, Option<u64>);

impl Default for ReportsCache {
    fn default() -> Self {
        Self {
            plans: VersionCache::new(MAX_WISHES),
            matches: VersionCache::new(MAX_QUERIES),
            qualities: VersionCache::new(MAX_BOOKS),
            usage: VersionCache::new(MAX_BOOKS),
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
    ) -> Result<Arc<KeptEstimate>, Problem> {
        // Everything a plan is made of beside the book.
        let key = (book.id, format!("{spec:?} {facts:?}"));
        let state = async {
            // What a rehearsal writes is no change of the book, but its next wish has less to do.
            let version = if spec.is_rehearsal() { Some(library.data_version().await?) } else { None };
            Ok((library.state(book.id).await?, version))
        };
        let make = async {
            // A caller that waited for another's plan may know the book as it was before.
            let book = library.book(book.id).await?;
            let before = self.plans.last(&key).map(|(_, before)| before);
            Ok(Arc::new(kept_estimate::estimate(library, &book, spec, facts, before.as_deref()).await?))
        };
        self.plans.get(library, key.clone(), state, Box::pin(make)).await
    }

    /// What the work on a book used, by run, chapter and model; read once for its cost and its list of chapters.
    pub(crate) async fn usage(
        &self,
        library: &Library,
        book: BookId,
    ) -> Result<Arc<Vec<ChapterUsage>>, Problem> {
        let version = async { Ok(library.data_version().await?) };
        let read = async { Ok(Arc::new(library.usage(book).await?)) };
        self.usage.get(library, book, version, Box::pin(read)).await
    }

    /// How often something stands in a book.
    pub(crate) async fn matches(
        &self,
        library: &Library,
        book: BookId,
        query: &Query<'_>,
    ) -> Result<Arc<KeptMatches>, Problem> {
        let Query { find, options, scope, chapter, .. } = query;
        let key = (book, format!("{options:?} {scope:?} {chapter:?} {find}"));
        let state = async { Ok(library.state(book).await?) };
        let make = async {
            let before = self.matches.last(&key).map(|(_, before)| before);
            let before = before.as_deref();
            Ok(Arc::new(kept_matches::count_again(library, book, query, MAX_COUNTED, before).await?))
        };
        self.matches.get(library, key.clone(), state, Box::pin(make)).await
    }

    /// The quality of a book with this many of its worst paragraphs, but for what its runs cost.
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
            let found = cache.get(library, dictionaries, &book).await?.findings.clone();
            Ok(Arc::new(quality::gather(library, &book, target, found, Vec::new(), n_worst, made).await?))
        };
        self.qualities.get(library, (book.id, n_worst), state, Box::pin(make)).await
    }
}
