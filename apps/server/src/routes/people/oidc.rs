//! Logging in through another service: the page asks where to go, and hands over what it came back with.

use super::session::{Session, open_session};
use crate::access::proxy::Caller;
use crate::access::secret::new_secret;
use crate::allowed::Allowed;
use crate::api::people::{OidcBegun, OidcReturned};
use crate::extract::Body;
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::limits::LoginAttempt;
use crate::team::note;
use crate::team::oidc::{BEGUN, Identity, LoginError, LoginReturn, Oidc, StartedLogin};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use messages::Message;
use serde_json::json;
use store::logins::{IdentityLogin, LoginIdentity};
use store::people::Role;

/// The most groups named to a person who is refused.
const NAMED_GROUPS: usize = 10;

/// Begin to log in through the login service: where the browser goes.
#[utoipa::path(post, path = "/api/v1/oidc/begin", tag = "people", operation_id = "beginOidc",
    responses((status = 200, body = OidcBegun, description = "A cookie remembers the browser."), Problem))]
pub(in crate::routes) async fn begin(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
) -> Result<Response, Problem> {
    let begun = StartedLogin::new(&new_secret()?.0, app.now_ms());
    let url = login_service(&app)?.authorization_url(&begun).await;
    let url = url.map_err(|error| refused(&error, caller))?;
    let cookie = BEGUN.with(begun.cookie_text(), caller.is_tls)?;
    Ok(([(SET_COOKIE, cookie)], Json(OidcBegun { url })).into_response())
}

/// Finish to log in through the login service, with what the browser came back with.
#[utoipa::path(post, path = "/api/v1/oidc/finish", tag = "people", operation_id = "finishOidc",
    request_body = OidcReturned, responses((status = 204, description = "A cookie has the session."), Problem))]
pub(in crate::routes) async fn finish(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
    headers: HeaderMap,
    Body(request): Body<OidcReturned>,
) -> Result<Response, Problem> {
    let attempt = LoginAttempt::anonymous(caller.address);
    app.team()?.limits.begin(attempt)?;
    let mut response = match finished(&app, &request, caller, &headers).await {
        Ok(response) => {
            app.team()?.limits.passed(attempt);
            response
        }
        Err(problem) => problem.into_response(),
    };
    // However it ended, it is over.
    response.headers_mut().append(SET_COOKIE, BEGUN.gone(caller.is_tls)?);
    Ok(response)
}

async fn finished(
    app: &AppState,
    request: &OidcReturned,
    caller: Caller,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let (oidc, now_ms) = (login_service(app)?, app.now_ms());
    let identified = answered(app, request, caller, headers, |begun| begun).await?;
    let role = oidc.role_of(&identified.groups);
    let identity =
        LoginIdentity { issuer: oidc.issuer(), subject: &identified.subject, name: &identified.name, role };
    let entered = app.process_store().log_in_by_identity(&identity, now_ms).await?;
    match entered {
        Some(entered) if role.is_some() => {
            write_down(app, entered).await?;
            open_session(app, &Session::by_login_service(entered.person), caller, headers).await
        }
        Some(_) | None => Err(without_role(app, entered, &identified).await?),
    }
}

/// Who came back from the service, in the browser that went there for the same purpose.
pub(super) async fn answered(
    app: &AppState,
    request: &OidcReturned,
    caller: Caller,
    headers: &HeaderMap,
    purpose: impl FnOnce(StartedLogin) -> StartedLogin,
) -> Result<Identity, Problem> {
    let (oidc, now_ms) = (login_service(app)?, app.now_ms());
    let begun = BEGUN
        .value_in(headers)
        .and_then(|cookie| StartedLogin::read(cookie, now_ms))
        .ok_or_else(not_begun)?;
    let returned = LoginReturn {
        state: &request.state,
        code: request.code.as_deref(),
        error: request.error.as_deref(),
        issuer: request.iss.as_deref(),
    };
    let identified = oidc.finish(&purpose(begun), &returned, now_ms).await;
    identified.map_err(|error| refused(&error, caller))
}

/// Logs what the login changed. The open streams of a member with fewer rights than before are checked again.
async fn write_down(app: &AppState, entered: IdentityLogin) -> Result<(), Problem> {
    let IdentityLogin { person, is_new, before, role } = entered;
    let about = json!({"person": person.to_string(), "role": role.map(Role::as_str), "by": "login_service"});
    if is_new {
        note(app, Some(person), "joined", &about).await?;
    } else if before != role {
        note(app, Some(person), "role_changed", &about).await?;
        app.narrowed.notify_waiters();
    }
    Ok(())
}

/// Refuses a person whose groups have no role here: ends what they had, and says why.
async fn without_role(
    app: &AppState,
    entered: Option<IdentityLogin>,
    identified: &Identity,
) -> Result<Problem, Problem> {
    let person = entered.map(|entered| entered.person);
    note(app, person, "login_refused", &json!({"by": "login_service", "reason": "groups"})).await?;
    app.narrowed.notify_waiters();
    Ok(without_group(identified))
}

/// None of the person's groups has a role here.
pub(super) fn without_group(identified: &Identity) -> Problem {
    let shown: Vec<String> =
        identified.groups.iter().take(NAMED_GROUPS).map(|group| group.chars().take(80).collect()).collect();
    let message = if shown.is_empty() {
        Message::new("oidc_in_no_group").with("name", &identified.name)
    } else {
        Message::new("oidc_no_group").with("name", &identified.name).with("groups", shown.join(", "))
    };
    Problem::new(StatusCode::FORBIDDEN, "oidc_no_group", message)
}

pub(super) fn login_service(app: &AppState) -> Result<&Oidc, Problem> {
    let missing = || Problem::missing("no_login_service", Message::new("no_login_service"));
    app.team()?.oidc.as_ref().ok_or_else(missing)
}

fn not_begun() -> Problem {
    Problem::wrong("oidc_not_begun", Message::new("oidc_not_begun"))
}

/// What the person who logs in is told; the log has the details.
pub(super) fn refused(error: &LoginError, caller: Caller) -> Problem {
    match error {
        LoginError::NotBegun => {
            tracing::warn!(client = %caller.address, "a login that was not begun here");
            not_begun()
        }
        LoginError::Refused { word } => {
            let message = Message::new("oidc_refused").with("word", word);
            Problem::new(StatusCode::FORBIDDEN, "oidc_refused", message)
        }
        LoginError::Unusable(detail) => {
            tracing::warn!(detail, "the login service cannot be used");
            Problem::new(StatusCode::BAD_GATEWAY, "login_service", Message::new("oidc_unreachable"))
        }
        LoginError::NotVerified(why) => {
            tracing::warn!(client = %caller.address, why, "a token of the login service was refused");
            Problem::new(StatusCode::FORBIDDEN, "oidc_not_verified", Message::new("oidc_not_verified"))
        }
    }
}
