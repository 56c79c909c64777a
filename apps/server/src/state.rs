//! Application state shared by all request handlers.

use crate::chats::Chats;
use crate::context::ServerContext;
use crate::runs::Runs;
use std::ops::Deref;
use std::sync::Arc;

/// Application state: what the whole server uses, and what only handlers do.
pub(crate) struct AppState {
    pub(crate) context: Arc<ServerContext>,
    pub(crate) runs: Runs,
    /// Conversations with a turn under way.
    pub(crate) chats: Chats,
    pub(crate) stale: crate::stale_cache::StaleCache,
    pub(crate) reports: crate::reports_cache::ReportsCache,
    pub(crate) covers: crate::covers::Covers,
    pub(crate) lists: crate::lists::Lists,
    pub(crate) limits: crate::serve::ServerLimits,
    pub(crate) token: crate::guard::token::TokenGuard,
    pub(crate) proxies: crate::guard::proxy::Proxies,
    /// Where several people work; a library of one person has no accounts.
    pub(crate) team: Option<crate::team::Team>,
    /// Cancelled when the server is asked to stop: nothing new begins.
    pub(crate) draining: tokio_util::sync::CancellationToken,
    /// Cancelled when everything has come to rest: sessions of MCP clients end.
    pub(crate) closing: tokio_util::sync::CancellationToken,
}

/// As handlers get it.
pub(crate) type SharedState = axum::extract::State<Arc<AppState>>;

impl Deref for AppState {
    type Target = ServerContext;

    fn deref(&self) -> &ServerContext {
        &self.context
    }
}
