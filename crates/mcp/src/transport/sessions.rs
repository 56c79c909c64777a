//! Sessions of clients that keep one: a bounded number, and the one unused for longest makes room.

use futures::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most sessions at once. A client whose session was closed is answered with 404 and begins a new one.
pub(super) const MAX_SESSIONS: usize = 64;
/// A session without a request for this long is closed.
const KEEP_ALIVE: Duration = Duration::from_hours(1);

/// A session manager that never holds more than [`MAX_SESSIONS`].
///
/// `used` has exactly the ids of the open sessions, least recently used first. It is never locked across an await.
#[derive(Debug)]
pub struct BoundedSessions {
    sessions: LocalSessionManager,
    used: Mutex<Vec<SessionId>>,
}

type SessionError = <LocalSessionManager as SessionManager>::Error;
type Transport = <LocalSessionManager as SessionManager>::Transport;

impl Default for BoundedSessions {
    fn default() -> Self {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(KEEP_ALIVE);
        let mut sessions = LocalSessionManager::default();
        sessions.session_config = config;
        Self { sessions, used: Mutex::default() }
    }
}

impl BoundedSessions {
    fn used(&self) -> MutexGuard<'_, Vec<SessionId>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: &SessionId) {
        self.used().retain(|known| known != id);
    }

    /// Puts a session last, and gives those that are now too many.
    fn add(&self, id: &SessionId) -> Vec<SessionId> {
        let mut used = self.used();
        used.push(SessionId::clone(id));
        let n_too_many = used.len().saturating_sub(MAX_SESSIONS);
        used.drain(..n_too_many).collect()
    }

    fn touch(&self, id: &SessionId) {
        let mut used = self.used();
        if let Some(at) = used.iter().position(|known| known == id) {
            let id = used.remove(at);
            used.push(id);
        }
    }
}

impl SessionManager for BoundedSessions {
    type Error = SessionError;
    type Transport = Transport;

    async fn create_session(&self) -> Result<(SessionId, Transport), SessionError> {
        let (id, transport) = self.sessions.create_session().await?;
        for oldest in self.add(&id) {
            self.sessions.close_session(&oldest).await?;
        }
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, SessionError> {
        self.sessions.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, SessionError> {
        self.touch(id);
        self.sessions.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), SessionError> {
        self.forget(id);
        self.sessions.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionError> {
        self.sessions.create_stream(id, message).await
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), SessionError> {
        self.sessions.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionError> {
        self.sessions.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionError> {
        self.sessions.resume(id, last_event_id).await
    }
}
