//! One run at a time on a book: a claim that is renewed while the run lives and runs out when it dies.

use crate::run::RunError;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, RunId};
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::knowledge::RemovedBook;
use store::store::Store;
use store::work::Claim;

/// A claim holds so long without a word from its run.
const LEASE: Duration = Duration::from_mins(1);
/// It is renewed so often while it holds, so that two lost renewals do no harm.
const RENEWALS: u32 = 3;

/// Who claims books, and how to tell whether another one still lives.
#[derive(Clone)]
pub struct ClaimOwner {
    /// Who runs it, in words a person understands and different for every process.
    pub name: String,
    /// Whether the holder of this name is known to be gone: its claim need not be waited for.
    pub is_gone: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// How long a claim holds without a renewal.
    pub lease: Duration,
}

impl ClaimOwner {
    /// An owner whose claims hold for a minute.
    pub fn new(name: String, is_gone: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self { name, is_gone: Arc::new(is_gone), lease: LEASE }
    }
}

/// Puts a book into the trash unless a run holds it. A claim whose holder was killed does not count.
#[boxed]
pub async fn remove_book(
    store: &Store,
    book: BookId,
    caller: &ClaimOwner,
    now_ms: i64,
) -> Result<RemovedBook, StoreError> {
    let now_ms = store.library().clock_ms(now_ms).await?;
    release_of_gone(store, book, caller, now_ms).await?;
    store.remove_book(book, now_ms).await
}

/// Deletes a book, in the trash or not, on the same condition.
#[boxed]
pub async fn delete_book(
    store: &Store,
    book: BookId,
    caller: &ClaimOwner,
    now_ms: i64,
) -> Result<RemovedBook, StoreError> {
    let now_ms = store.library().clock_ms(now_ms).await?;
    release_of_gone(store, book, caller, now_ms).await?;
    store.delete_book(book, now_ms).await
}

/// Takes away the claim on a book whose holder was killed.
async fn release_of_gone(
    store: &Store,
    book: BookId,
    caller: &ClaimOwner,
    now_ms: i64,
) -> Result<(), StoreError> {
    match store.library().claim(book).await {
        Ok(Some(claim)) if claim.holds_at(now_ms) && (caller.is_gone)(&claim.holder) => {
            store.release_book(book, claim.run, &claim.holder).await
        }
        // What is in the trash has no claim.
        Ok(_) | Err(StoreError::NoSuchBook { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// A claim on a book.
pub(crate) struct BookClaim<'a> {
    pub(crate) store: &'a Store,
    pub(crate) book: BookId,
    pub(crate) run: RunId,
    pub(crate) holder: &'a ClaimOwner,
    pub(crate) clock: &'a (dyn Fn() -> i64 + Send + Sync),
}

impl BookClaim<'_> {
    /// Claims the book. A claim whose holder was killed is taken over; a living one's is not.
    pub(crate) async fn claim(&self) -> Result<(), StoreError> {
        match self.try_claim().await {
            Err(StoreError::BookClaimed { book, run, holder, .. }) if (self.holder.is_gone)(&holder) => {
                self.store.release_book(book, run, &holder).await?;
                self.try_claim().await
            }
            claimed => claimed,
        }
    }

    /// Works under the claim, and gives the book back whatever came of the work.
    pub(crate) async fn work<T>(
        &self,
        work: impl Future<Output = Result<T, RunError>>,
    ) -> Result<T, RunError> {
        let done = tokio::select! {
            // Work that is done is done, whatever became of the claim at the same moment.
            biased;
            done = work => done,
            lost = self.keep() => Err(lost.into()),
        };
        let released = self.store.release_book(self.book, self.run, &self.holder.name).await;
        let done = done?;
        released?;
        Ok(done)
    }

    /// Renews the claim until it is lost: another process took over while this one was frozen or the machine slept. A lost
    /// claim is never taken again, because the other process has gone on from an earlier state.
    async fn keep(&self) -> StoreError {
        loop {
            tokio::time::sleep(self.holder.lease / RENEWALS).await;
            let renewed = match self.now_ms().await {
                Ok(now_ms) => self.store.renew_claim(&self.as_claim(now_ms)).await,
                Err(error) => Err(error),
            };
            if let Err(lost @ StoreError::ClaimLost { .. }) = renewed {
                return lost;
            }
            // Any other failure is tried again; the work itself meets whatever is wrong with the library.
        }
    }

    async fn try_claim(&self) -> Result<(), StoreError> {
        let now_ms = self.now_ms().await?;
        self.store.claim_book(&self.as_claim(now_ms), now_ms).await
    }

    /// The time by which claims are kept.
    async fn now_ms(&self) -> Result<i64, StoreError> {
        self.store.library().clock_ms((self.clock)()).await
    }

    fn as_claim(&self, now_ms: i64) -> Claim<'_> {
        let lease_ms = i64::try_from(self.holder.lease.as_millis()).unwrap_or(i64::MAX);
        let until_ms = now_ms.saturating_add(lease_ms);
        Claim { book: self.book, run: self.run, holder: &self.holder.name, until_ms }
    }
}
