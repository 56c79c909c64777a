//! What clients may take of a server: bytes, connections and time.

use std::time::Duration;

/// What clients may take.
#[derive(Debug, Clone, Copy)]
pub struct ServerLimits {
    /// The largest file that can be uploaded.
    pub max_upload_bytes: u64,
    /// Connections at once. For one more, that connection is closed whose request has been awaited longest.
    pub max_connections: usize,
    /// Connections at once from one address that is no trusted proxy.
    pub connections_per_address: usize,
    /// Live streams at once of one member of a team.
    pub streams_per_member: usize,
    /// Large bodies at once of one member, or of one address where there are no members.
    pub large_bodies_per_sender: usize,
    /// So long the whole body of a request may take that is no upload.
    pub body_deadline: Duration,
    /// So long a client may take to send the head of a request, or the next piece of its body.
    pub patience: Duration,
    /// So long replies of models in flight are waited for when the server is asked to stop.
    pub drain: Duration,
}

/// A body is large from here on: so many bytes of each sender are kept in memory without being counted.
pub(crate) const LARGE_BODY: u64 = 64 * 1024;
/// The largest body of a request whose sender is not known yet.
pub(crate) const STRANGERS_BODY: u64 = 16 * 1024;
/// File handles that connections leave to everything else.
const KEPT_HANDLES: usize = 128;

impl ServerLimits {
    /// The same with no more connections than the process may have files open, where the system says how many that are.
    #[must_use]
    pub fn within_file_limit(self, file_limit: Option<usize>) -> Self {
        let Some(files) = file_limit else { return self };
        let most = files.saturating_sub(KEPT_HANDLES).max(KEPT_HANDLES);
        let max_connections = self.max_connections.min(most);
        Self {
            max_connections,
            connections_per_address: self.connections_per_address.min(max_connections),
            ..self
        }
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            max_upload_bytes: 512 * 1024 * 1024,
            max_connections: 8_192,
            connections_per_address: 2_048,
            streams_per_member: 64,
            large_bodies_per_sender: 8,
            body_deadline: Duration::from_mins(1),
            patience: Duration::from_secs(20),
            drain: Duration::from_mins(2),
        }
    }
}
