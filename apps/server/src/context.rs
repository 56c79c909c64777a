//! What everything in the server may use: the library, its host, and the bus of library events. It knows nothing of runs,
//! conversations or routes.

use crate::findings_cache::FindingsCache;
use crate::host::Host;
use crate::metrics::Metrics;
use book::id::BookId;
use runner::bus::Bus;
use std::sync::Arc;
use store::library::Library;
use store::store::Store;
use tokio::sync::Notify;

/// The library, the host and the bus of the library's events.
pub(crate) struct ServerContext {
    store: Store,
    pub(crate) host: Arc<dyn Host>,
    /// What happens in the library, for every page that is open.
    pub(crate) events: Arc<Bus>,
    /// What the checks last found in each book.
    pub(crate) review: FindingsCache,
    /// Counters for the operator.
    pub(crate) metrics: Arc<Metrics>,
    /// Notified whenever a member's rights change: what goes on for members is checked again.
    pub(crate) narrowed: Notify,
    /// Whether runs are queued for workers instead of being executed here.
    pub(crate) has_workers: bool,
}

impl ServerContext {
    pub(crate) fn new(store: Store, host: Arc<dyn Host>, events: Arc<Bus>, has_workers: bool) -> Self {
        let (review, metrics, narrowed) = (FindingsCache::default(), Arc::default(), Notify::new());
        Self { store, host, events, review, metrics, narrowed, has_workers }
    }

    /// The library for this process itself: for what no member asked for. A handler changes it by its
    /// [`Allowed`](crate::allowed::Allowed).
    pub(crate) const fn process_store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn library(&self) -> &Library {
        self.store.library()
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.host.now_ms()
    }

    /// Tells every open page that a book is not what it was.
    pub(crate) fn book_changed(&self, book: BookId) {
        self.events.publish("book_changed", &serde_json::json!({"book": book}));
    }
}
