//! A member's account at the login service. The member links it on their own account page with their password, never by a
//! mail address, which can be forged in an account elsewhere.

use super::me::refuse_wrong_password;
use super::oidc::{answered, login_service, refused, without_group};
use crate::access::proxy::Caller;
use crate::access::secret::new_secret;
use crate::allowed::Allowed;
use crate::api::people::{LinkRequest, OidcBegun, OidcReturned};
use crate::extract::Body;
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::member::Member;
use crate::team::oidc::{BEGUN, StartedLogin};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use messages::Message;
use serde_json::json;
use store::logins::LoginIdentity;
use store::people::CredentialKind;

/// Begin to link one's account at the login service: where the browser goes.
#[utoipa::path(post, path = "/api/v1/me/identity", tag = "people", operation_id = "beginLink",
    request_body = LinkRequest,
    responses((status = 200, body = OidcBegun, description = "A cookie remembers the browser."), Problem))]
pub(in crate::routes) async fn begin(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    caller: Caller,
    Body(request): Body<LinkRequest>,
) -> Result<Response, Problem> {
    let member = in_person(&allowed)?;
    let oidc = login_service(&app)?;
    refuse_wrong_password(&allowed, &app, caller, request.password).await?;
    let begun = StartedLogin::new(&new_secret()?.0, app.now_ms()).linking(member.person);
    let url = oidc.authorization_url(&begun).await.map_err(|error| refused(&error, caller))?;
    let cookie = BEGUN.with(begun.cookie_text(), caller.is_tls)?;
    Ok(([(SET_COOKIE, cookie)], Json(OidcBegun { url })).into_response())
}

/// Link one's account at the login service, with what the browser came back with. The role stays as it is.
#[utoipa::path(put, path = "/api/v1/me/identity", tag = "people", operation_id = "linkIdentity",
    request_body = OidcReturned, responses((status = 204), Problem))]
pub(in crate::routes) async fn link(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    caller: Caller,
    headers: HeaderMap,
    Body(request): Body<OidcReturned>,
) -> Result<Response, Problem> {
    let mut response = match linked(&app, &allowed, &request, caller, &headers).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(problem) => problem.into_response(),
    };
    // However it ended, it is over.
    response.headers_mut().append(SET_COOKIE, BEGUN.gone(caller.is_tls)?);
    Ok(response)
}

async fn linked(
    app: &AppState,
    allowed: &Allowed<acts::Own>,
    request: &OidcReturned,
    caller: Caller,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let (member, oidc, now_ms) = (in_person(allowed)?, login_service(app)?, app.now_ms());
    let begun = |begun: StartedLogin| begun.linking(member.person);
    let identified = answered(app, request, caller, headers, begun).await?;
    let Some(role) = oidc.role_of(&identified.groups) else { return Err(without_group(&identified)) };
    let identity = LoginIdentity {
        issuer: oidc.issuer(),
        subject: &identified.subject,
        name: &identified.name,
        role: Some(role),
    };
    if !allowed.store().link_identity(member.person, &identity, now_ms).await? {
        let message = Message::new("identity_taken").with("name", &identified.name);
        return Err(Problem::new(StatusCode::CONFLICT, "identity_taken", message));
    }
    allowed.note(app, "identity_linked", &json!({})).await
}

/// Unlink one's account at the login service. Whoever has no password could not come back.
#[utoipa::path(delete, path = "/api/v1/me/identity", tag = "people", operation_id = "unlinkIdentity",
    responses((status = 204), Problem))]
pub(in crate::routes) async fn unlink(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
) -> Result<StatusCode, Problem> {
    let oidc = login_service(&app)?;
    let member = in_person(&allowed)?;
    if super::me::login_of(&app, member).await?.is_empty() {
        let message = Message::new("identity_only_login");
        return Err(Problem::new(StatusCode::CONFLICT, "identity_only_login", message));
    }
    if !allowed.store().unlink_identity(member.person, oidc.issuer()).await? {
        return Err(Problem::missing("identity_not_linked", Message::new("identity_not_linked")));
    }
    allowed.note(&app, "identity_unlinked", &json!({})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who sits at the browser themselves; a program with a token could take the account over.
fn in_person(allowed: &Allowed<acts::Own>) -> Result<&Member, Problem> {
    let member = allowed.member()?;
    if member.credential.kind == CredentialKind::Session { Ok(member) } else { Err(Problem::forbidden()) }
}
