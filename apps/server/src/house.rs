//! What every request needs, put together once.

use crate::chats::Chats;
use crate::office::{Office, OfficeError};
use crate::problem::Problem;
use crate::runs::Runs;
use axum::http::StatusCode;
use runner::bus::Bus;
use std::sync::Arc;
use store::library::Library;
use store::store::Store;
use tokio_util::sync::CancellationToken;

/// The open library, who hires for it, and the runs under way.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) office: Arc<dyn Office>,
    pub(crate) runs: Runs,
    /// Conversations with a turn under way.
    pub(crate) chats: Chats,
    pub(crate) stale: crate::stale::Counts,
    pub(crate) covers: crate::covers::Covers,
    /// What the checks last found in each book.
    pub(crate) review: crate::review::Review,
    /// What happens in the library, for every page that is open.
    pub(crate) news: Arc<Bus>,
    pub(crate) limits: crate::serve::Limits,
    pub(crate) token: crate::guard::token::Keeper,
    /// Ends every live stream.
    pub(crate) closing: CancellationToken,
}

/// As handlers get it.
pub(crate) type Shared = axum::extract::State<Arc<House>>;

impl House {
    pub(crate) fn library(&self) -> &Library {
        self.store.library()
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.office.now_ms()
    }

    /// Tells every open page that a book is not what it was.
    pub(crate) fn book_changed(&self, book: book::id::BookId) {
        self.review.forget(book);
        self.news.tell("book_changed", &serde_json::json!({"book": book}));
    }
}

impl From<OfficeError> for Problem {
    fn from(error: OfficeError) -> Self {
        match error {
            OfficeError::Refused(text) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "model", &text),
            OfficeError::Failed(text) => Self::failed(&text),
        }
    }
}
