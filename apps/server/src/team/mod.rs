//! A team on one server: authentication and roles. A server of one person has none of it.

pub(crate) mod audience;
pub(crate) mod limits;
pub(crate) mod member;
pub(crate) mod oidc;
pub(crate) mod pace;
pub(crate) mod passwords;
pub(crate) mod presence;
pub(crate) mod revoked;
pub(crate) mod roles;

use self::limits::LoginLimits;
use self::oidc::Oidc;
use self::pace::Pace;
use self::passwords::Passwords;
use self::presence::Presence;
use crate::context::ServerContext;
use crate::mail::digests::Mailing;
use crate::problem::Problem;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use store::people::PersonId;

/// What a server of a team keeps in memory.
#[derive(Default)]
pub(crate) struct Team {
    pub(crate) limits: LoginLimits,
    /// How often members did what is limited by the minute.
    pub(crate) pace: Pace,
    pub(crate) passwords: Passwords,
    /// The service through which members can log in.
    pub(crate) oidc: Option<Oidc>,
    /// What notices are mailed with.
    pub(crate) mail: Option<Arc<Mailing>>,
    /// Where members are at the moment.
    pub(crate) presence: Arc<Presence>,
}

/// What follows the page's address in an invitation. Behind the `#` it is never sent, so no log of a proxy has it.
pub(crate) fn link(secret: &SecretString) -> String {
    format!("#/join/{}", secret.expose_secret())
}

/// Logs an action of a person.
pub(crate) async fn note(
    context: &ServerContext,
    person: Option<PersonId>,
    action: &str,
    about: &serde_json::Value,
) -> Result<(), Problem> {
    context.process_store().note_audit(person, action, &about.to_string(), context.now_ms()).await?;
    Ok(())
}
