//! What clients may take of a server: bytes, connections and time.

use std::time::Duration;

/// What clients may take.
#[derive(Debug, Clone, Copy)]
pub struct ServerLimits {
    /// The largest file that can be uploaded.
    pub max_upload_bytes: u64,
    /// Connections at once; more wait to be let in.
    pub max_connections: usize,
    /// So long a client may take to send the head of a request, or the next piece of its body.
    pub patience: Duration,
    /// So long replies of models in flight are waited for when the server is asked to stop.
    pub drain: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            max_upload_bytes: 512 * 1024 * 1024,
            max_connections: 8_192,
            patience: Duration::from_secs(20),
            drain: Duration::from_mins(2),
        }
    }
}
