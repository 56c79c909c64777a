//! A whole library moved to another place, from a file to a database or back.

use crate::error::StoreError;
use crate::originals::OriginalsPlace;
use crate::sql::move_library as moved;
use async_recursion::async_recursion as boxed;
use std::path::Path;

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedLibrary {
    /// Every table, in the order they were filled.
    pub tables: Vec<MovedTable>,
}

/// A table that is the same in both libraries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    /// Its name.
    pub name: &'static str,
    /// How many rows it has.
    pub n_rows: u64,
    /// A digest of all its rows.
    pub digest: String,
}

/// Copies the library at `from` to `to` and compares both; the one at `from` stays as it is. `to` must be empty, or hold
/// what an earlier interrupted move has left there: this one continues it. Keys and ids stay. The write lock of `from` is
/// held meanwhile. `originals` is where the one in a database keeps files, if not in itself. `told` is called for every
/// part: the table and how many of its rows are copied.
#[boxed]
pub async fn move_library(
    from: &Path,
    to: &Path,
    originals: Option<&OriginalsPlace>,
    now_ms: i64,
    told: &(dyn Fn(&'static str, u64) + Send + Sync),
) -> Result<MovedLibrary, StoreError> {
    moved(from, to, originals, now_ms, told).await
}
