//! What goes on for a member after its request: streams, runs and conversations. It ends when the member may not have it any
//! more, whichever server of the library took the right away.

use crate::context::ServerContext;
use crate::state::AppState;
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::store::Store;

/// How often the library is asked whether another program has changed rights.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// What changed without being written down is seen after so long.
pub(crate) const LOOK_AFTER: Duration = Duration::from_secs(15);

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

/// Has everything that goes on for members checked again when another program has written down something for the owners,
/// until it is aborted. One question serves all of it.
pub(crate) async fn watch(app: Arc<AppState>) {
    let mut known = None;
    while app.team.is_some() {
        if let Ok(written) = app.library().audit(None, 1).await {
            let latest = written.first().map(|entry| entry.id);
            if known.replace(latest).is_some_and(|before| before != latest) {
                app.narrowed.notify_waiters();
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
