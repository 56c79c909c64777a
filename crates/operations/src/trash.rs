//! The trash: removed books come back for thirty days, and are deleted then.

use async_recursion::async_recursion as boxed;
use book::id::BookId;
use book::language::LanguageTag;
use store::error::{BookCandidate, StoreError};
use store::library::Library;
use store::record::TrashedBook;
use store::store::Store;

/// How long a book stays in the trash, in days.
pub const KEPT_DAYS: i64 = 30;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The days until a book in the trash is deleted.
pub const fn days_left(book: &TrashedBook, now_ms: i64) -> i64 {
    KEPT_DAYS - (now_ms - book.removed_at).div_euclid(DAY_MS)
}

/// Deletes the books that were removed more than thirty days ago, and returns them.
#[boxed]
pub async fn empty_expired(store: &Store, now_ms: i64) -> Result<Vec<TrashedBook>, StoreError> {
    let mut books = store.library().trashed_books().await?;
    books.retain(|book| book.removed_at < now_ms.saturating_sub(KEPT_DAYS * DAY_MS));
    for book in &books {
        store.delete_book(book.id, now_ms).await?;
    }
    Ok(books)
}

/// The book in the trash that an id or a full title names.
#[boxed]
pub async fn find(library: &Library, text: &str) -> Result<TrashedBook, StoreError> {
    let text = text.trim();
    let edition =
        text.rsplit_once('@').and_then(|(name, tag)| Some((name, tag.parse::<LanguageTag>().ok()?)));
    let is_edition = |book: &TrashedBook| {
        edition
            .as_ref()
            .is_some_and(|(name, tag)| book.title == *name && book.target_language.as_ref() == Some(tag))
    };
    let mut found = library.trashed_books().await?;
    found.retain(|book| Ok(book.id) == text.parse::<BookId>() || book.title == text || is_edition(book));
    match (found.pop(), found.is_empty()) {
        (None, _) => Err(StoreError::NoSuchBook { text: text.to_owned() }),
        (Some(book), true) => Ok(book),
        (Some(book), false) => {
            found.push(book);
            let candidate = |book: TrashedBook| BookCandidate {
                book: book.id,
                title: book.title,
                target_language: book.target_language,
            };
            let candidates = found.into_iter().map(candidate).collect();
            Err(StoreError::AmbiguousBook { text: text.to_owned(), candidates })
        }
    }
}
