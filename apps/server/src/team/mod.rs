//! A team on one server: who is logged in, what they may do, and what lets them in. A server of one person has none of it.

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
    /// Who is where right now.
    pub(crate) presence: Arc<Presence>,
    /// Told whenever somebody may do something else than before, so that open streams are looked at again.
    pub(crate) narrowed: Notify,
}

/// The team, or why there is none.
pub(crate) fn team(app: &AppState) -> Result<&Team, Problem> {
    app.team.as_ref().ok_or_else(|| Problem::missing("not_a_team", Message::new("not_a_team")))
}

/// What is kept of a secret: it has 256 bits of chance, so nobody finds it by trying.
pub(crate) fn digest(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// What follows the page's address in an invitation. Behind the `#` it is never sent, so no log of a proxy has it.
pub(crate) fn link(secret: &SecretString) -> String {
    format!("#/join/{}", secret.expose_secret())
}

/// A secret nobody guesses, and what is kept of it.
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

/// Writes down what whoever is logged in did.
pub(crate) async fn note(app: &AppState, action: &str, about: &serde_json::Value) -> Result<(), Problem> {
    app.store().note_audit(action, &about.to_string(), app.now_ms()).await?;
    Ok(())
}
