//! What lists ask for, counted once for everybody: the books with their counts, and the chapters of a book with theirs.

use crate::covers::Covers;
use crate::problem::Problem;
use crate::reports_cache::ReportsCache;
use crate::stale_cache::StaleCache;
use crate::version_cache::VersionCache;
use book::id::{BookId, ChapterId};
use std::collections::HashMap;
use std::sync::Arc;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord};
use store::stats::{BookActivity, BookVersion};

/// The most books whose chapters are kept.
const MAX_BOOKS: usize = 64;

/// The counts of lists.
pub(crate) struct Lists {
    books: VersionCache<(), u64, Arc<Vec<ListedBook>>>,
    covers: Covers,
    chapters: VersionCache<BookId, (BookVersion, BookActivity, u32), Arc<ListedChapters>>,
}

/// A book with what a list shows of it.
#[derive(Debug, Clone)]
pub(crate) struct ListedBook {
    pub(crate) book: BookSummary,
    pub(crate) activity: Option<BookActivity>,
    pub(crate) n_stale: u32,
    pub(crate) has_cover: bool,
}

/// A book with its chapters, and what each has cost, in millionths of a dollar.
pub(crate) struct ListedChapters {
    pub(crate) book: ListedBook,
    pub(crate) chapters: Vec<ChapterRecord>,
    pub(crate) cost_micros: HashMap<ChapterId, i64>,
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            books: VersionCache::new(1),
            covers: Covers::default(),
            chapters: VersionCache::new(MAX_BOOKS),
        }
    }
}

impl Lists {
    /// All books, in the order they came.
    pub(crate) async fn books(
        &self,
        library: &Library,
        stale: &StaleCache,
    ) -> Result<Arc<Vec<ListedBook>>, Problem> {
        let version = async { Ok(library.data_version().await?) };
        let count = async {
            let activity = library.activity().await?;
            let books = library.books().await?;
            let mut listed = Vec::with_capacity(books.len());
            for book in books {
                let activity = activity.iter().find(|one| one.book == book.id).copied();
                listed.push(self.listed_book(library, stale, book, activity).await?);
            }
            Ok(Arc::new(listed))
        };
        self.books.get(library, (), version, Box::pin(count)).await
    }

    /// The chapters of a book.
    pub(crate) async fn chapters(
        &self,
        library: &Library,
        stale: &StaleCache,
        reports: &ReportsCache,
        id: BookId,
    ) -> Result<Arc<ListedChapters>, Problem> {
        // A rehearsal leaves no history, so it is counted beside the version.
        let state = async {
            let n_rehearsed = library.book(id).await?.n_rehearsed;
            Ok((library.book_version(id).await?, library.activity_of(id).await?, n_rehearsed))
        };
        let count = async {
            let mut cost_micros: HashMap<ChapterId, i64> = HashMap::new();
            for row in reports.usage(library, id).await?.iter() {
                *cost_micros.entry(row.chapter).or_default() += row.usage.cost_micros;
            }
            let (book, chapters) = (library.book(id).await?, library.chapters(id).await?);
            let activity = library.activity_of(id).await?;
            let book = self.listed_book(library, stale, book, Some(activity)).await?;
            Ok(Arc::new(ListedChapters { book, chapters, cost_micros }))
        };
        self.chapters.get(library, id, state, Box::pin(count)).await
    }

    async fn listed_book(
        &self,
        library: &Library,
        stale: &StaleCache,
        book: BookSummary,
        activity: Option<BookActivity>,
    ) -> Result<ListedBook, Problem> {
        let n_stale = match stale.get(library, book.id).await {
            Ok(stale) => stale.n,
            // A book that was removed while the list was made is not in the next one.
            Err(problem) if problem.code() == "no_such_book" => 0,
            Err(problem) => return Err(problem),
        };
        let has_cover = match self.covers.has_cover(library, &book).await {
            Ok(has_cover) => has_cover,
            Err(problem) if problem.code() == "no_such_book" => false,
            Err(problem) => return Err(problem),
        };
        Ok(ListedBook { book, activity, n_stale, has_cover })
    }
}
