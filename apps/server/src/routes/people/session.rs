//! Sessions: what a browser gets once it is known who uses it.

use crate::access::cookie::Cookie;
use crate::access::proxy::Caller;
use crate::access::secret::new_secret;
use crate::context::ServerContext;
use crate::problem::Problem;
use crate::team::member::{COOKIE, SESSION_MS};
use crate::team::note;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use store::people::{CredentialKind, NewCredential, PersonId};

/// The longest name of a browser that is kept.
const LONGEST_AGENT: usize = 200;
/// Groups at a login service are looked at again after so long.
const OIDC_SESSION_MS: i64 = 12 * 60 * 60 * 1_000;
/// Marks a browser in which a member has logged in before; it grants no access.
pub(super) const DEVICE: Cookie = Cookie { name: "tsumugi_device", max_age_secs: 180 * 24 * 60 * 60 };

/// A session to be opened.
pub(super) struct Session {
    person: PersonId,
    lasts_ms: i64,
    /// Whether the browser is to be known from now on, and is not yet.
    marks_device: bool,
    /// How they came in, for what is written down.
    about: Value,
}

impl Session {
    pub(super) fn by_password(person: PersonId, is_known_device: bool) -> Self {
        Self { person, lasts_ms: SESSION_MS, marks_device: !is_known_device, about: json!({}) }
    }

    pub(super) fn by_login_service(person: PersonId) -> Self {
        // No password is guessed here, so there is no limit the browser would have to be known for.
        let about = json!({"by": "login_service"});
        Self { person, lasts_ms: OIDC_SESSION_MS, marks_device: false, about }
    }
}

/// A new session of a member, in a cookie.
pub(super) async fn open_session(
    context: &ServerContext,
    session: &Session,
    caller: Caller,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let (secret, digest) = new_secret()?;
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(LONGEST_AGENT).collect();
    let (now_ms, person) = (context.now_ms(), session.person);
    let new = NewCredential {
        digest: &digest,
        kind: CredentialKind::Session,
        person,
        name: &agent,
        role: None,
        now_ms,
        ends_at: now_ms.saturating_add(session.lasts_ms),
    };
    context.process_store().add_credential(&new).await?;
    note(context, Some(person), "login", &session.about).await?;
    let mut cookies = vec![(SET_COOKIE, COOKIE.with(secret.expose_secret(), caller.is_tls)?)];
    if session.marks_device {
        let (secret, digest) = new_secret()?;
        context.process_store().note_device(&digest, person, now_ms).await?;
        cookies.push((SET_COOKIE, DEVICE.with(secret.expose_secret(), caller.is_tls)?));
    }
    Ok((StatusCode::NO_CONTENT, AppendHeaders(cookies)).into_response())
}
