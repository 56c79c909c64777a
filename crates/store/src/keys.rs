//! Keys of services: which sessions use one, and those that belong to the library.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::PersonName;
use crate::store::Store;
use async_recursion::async_recursion as boxed;

/// A key that belongs to the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedKey {
    /// The name under which it is looked up.
    pub variable: String,
    /// The key under a seal that the library cannot open.
    pub sealed: Vec<u8>,
    /// Who set it.
    pub person: Option<PersonName>,
    /// When, in milliseconds since 1970.
    pub updated_at: i64,
}

impl Library {
    /// The keys that belong to the library.
    #[boxed]
    pub async fn sealed_keys(&self) -> Result<Vec<SealedKey>, StoreError> {
        self.backend.sealed_keys().await
    }
}

impl Store {
    /// Keeps a sealed key, or takes it away, and notes it for the owners: its name and nothing else.
    #[boxed]
    pub async fn set_sealed_key(
        &self,
        variable: &str,
        sealed: Option<&[u8]>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.set_sealed_key(variable, sealed, self.person(), now_ms).await
    }

    /// Says that a session uses a key until then, and tells how many do by now. The key is named by a digest.
    #[boxed]
    pub async fn use_key(
        &self,
        key_digest: &str,
        user: &str,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<u32, StoreError> {
        self.library().backend.use_key(key_digest, user, until_ms, now_ms).await
    }

    /// Says that a session uses none any more.
    #[boxed]
    pub async fn leave_keys(&self, user: &str) -> Result<(), StoreError> {
        self.library().backend.leave_keys(user).await
    }
}
