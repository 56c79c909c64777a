//! What goes on for a member after its request: runs and conversations. It is stopped when the member may not do it any more.

use crate::context::ServerContext;
use std::time::Duration;
use store::error::StoreError;
use store::store::Store;

/// What another program did to the member's rights is seen after so long.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// Waits until the right of a handle is gone. The process itself has its own for ever.
pub(crate) async fn revoked(context: &ServerContext, store: &Store) {
    if store.person().is_none() {
        return std::future::pending().await;
    }
    loop {
        let narrowed = context.narrowed.notified();
        // A library that cannot be read for a moment is no reason to stop what is under way.
        if matches!(store.verify().await, Err(StoreError::NotAllowed | StoreError::CredentialEnded)) {
            return;
        }
        let _ = tokio::time::timeout(LOOK_AFTER, narrowed).await;
    }
}
