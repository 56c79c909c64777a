//! Logging in: a name and a password become a session, which the browser keeps in a cookie.

use crate::api::people::LoginRequest;
use crate::extract::Body;
use crate::guard::proxy::Caller;
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::allowed::Allowed;
use crate::team::member::{SESSION_MS, acting, cookie};
use crate::team::roles::acts;
use crate::team::{new_secret, note, team};
use axum::extract::State;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use store::people::{CredentialKind, NewCredential, PersonId};

/// The longest name of a browser that is kept.
const LONGEST_AGENT: usize = 200;

/// Log in with a name and a password.
#[utoipa::path(post, path = "/api/v1/login", tag = "people", operation_id = "logIn",
    request_body = LoginRequest, responses((status = 204, description = "A cookie has the session."), Problem))]
pub(in crate::routes) async fn log_in(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
    headers: HeaderMap,
    Body(request): Body<LoginRequest>,
) -> Result<Response, Problem> {
    let team = team(&app)?;
    let login = request.login.trim().to_lowercase();
    team.limits.admit(caller.address, &login)?;
    let found = app.library().login(&login).await?;
    let person = found.as_ref().map(|found| found.person);
    let password = SecretString::from(request.password);
    let is_right = team.passwords.is_right(&password, found.map(|found| found.password)).await?;
    let Some(person) = person.filter(|_| is_right) else {
        tracing::warn!(client = %caller.address, "a wrong password");
        team.limits.failed(caller.address, &login);
        acting(person, note(&app, "login_failed", &json!({}))).await?;
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong_login", Message::new("wrong_login")));
    };
    team.limits.passed(&login);
    open_session(&app, person, caller, &headers).await
}

/// A new session of somebody, in a cookie.
pub(super) async fn open_session(
    app: &AppState,
    person: PersonId,
    caller: Caller,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let (secret, digest) = new_secret()?;
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(LONGEST_AGENT).collect();
    let now_ms = app.now_ms();
    let new = NewCredential {
        digest: &digest,
        kind: CredentialKind::Session,
        person,
        name: &agent,
        role: None,
        now_ms,
        ends_at: now_ms.saturating_add(SESSION_MS),
    };
    app.store().add_credential(&new).await?;
    acting(Some(person), note(app, "login", &json!({}))).await?;
    let cookie = cookie(Some(secret.expose_secret()), caller.is_tls);
    let cookie = HeaderValue::from_str(&cookie).map_err(|error| Problem::failed(&error))?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}
