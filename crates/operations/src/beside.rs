//! Work that keeps a processor busy, done beside everything else.

use store::chance;
use tokio::task::{JoinError, spawn_blocking};

/// Does the work on a thread of its own; on this one where what is done has to be repeatable.
pub(crate) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    if chance::is_repeatable() { Ok(work()) } else { spawn_blocking(work).await }
}
