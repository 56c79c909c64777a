//! A team on one server: authentication and roles. A server of one person has none of it.

pub(crate) mod allowed;
pub(crate) mod audience;
pub(crate) mod limits;
pub(crate) mod member;
pub(crate) mod oidc;
pub(crate) mod passwords;
pub(crate) mod presence;
pub(crate) mod reminders;
pub(crate) mod roles;
pub(crate) mod streams;

use self::limits::LoginLimits;
use self::oidc::Oidc;
use self::passwords::Passwords;
use self::presence::Presence;
use crate::mail::digests::Mailing;
use crate::problem::Problem;
use crate::state::AppState;
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use store::people::PersonId;
use tokio::sync::Notify;

/// What a server of a team keeps in memory.
#[derive(Default)]
pub(crate) struct Team {
    pub(crate) limits: LoginLimits,
    pub(crate) passwords: Passwords,
    /// The service through which members can log in.
    pub(crate) oidc: Option<Oidc>,
    /// What notices are mailed with.
    pub(crate) mail: Option<Arc<Mailing>>,
    /// Where members are at the moment.
    pub(crate) presence: Arc<Presence>,
    /// Notified whenever a member's rights change, so that open streams are checked again.
    pub(crate) narrowed: Notify,
}

/// The team, or why there is none.
pub(crate) fn team(app: &AppState) -> Result<&Team, Problem> {
    app.team.as_ref().ok_or_else(|| Problem::missing("not_a_team", Message::new("not_a_team")))
}

/// The stored digest of a secret: the secret has 256 random bits and cannot be found by trying.
pub(crate) fn digest(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// What follows the page's address in an invitation. Behind the `#` it is never sent, so no log of a proxy has it.
pub(crate) fn link(secret: &SecretString) -> String {
    format!("#/join/{}", secret.expose_secret())
}

/// A random secret that cannot be guessed, and its stored digest.
pub(crate) fn new_secret() -> Result<(SecretString, String), Problem> {
    let secret = crate::serve::new_token().map_err(|error| Problem::failed(&error))?;
    let kept = digest(secret.expose_secret());
    Ok((secret, kept))
}

/// Tells the pages of these members that they have a notice, or have read some. What it says is asked for.
pub(crate) fn notified(app: &AppState, people: &[PersonId]) {
    for person in people {
        app.events.publish("notices_changed", &serde_json::json!({"person": person.to_string()}));
    }
    if let Some(mailing) =
        app.team.as_ref().and_then(|team| team.mail.as_ref()).filter(|_| !people.is_empty())
    {
        mailing.noticed.notify_one();
    }
}

/// Logs an action of the member of this request.
pub(crate) async fn note(app: &AppState, action: &str, about: &serde_json::Value) -> Result<(), Problem> {
    app.store().note_audit(action, &about.to_string(), app.now_ms()).await?;
    Ok(())
}
