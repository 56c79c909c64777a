//! Values made from the library, kept as long as what they were made from has not changed, and made once for all who ask
//! at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::error::StoreError;
use store::library::Library;

/// A cache with a bounded number of keys. `S` is the part of the library's state that a value depends on.
pub struct VersionCache<K, S, V> {
    slots: Mutex<HashMap<K, Arc<Slot<S, V>>>>,
    max_keys: usize,
    /// Counted up by every question and every making, to tell which came first.
    moment: AtomicU64,
}

struct Slot<S, V> {
    kept: Mutex<Option<CachedValue<S, V>>>,
    /// Held by the caller that computes the value.
    making: tokio::sync::Mutex<()>,
}

/// A value with the version of the library and the state it was made from, or newer ones of neither.
#[derive(Clone)]
struct CachedValue<S, V> {
    version: u64,
    state: S,
    /// When making it began.
    began: u64,
    value: V,
}

impl<K: Eq + Hash, S: Clone + PartialEq, V: Clone> VersionCache<K, S, V> {
    pub fn new(max_keys: usize) -> Self {
        Self { slots: Mutex::default(), max_keys, moment: AtomicU64::new(0) }
    }

    /// The value for a key, never older than the call: the cached one if neither the library nor the key's state has changed
    /// since. Otherwise one caller computes it under the lock of the key. Callers that arrive meanwhile wait for that lock, and
    /// the first of them computes the value anew for all that wait by then.
    pub async fn get<E: From<StoreError>>(
        &self,
        library: &Library,
        key: K,
        state: impl Future<Output = Result<S, E>> + Send,
        make: impl Future<Output = Result<V, E>> + Send,
    ) -> Result<V, E> {
        let asked = self.moment.fetch_add(1, Ordering::Relaxed);
        let slot = self.slot(key);
        if let Some(value) = slot.of_version(library.data_version().await?) {
            return Ok(value);
        }
        let _making = slot.making.lock().await;
        if let Some(value) = slot.made_after(asked) {
            return Ok(value);
        }
        // Read before the value is made: what changes meanwhile makes it be made again, never be kept for newer.
        let began = self.moment.fetch_add(1, Ordering::Relaxed);
        let version = library.data_version().await?;
        if let Some(value) = slot.of_version(version) {
            return Ok(value);
        }
        let state = state.await?;
        if let Some(value) = slot.of_state(version, began, &state) {
            return Ok(value);
        }
        let value = make.await?;
        *slot.lock() = Some(CachedValue { version, state, began, value: value.clone() });
        Ok(value)
    }

    /// The value for a key, computed after the call whatever is cached; concurrent callers share it.
    pub(crate) async fn make<E: From<StoreError>>(
        &self,
        library: &Library,
        key: K,
        state: impl Future<Output = Result<S, E>> + Send,
        make: impl Future<Output = Result<V, E>> + Send,
    ) -> Result<V, E> {
        let asked = self.moment.fetch_add(1, Ordering::Relaxed);
        let slot = self.slot(key);
        let _making = slot.making.lock().await;
        if let Some(value) = slot.made_after(asked) {
            return Ok(value);
        }
        let began = self.moment.fetch_add(1, Ordering::Relaxed);
        let (version, state) = (library.data_version().await?, state.await?);
        let value = make.await?;
        *slot.lock() = Some(CachedValue { version, state, began, value: value.clone() });
        Ok(value)
    }

    /// What was last made, with its state; it may be from before the last change.
    pub(crate) fn last(&self, key: &K) -> Option<(S, V)> {
        let slot = Arc::clone(self.slots().get(key)?);
        let kept = slot.lock();
        kept.as_ref().map(|kept| (kept.state.clone(), kept.value.clone()))
    }

    fn slot(&self, key: K) -> Arc<Slot<S, V>> {
        let mut slots = self.slots();
        if slots.len() >= self.max_keys && !slots.contains_key(&key) {
            slots.clear();
        }
        let new = || Arc::new(Slot { kept: Mutex::new(None), making: tokio::sync::Mutex::default() });
        Arc::clone(slots.entry(key).or_insert_with(new))
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<K, Arc<Slot<S, V>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Clone + PartialEq, V: Clone> Slot<S, V> {
    fn of_version(&self, version: u64) -> Option<V> {
        self.lock().as_ref().filter(|kept| kept.version == version).map(|kept| kept.value.clone())
    }

    fn made_after(&self, asked: u64) -> Option<V> {
        self.lock().as_ref().filter(|kept| kept.began > asked).map(|kept| kept.value.clone())
    }

    /// The value if its state is still this one, which then holds for this version too.
    fn of_state(&self, version: u64, began: u64, state: &S) -> Option<V> {
        let mut kept = self.lock();
        let kept = kept.as_mut().filter(|kept| kept.state == *state)?;
        kept.version = version;
        kept.began = began;
        Some(kept.value.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<CachedValue<S, V>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
