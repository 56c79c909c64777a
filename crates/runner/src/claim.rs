//! One run at a time on a book: a claim that is renewed while the run lives and runs out when it dies.

use book::id::{BookId, RunId};
use std::time::Duration;
use store::error::StoreError;
use store::store::Store;
use store::work::Claim;

/// A claim holds so long without a word from its run.
const HOLDS_MS: i64 = 60_000;
const RENEW_EVERY: Duration = Duration::from_secs(20);

/// Claims the book, works, and gives it back whatever came of the work.
pub(crate) async fn while_claimed<T>(
    store: &Store,
    book: BookId,
    run: RunId,
    holder: &str,
    clock: &(dyn Fn() -> i64 + Send + Sync),
    work: impl Future<Output = T>,
) -> Result<T, StoreError> {
    let claim = |now_ms: i64| Claim { book, run, holder, until_ms: now_ms + HOLDS_MS };
    let now_ms = clock();
    store.claim_book(&claim(now_ms), now_ms).await?;
    let renewing = async {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            // A renewal that fails is tried again; the work itself meets whatever is wrong with the library.
            let _ = store.renew_claim(&claim(clock())).await;
        }
    };
    let done = tokio::select! {
        done = work => done,
        never = renewing => never,
    };
    store.release_book(book, run, holder).await?;
    Ok(done)
}
