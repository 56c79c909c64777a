//! Which translations of a book are stale, found again only after the book has changed: a long book takes a moment.

use crate::problem::Problem;
use crate::version_cache::VersionCache;
use book::id::{BookId, ParagraphId, VersionId};
use runner::stale::knowledge::made_with_other_knowledge;
use std::collections::HashSet;
use std::sync::Arc;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use store::stats::BookVersion;

/// The word for a translation that does not follow what was decided since.
const OTHER_KNOWLEDGE: &str = "decided otherwise";
/// The most books in the cache.
const MAX_BOOKS: usize = 256;

/// What is stale, book by book.
pub(crate) struct StaleCache {
    books: VersionCache<BookId, BookVersion, Stale>,
}

/// What is stale in a book.
#[derive(Debug, Clone)]
pub(crate) struct Stale {
    /// How many translations.
    pub(crate) n: u32,
    decided: Arc<HashSet<(ParagraphId, Option<VersionId>)>>,
}

impl Default for StaleCache {
    fn default() -> Self {
        Self { books: VersionCache::new(MAX_BOOKS) }
    }
}

impl StaleCache {
    /// What is stale in the book.
    pub(crate) async fn get(&self, library: &Library, book: BookId) -> Result<Stale, Problem> {
        let state = async { Ok(library.book_version(book).await?) };
        self.books.get(library, book, state, Stale::find(library, book)).await
    }
}

impl Stale {
    async fn find(library: &Library, book: BookId) -> Result<Self, Problem> {
        let book: BookSummary = library.book(book).await?;
        if book.n_translated == 0 {
            return Ok(Self { n: 0, decided: Arc::default() });
        }
        let decided = made_with_other_knowledge(library, &book).await?;
        let decided: HashSet<_> =
            decided.iter().map(|one| (one.paragraph.id, one.paragraph.version)).collect();
        let n_decided = u32::try_from(decided.len()).unwrap_or(u32::MAX);
        let n = library.n_stale(book.id).await?.saturating_add(n_decided);
        Ok(Self { n, decided: Arc::new(decided) })
    }

    /// Why this translation is stale, if it is for what was decided; another translation of the same paragraph is not.
    pub(crate) fn decided_otherwise(&self, record: &ParagraphRecord) -> Option<&'static str> {
        self.decided.contains(&(record.id, record.version)).then_some(OTHER_KNOWLEDGE)
    }
}
