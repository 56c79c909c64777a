//! Application state shared by all request handlers.

use crate::chats::Chats;
use crate::host::{Host, HostError};
use crate::problem::Problem;
use crate::runs::Runs;
use axum::http::StatusCode;
use runner::bus::Bus;
use std::sync::Arc;
use store::library::Library;
use store::store::Store;
use tokio_util::sync::CancellationToken;

/// Application state: the store, the host, caches, running tasks and the event bus.
pub(crate) struct AppState {
    pub(crate) store: Store,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) runs: Runs,
    /// Conversations with a turn under way.
    pub(crate) chats: Chats,
    pub(crate) stale: crate::stale_cache::StaleCache,
    pub(crate) covers: crate::covers::Covers,
    /// What the checks last found in each book.
    pub(crate) review: crate::findings_cache::FindingsCache,
    /// What happens in the library, for every page that is open.
    pub(crate) events: Arc<Bus>,
    pub(crate) limits: crate::serve::Limits,
    pub(crate) token: crate::guard::token::TokenGuard,
    pub(crate) proxies: crate::guard::proxy::Proxies,
    /// Ends every live stream.
    pub(crate) closing: CancellationToken,
}

/// As handlers get it.
pub(crate) type SharedState = axum::extract::State<Arc<AppState>>;

impl AppState {
    pub(crate) fn library(&self) -> &Library {
        self.store.library()
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.host.now_ms()
    }

    /// Tells every open page that a book is not what it was.
    pub(crate) fn book_changed(&self, book: book::id::BookId) {
        self.review.forget(book);
        self.events.publish("book_changed", &serde_json::json!({"book": book}));
    }
}

impl From<HostError> for Problem {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Refused(text) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "model", &text),
            HostError::Failed(text) => Self::failed(&text),
            HostError::DiskFull(text) => Self::disk_full(&text),
        }
    }
}
