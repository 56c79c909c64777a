//! `/about`, `/session` and `/openapi.json`: what a client asks before anything else.

use crate::access::proxy::Caller;
use crate::access::token;
use crate::allowed::Allowed;
use crate::api::about::{About, Language, SessionRequest};
use crate::extract::Body;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::member;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use book::language::LanguageTag;
use messages::Message;
use store::people::CredentialKind;

/// Which program this is.
#[utoipa::path(get, path = "/api/v1/about", tag = "about", operation_id = "about",
    responses((status = 200, body = About), Problem))]
pub(super) async fn about(allowed: Allowed<acts::Enter>, State(app): SharedState) -> Json<About> {
    let languages = LanguageTag::all_known().map(|tag| Language {
        tag: tag.to_string(),
        english_name: tag.english_name().to_owned(),
        chinese_name: tag.chinese_name().to_owned(),
    });
    Json(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        // A stranger is told nothing of this machine.
        library: if app.team.is_some() && allowed.member.is_none() {
            String::new()
        } else {
            app.process_store().place().to_owned()
        },
        is_team: app.team.is_some(),
        login_service: app.team.as_ref().and_then(|team| Some(team.oidc.as_ref()?.name().to_owned())),
        token_required: app.token.is_required(),
        max_upload_bytes: app.limits.max_upload_bytes,
        languages: languages.collect(),
    })
}

/// Keep the token in a cookie that the page itself cannot read.
#[utoipa::path(post, path = "/api/v1/session", tag = "about", operation_id = "openSession",
    request_body = SessionRequest, responses((status = 204, description = "The token is right."), Problem))]
pub(super) async fn open_session(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
    Body(request): Body<SessionRequest>,
) -> Result<Response, Problem> {
    if app.team.is_some() {
        return Err(Problem::login_required());
    }
    app.token.check(caller, &request.token)?;
    let cookie = token::COOKIE.with(&request.token, caller.is_tls);
    let cookie = cookie.map_err(|_| Problem::wrong("token", Message::new("token_not_for_cookies")))?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}

/// Forget the token, or log out.
#[utoipa::path(delete, path = "/api/v1/session", tag = "about", operation_id = "closeSession",
    responses((status = 204, description = "The cookie is gone."), Problem))]
pub(super) async fn close_session(
    allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
) -> Result<Response, Problem> {
    let Some(member) = &allowed.member else {
        return Ok(
            (StatusCode::NO_CONTENT, [(SET_COOKIE, token::COOKIE.gone(caller.is_tls)?)]).into_response()
        );
    };
    if member.credential.kind == CredentialKind::Session {
        allowed.store().end_credential(member.person, member.credential.id).await?;
        app.narrowed.notify_waiters();
        allowed.note(&app, "logout", &serde_json::json!({})).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, member::COOKIE.gone(caller.is_tls)?)]).into_response())
}

/// This document.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "about", operation_id = "openapi",
    responses((status = 200, body = Object, content_type = "application/json"), Problem))]
pub(super) async fn document(_allowed: Allowed<acts::Own>) -> Result<Response, Problem> {
    let text = crate::openapi().map_err(|error| Problem::failed(&error))?;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}
