//! How work is asked to stop, in two stages: first no further request is sent, then replies in flight are broken off.

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// Asks everything that holds a clone of it to stop, in two stages.
///
/// A reply that is broken off is paid for and lost, so a server that is about to end drains first. A wait that costs
/// nothing, as for the answer of a user, ends at the first stage.
#[derive(Debug, Clone, Default)]
pub struct StopSignal {
    /// Cancelled whenever `cancelled` is.
    stopping: CancellationToken,
    cancelled: CancellationToken,
}

impl StopSignal {
    /// A signal that is not given yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A signal that is given with this one, and can be given alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { stopping: self.stopping.child_token(), cancelled: self.cancelled.child_token() }
    }

    /// Asks that no further request be sent; replies in flight are let finish.
    pub fn drain(&self) {
        self.stopping.cancel();
    }

    /// Asks for an end at once; replies in flight are broken off.
    pub fn cancel(&self) {
        self.stopping.cancel();
        self.cancelled.cancel();
    }

    /// Whether nothing new may begin.
    pub fn is_stopping(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// Waits until nothing new may begin.
    pub fn stopping(&self) -> WaitForCancellationFuture<'_> {
        self.stopping.cancelled()
    }

    /// Waits until replies in flight are to be broken off.
    pub fn cancelled(&self) -> WaitForCancellationFuture<'_> {
        self.cancelled.cancelled()
    }
}
