//! Whether a book has a cover to show, looked up once: its file has to be opened for that.

use crate::problem::Problem;
use book::id::BookId;
use book::text::book::FileFormat;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use store::library::Library;
use store::record::BookSummary;

/// What is known, each with the state of the book it was found in.
#[derive(Default)]
pub(crate) struct Covers {
    books: Mutex<HashMap<BookId, (State, bool)>>,
}

/// A newer edition has another file.
type State = (String, u32, u32);

impl Covers {
    /// Whether the book has a cover.
    pub(crate) async fn of(&self, library: &Library, book: &BookSummary) -> Result<bool, Problem> {
        if book.format != FileFormat::Epub {
            return Ok(false);
        }
        let state = (book.file_name.clone(), book.n_chapters, book.n_paragraphs);
        let known = self.books.lock().unwrap_or_else(PoisonError::into_inner).get(&book.id).cloned();
        if let Some((_, has_cover)) = known.filter(|(before, _)| *before == state) {
            return Ok(has_cover);
        }
        let original = library.original(book.id).await?;
        let found = tokio::task::spawn_blocking(move || formats::epub::cover::cover(&original).is_some());
        let has_cover = found.await.map_err(|error| Problem::failed(&error.to_string()))?;
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.insert(book.id, (state, has_cover));
        Ok(has_cover)
    }
}
