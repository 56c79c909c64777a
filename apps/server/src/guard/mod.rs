//! Who may speak to this server: only whoever the person behind it is, whatever page their browser has open.

pub(crate) mod token;

mod headers;
mod host;
mod origin;

use crate::problem::Problem;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Lets a request through, or answers it; every answer leaves with the headers that keep a browser honest.
pub(crate) async fn guard(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match admitted(&app, &request, is_api) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    headers::put(response.headers_mut(), is_api);
    response
}

fn admitted(app: &AppState, request: &Request, is_api: bool) -> Result<(), Problem> {
    host::check(request, app.token.is_required())?;
    if !is_api {
        return match *request.method() {
            Method::GET | Method::HEAD => Ok(()),
            _ => Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "the page is only read")),
        };
    }
    origin::check(request)?;
    // This one address is where the token is given.
    let gives_token = request.uri().path() == "/api/v1/session";
    if gives_token { Ok(()) } else { app.token.admit(request) }
}
