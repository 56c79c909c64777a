//! The HTTP door: the API under `/api/v1`, live events, and the page's files. It holds no rules of its own.

mod health;
pub mod host;
pub mod mail;
pub mod serve;

mod access;
mod allowed;
mod api;
mod arrivals;
mod assets;
mod chats;
mod context;
mod covers;
mod document;
mod dto;
mod events;
mod extract;
mod findings_cache;
mod guard;
mod history_words;
mod knowledge;
mod language;
mod lists;
mod mcp;
mod metrics;
mod metrics_page;
mod places;
mod problem;
mod reminders;
mod reports_cache;
mod request_id;
mod routes;
mod runs;
mod server_limits;
mod stale_cache;
mod state;
mod team;
mod version_cache;

/// Single parts, for the tests of this crate.
#[doc(hidden)]
pub mod parts {
    pub use crate::api::assignments::is_day;
    pub use crate::mail::digests::{new_message_id, pause_ms};
    pub use crate::problem::Problem;
    pub use crate::routes::form::{attachment, plain_name};
    pub use crate::team::audience::Audience;
    pub use crate::team::limits::{LoginAttempt, LoginLimits};
    pub use crate::team::oidc::{StartedLogin, groups_in, is_error_word, name_in};
    pub use crate::version_cache::VersionCache;
}

/// The `OpenAPI` document of everything this server answers, as it is committed beside this crate.
pub fn openapi() -> serde_json::Result<String> {
    let (_, document) = routes::all();
    document.to_pretty_json().map(|text| text + "\n")
}
