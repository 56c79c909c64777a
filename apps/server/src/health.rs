//! Whether the server is alive and whether it can work, for whatever watches over it. Needs no token and tells nothing else.

use crate::state::SharedState;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

/// The process answers.
pub(crate) async fn alive() -> Response {
    plain_response(StatusCode::OK, "ok")
}

/// The library can be read, and the server is not about to stop.
pub(crate) async fn ready(app: SharedState) -> Response {
    if app.draining.is_cancelled() {
        return plain_response(StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    match app.library().books().await {
        Ok(_) => plain_response(StatusCode::OK, "ok"),
        Err(error) => {
            tracing::error!(%error, "the library cannot be read");
            plain_response(StatusCode::SERVICE_UNAVAILABLE, "the library cannot be read")
        }
    }
}

fn plain_response(status: StatusCode, text: &'static str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], text).into_response()
}
