//! Which requests this server answers: only those of its user or members, whatever page their browser has open.

mod bodies;
mod headers;
mod host;
mod link;
mod origin;
mod refusal_log;
mod streams;

pub(crate) use self::refusal_log::RefusalLog;
use self::streams::ended_with_session;
use crate::access::proxy::Caller;
use crate::extract::BodyDeadline;
use crate::mail;
use crate::problem::Problem;
use crate::state::AppState;
use crate::team::member::Member;
use crate::team::roles::{Action, allows};
use ::mcp::door::CalledFor;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use messages::Message;
use std::sync::Arc;
use store::grant::Right;

/// Where the Model Context Protocol is spoken.
pub(crate) const MCP: &str = "/mcp";
/// Where the server is counted.
pub(crate) const METRICS: &str = "/metrics";

/// Lets a request through, or answers it; every answer leaves with the headers that keep a browser honest.
pub(crate) async fn guard(State(app): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/") || path == MCP || path == METRICS;
    let caller = app.proxies.caller(&request);
    request.extensions_mut().insert(caller);
    request.extensions_mut().insert(BodyDeadline(app.limits.body_deadline));
    let admitted = match admitted(&app, caller, &request, is_api) {
        Ok(()) if is_api && app.team.is_some() => {
            identified(&app, request.headers(), request.uri().path()).await
        }
        Ok(()) => Ok(None),
        Err(problem) => Err(problem),
    };
    let admitted = admitted.and_then(|member| {
        let place = bodies::place(&app, caller, member.as_ref(), &request)?;
        Ok((member, place))
    });
    let mut response = match admitted {
        // The place is kept until there is an answer.
        Ok((member, _place)) => match link::opened(&app, &request, caller).filter(|_| !is_api) {
            Some(response) => response,
            None => answered(&app, member, request, next).await,
        },
        Err(problem) => {
            let (method, path) = (request.method(), request.uri().path());
            if let Some(left_out) = app.refusals.told(problem.code()) {
                tracing::warn!(client = %caller.address, %method, path, status = problem.status().as_u16(), code = problem.code(), left_out, "a request was refused");
            }
            problem.into_response()
        }
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    headers::set_security_headers(response.headers_mut(), is_api);
    response
}

/// Answers in the name of the member who is logged in.
async fn answered(app: &Arc<AppState>, member: Option<Member>, mut request: Request, next: Next) -> Response {
    let Some(member) = member else { return next.run(request).await };
    let (person, headers) = (member.person, request.headers().clone());
    tracing::Span::current().record("person", tracing::field::display(person));
    if request.uri().path() == MCP {
        // Tools are called in a task of their own, and each call says which book it is about.
        match member.grant(app, Right::OF_EVERY_MEMBER).await {
            Ok(store) => request.extensions_mut().insert(CalledFor { store }),
            Err(problem) => return problem.into_response(),
        };
    }
    request.extensions_mut().insert(member);
    let response = next.run(request).await;
    ended_with_session(app, person, headers, response)
}

/// Who sends a request, in a team. What is no address of the API has no handler that asks what they may do.
async fn identified(app: &AppState, headers: &HeaderMap, path: &str) -> Result<Option<Member>, Problem> {
    let member = Member::find(app, headers).await?;
    if path != MCP && path != METRICS {
        return Ok(member);
    }
    let asking = member.as_ref().ok_or_else(Problem::login_required)?;
    let may = match path {
        // Which books a program may speak of is asked with each call.
        MCP => asking.edits_a_book(app).await?,
        _ => allows(asking.role_in(app, None).await?, Action::Configure),
    };
    if may { Ok(member) } else { Err(Problem::forbidden()) }
}

/// What can be told from the request alone. In a team there is no token.
fn admitted(app: &AppState, caller: Caller, request: &Request, is_api: bool) -> Result<(), Problem> {
    let public_url = app.proxies.public_url.as_ref();
    host::check(request, app.token.is_required() || app.team.is_some(), public_url)?;
    if !is_api {
        return match *request.method() {
            Method::GET | Method::HEAD => Ok(()),
            _ => Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", Message::new("page_only_read"))),
        };
    }
    // Links in mails are opened from anywhere, and mail programs request one of them (RFC 8058). They act for no member: the
    // token in the link is the only proof.
    if request.uri().path().starts_with(mail::LINKS) {
        return Ok(());
    }
    origin::same_site(request, public_url)?;
    match request.uri().path() {
        // Here the token is given.
        "/api/v1/session" => origin::is_meant(request),
        // A program that has no token is told that it needs one, and nothing else.
        MCP => {
            app.token.admit(caller, request.headers())?;
            origin::is_meant(request)
        }
        _ => {
            origin::is_meant(request)?;
            app.token.admit(caller, request.headers())
        }
    }
}
