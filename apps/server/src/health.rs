//! Whether the server is alive and whether it can work, for whatever watches over it. Needs no token and tells nothing else.

use crate::state::SharedState;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use store::error::StoreError;

/// The process answers.
pub(crate) async fn alive() -> Response {
    plain_response(StatusCode::OK, "ok")
}

/// How long the library may take to show that it can be written.
const WRITES_WITHIN: Duration = Duration::from_secs(5);

/// The library can be read and written, and the server is not about to stop.
pub(crate) async fn ready(app: SharedState) -> Response {
    if app.draining.is_cancelled() {
        return plain_response(StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    if let Err(error) = app.library().books().await {
        tracing::error!(%error, "the library cannot be read");
        return plain_response(StatusCode::SERVICE_UNAVAILABLE, "the library cannot be read");
    }
    let store = app.process_store();
    match tokio::time::timeout(WRITES_WITHIN, store.can_write()).await {
        Ok(Ok(())) => plain_response(StatusCode::OK, "ok"),
        // A file that may only be read is served for reading.
        Ok(Err(StoreError::ReadOnly { .. } | StoreError::Forbidden { .. })) if store.path().is_some() => {
            plain_response(StatusCode::OK, "ok")
        }
        Ok(Err(error)) => {
            tracing::error!(%error, "the library cannot be written");
            plain_response(StatusCode::SERVICE_UNAVAILABLE, "the library cannot be written")
        }
        Err(_) => {
            tracing::error!("the library could not be written in time");
            plain_response(StatusCode::SERVICE_UNAVAILABLE, "the library cannot be written")
        }
    }
}

fn plain_response(status: StatusCode, text: &'static str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], text).into_response()
}
