//! How many sessions use a key, so that each takes its part of what the key allows in a minute.

use secrecy::{ExposeSecret, SecretString};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What the digests of keys are made for; another purpose gives other digests.
const PURPOSE: &str = "tsumugi 2026-11 users of a key";

/// A key and how many use it.
#[derive(Debug)]
pub struct KeyShare {
    digest: String,
    n_users: AtomicU32,
}

impl KeyShare {
    pub(crate) fn for_key(key: &str) -> Self {
        let digest = blake3::Hash::from_bytes(blake3::derive_key(PURPOSE, key.as_bytes())).to_hex();
        Self { digest: digest.chars().take(32).collect(), n_users: AtomicU32::new(1) }
    }

    /// What the key is known by; nothing can be learnt of it from this.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Says how many sessions use the key, this one included.
    pub fn set_users(&self, n_users: u32) {
        self.n_users.store(n_users.max(1), Ordering::Relaxed);
    }

    /// How many sessions use the key, as far as is known.
    pub fn n_users(&self) -> u32 {
        self.n_users.load(Ordering::Relaxed)
    }
}

/// The keys a session uses.
#[derive(Debug, Clone, Default)]
pub struct KeyShares(Arc<Mutex<Vec<Arc<KeyShare>>>>);

impl KeyShares {
    /// Every key that is used.
    pub fn all(&self) -> Vec<Arc<KeyShare>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The share of a key; two models with the same key have the same one.
    pub fn share(&self, key: &SecretString) -> Arc<KeyShare> {
        let new = KeyShare::for_key(key.expose_secret());
        let mut shares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shares.iter().find(|share| share.digest == new.digest) {
            return Arc::clone(known);
        }
        let new = Arc::new(new);
        shares.push(Arc::clone(&new));
        new
    }
}
