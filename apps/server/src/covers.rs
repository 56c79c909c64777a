//! Whether a book has a cover to show, looked up once for every edition: its file has to be opened for that.

use crate::problem::Problem;
use crate::version_cache::VersionCache;
use book::id::BookId;
use book::text::book::FileFormat;
use store::library::Library;
use store::record::BookSummary;

/// The most books in the cache.
const MAX_BOOKS: usize = 1_024;

/// Whether books have covers, by edition.
pub(crate) struct Covers {
    books: VersionCache<BookId, i64, bool>,
}

impl Default for Covers {
    fn default() -> Self {
        Self { books: VersionCache::new(MAX_BOOKS) }
    }
}

impl Covers {
    /// Whether the book has a cover.
    pub(crate) async fn has_cover(&self, library: &Library, book: &BookSummary) -> Result<bool, Problem> {
        if book.format != FileFormat::Epub {
            return Ok(false);
        }
        let edition = async { Ok(library.book_version(book.id).await?.rest.edition) };
        let look = async {
            let original = library.original(book.id).await?;
            let found = tokio::task::spawn_blocking(move || formats::epub::cover::cover(&original).is_some());
            found.await.map_err(|error| Problem::failed(&error))
        };
        self.books.get(library, book.id, edition, look).await
    }
}
