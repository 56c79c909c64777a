//! Limits CPU-bound reply processing to one task per core.
//!
//! Replies arrive together when their requests were sent together. Processing all of them at once would finish each as
//! late as the last, and all next requests would go out together again. With one task per core, the first is back with its
//! model while the last is still being processed, and from then on replies arrive spread out. A task releases its permit
//! while it waits for the model or the user.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The CPU permits that the workers of a run share.
#[derive(Debug, Clone)]
pub struct CpuLimiter(Arc<Semaphore>);

impl CpuLimiter {
    /// One permit per thread that can compute: as many as the runtime has workers, which is one per core.
    pub fn per_core() -> Self {
        Self::with_permits(Handle::try_current().map_or(1, |runtime| runtime.metrics().num_workers()))
    }

    /// This many permits.
    pub fn with_permits(n_permits: usize) -> Self {
        Self(Arc::new(Semaphore::new(n_permits)))
    }
}

/// One worker's permit: held while it computes, released while it waits.
#[derive(Debug)]
pub struct CpuPermit {
    limiter: CpuLimiter,
    held: Mutex<Option<OwnedSemaphorePermit>>,
}

impl CpuPermit {
    /// A permit that is not held yet.
    pub fn new(limiter: &CpuLimiter) -> Self {
        Self { limiter: limiter.clone(), held: Mutex::default() }
    }

    /// Acquires the permit; does nothing if this worker already holds it.
    pub async fn acquire(&self) {
        if self.held.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        // The semaphore is never closed; without a permit the worker would only be slower.
        let permit = Arc::clone(&self.limiter.0).acquire_owned().await.ok();
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    /// Releases the permit, if it is held.
    pub fn release(&self) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
