//! A whole library moved to another place, from a file to a database or back.

use crate::error::StoreError;
use crate::sql::move_library as moved;
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

/// Copies the library at `from` to `to` and compares both; the one at `from` stays as it is. `to` must be empty, or hold what
/// an earlier move that was broken off has left there: this one goes on with it. Keys and ids stay. Nobody can write to
/// `from` meanwhile. `told` hears of every part: the table and how many of its rows are there.
pub async fn move_library(
    from: &Path,
    to: &Path,
    now_ms: i64,
    told: &(dyn Fn(&'static str, u64) + Send + Sync),
) -> Result<MovedLibrary, StoreError> {
    moved(from, to, now_ms, told).await
}
