//! Who may speak to this server: only whoever the person behind it is, whatever page their browser has open.

pub(crate) mod proxy;
pub(crate) mod token;

mod headers;
mod host;
mod link;
mod origin;

use self::proxy::Caller;
use crate::problem::Problem;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use messages::Message;
use std::sync::Arc;

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
    let mut response = match admitted(&app, caller, &request, is_api) {
        Ok(()) => match link::opened(&app, &request, caller).filter(|_| !is_api) {
            Some(response) => response,
            None => next.run(request).await,
        },
        Err(problem) => {
            let (method, path) = (request.method(), request.uri().path());
            tracing::warn!(client = %caller.address, %method, path, status = problem.status().as_u16(), code = problem.code(), "a request was refused");
            problem.into_response()
        }
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    headers::put(response.headers_mut(), is_api);
    response
}

fn admitted(app: &AppState, caller: Caller, request: &Request, is_api: bool) -> Result<(), Problem> {
    let public_url = app.proxies.public_url.as_ref();
    host::check(request, app.token.is_required(), public_url)?;
    if !is_api {
        return match *request.method() {
            Method::GET | Method::HEAD => Ok(()),
            _ => Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", Message::new("page_only_read"))),
        };
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
