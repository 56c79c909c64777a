//! Logging in: a name and a password become a session, which the browser keeps in a cookie.

use super::session::{DEVICE, Session, open_session};
use crate::access::proxy::Caller;
use crate::access::secret::digest;
use crate::allowed::Allowed;
use crate::api::people::LoginRequest;
use crate::extract::Body;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::limits::LoginAttempt;
use crate::team::note;
use crate::team::roles::acts;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use messages::Message;
use secrecy::SecretString;
use serde_json::json;

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
    let team = app.team()?;
    let login = request.login.trim().to_lowercase();
    let device = DEVICE.value_in(&headers).map(digest);
    let is_known = match &device {
        Some(device) => app.library().is_device_of(device, &login).await?,
        None => false,
    };
    let device = device.as_deref().filter(|_| is_known);
    let attempt = LoginAttempt { address: caller.address, login: Some(&login), device };
    team.limits.begin(attempt)?;
    let found = app.library().login(&login).await?;
    let person = found.as_ref().map(|found| found.person);
    let password = SecretString::from(request.password);
    let is_right = team
        .passwords
        .is_right(&caller.address.to_string(), &password, found.map(|found| found.password))
        .await?;
    let Some(person) = person.filter(|_| is_right) else {
        tracing::warn!(client = %caller.address, "a wrong password");
        note(&app, person, "login_failed", &json!({})).await?;
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong_login", Message::new("wrong_login")));
    };
    team.limits.passed(attempt);
    open_session(&app, &Session::by_password(person, device.is_some()), caller, &headers).await
}
