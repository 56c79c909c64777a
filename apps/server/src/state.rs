//! Application state shared by all request handlers.

use crate::chats::Chats;
use crate::context::ServerContext;
use crate::places::Places;
use crate::problem::Problem;
use crate::runs::Runs;
use crate::team::Team;
use messages::Message;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use store::people::PersonId;

/// Application state: what the whole server uses, and what only handlers do.
pub(crate) struct AppState {
    pub(crate) context: Arc<ServerContext>,
    pub(crate) runs: Runs,
    /// Conversations with a turn under way.
    pub(crate) chats: Chats,
    pub(crate) stale: crate::stale_cache::StaleCache,
    pub(crate) reports: crate::reports_cache::ReportsCache,
    pub(crate) lists: crate::lists::Lists,
    pub(crate) limits: crate::server_limits::ServerLimits,
    pub(crate) refusals: crate::guard::RefusalLog,
    /// Live streams by member.
    pub(crate) streams: Places<PersonId>,
    /// Large bodies that are being read, by sender.
    pub(crate) large_bodies: Places<Sender>,
    pub(crate) token: crate::access::token::TokenGuard,
    pub(crate) proxies: crate::access::proxy::Proxies,
    /// Where several people work; a library of one person has no accounts.
    pub(crate) team: Option<Team>,
    /// Cancelled when the server is asked to stop: nothing new begins.
    pub(crate) draining: tokio_util::sync::CancellationToken,
    /// Cancelled when everything has come to rest: sessions of MCP clients end.
    pub(crate) closing: tokio_util::sync::CancellationToken,
}

/// Whose a request is: a member's, or an address's where there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sender {
    Person(PersonId),
    Address(IpAddr),
}

impl AppState {
    /// The team, or why there is none.
    pub(crate) fn team(&self) -> Result<&Team, Problem> {
        self.team.as_ref().ok_or_else(|| Problem::missing("not_a_team", Message::new("not_a_team")))
    }

    /// Tells the pages of these members that they have a notice, or have read some. What it says is asked for.
    pub(crate) fn notify(&self, people: &[PersonId]) {
        for person in people {
            self.events.publish("notices_changed", &serde_json::json!({"person": person.to_string()}));
        }
        if let Some(mailing) =
            self.team.as_ref().and_then(|team| team.mail.as_ref()).filter(|_| !people.is_empty())
        {
            mailing.noticed.notify_one();
        }
    }
}

/// As handlers get it.
pub(crate) type SharedState = axum::extract::State<Arc<AppState>>;

impl Deref for AppState {
    type Target = ServerContext;

    fn deref(&self) -> &ServerContext {
        &self.context
    }
}
