//! What everything in the server may use: the library, its host, and the bus of library events. It knows nothing of runs,
//! conversations or routes.

use crate::acting::acting_now;
use crate::findings_cache::FindingsCache;
use crate::host::Host;
use crate::metrics::Metrics;
use book::id::BookId;
use runner::bus::Bus;
use std::sync::Arc;
use store::library::Library;
use store::store::Store;

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
    /// Whether runs are queued for workers instead of being executed here.
    pub(crate) has_workers: bool,
}

impl ServerContext {
    pub(crate) fn new(store: Store, host: Arc<dyn Host>, events: Arc<Bus>, has_workers: bool) -> Self {
        let (review, metrics) = (FindingsCache::default(), Arc::default());
        Self { store, host, events, review, metrics, has_workers }
    }

    /// The library; writes are attributed to the member that the current request is answered for.
    pub(crate) fn store(&self) -> Store {
        let acting = acting_now();
        self.store.on_behalf_of(acting.person).limited_to(acting.limit)
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
