//! Live streams end with the session they were opened with, not only the next request.

use super::member::Member;
use crate::state::AppState;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures::StreamExt;
use std::sync::Arc;
use std::time::Duration;

/// What another program did to the session is seen after so long.
const LOOK_AFTER: Duration = Duration::from_secs(15);

/// Ends a stream of events when whoever opened it is no longer let in.
pub(crate) fn ended_with_session(
    app: &Arc<AppState>,
    headers: HeaderMap,
    mut response: Response,
) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if kind.is_some_and(|kind| kind.starts_with(b"text/event-stream")) {
        let body = std::mem::take(response.body_mut());
        let over = Box::pin(shut_out(Arc::clone(app), headers));
        *response.body_mut() = Body::from_stream(body.into_data_stream().take_until(over));
    }
    response
}

/// Keeps something as long as a stream is open.
pub(crate) fn holding<T: Send + 'static>(held: T, mut response: Response) -> Response {
    let body = std::mem::take(response.body_mut()).into_data_stream();
    *response.body_mut() = Body::from_stream(body.inspect(move |_| {
        let _ = &held;
    }));
    response
}

async fn shut_out(app: Arc<AppState>, headers: HeaderMap) {
    let Some(team) = &app.team else { return std::future::pending().await };
    loop {
        let narrowed = team.narrowed.notified();
        // A library that cannot be read for a moment is no reason to end what is open.
        if matches!(Member::find(&app, &headers).await, Ok(None)) {
            return;
        }
        let _ = tokio::time::timeout(LOOK_AFTER, narrowed).await;
    }
}
