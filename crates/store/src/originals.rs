//! Where original files are kept when they are not inside the library.

use crate::error::StoreError;
use crate::store::Store;
use async_recursion::async_recursion as boxed;

/// An object store: `file:///folder` or `s3://bucket/prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginalsPlace {
    /// Its address.
    pub address: String,
    /// What the address does not say, as `aws_region`, `aws_access_key_id` and `aws_endpoint`.
    pub options: Vec<(String, String)>,
}

/// What the sweeper did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// Files that were looked at.
    pub n_files: u64,
    /// Files that no book names and that were old enough to be removed.
    pub n_removed: u64,
}

impl Store {
    /// Removes original files that no book names and that were put before this time, in milliseconds since 1970. A file is
    /// put before its book is written, so that the time must leave room for an import.
    #[boxed]
    pub async fn sweep_originals(&self, before_ms: i64) -> Result<Swept, StoreError> {
        self.library().backend.sweep_originals(before_ms).await
    }
}
