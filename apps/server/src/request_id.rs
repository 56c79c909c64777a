//! One id for each request: in the answer, and in every line of the log about it.

use crate::context::ServerContext;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;
use tracing::field::Empty;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that is taken over from a client or a proxy.
const LONGEST: usize = 64;

/// Names a request, counts it, and says in its answer what it is called.
pub(crate) async fn follow(
    State(context): State<Arc<ServerContext>>,
    request: Request,
    next: Next,
) -> Response {
    let id = id_from_proxy(&request).unwrap_or_else(fresh);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    // The path is left out: it may hold what a person typed.
    let span =
        tracing::info_span!("request", id, %method, route, person = Empty, status = Empty, took_ms = Empty);
    let begun = Instant::now();
    let (mut response, took_ms) = async {
        let response = next.run(request).await;
        let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(status = response.status().as_u16(), took_ms, "answered");
        (response, took_ms)
    }
    .instrument(span.clone())
    .await;
    // A run that was begun keeps the span open; how long the request itself took is said here.
    span.record("status", response.status().as_u16()).record("took_ms", took_ms);
    context.metrics.answered(&method, route.as_deref(), response.status(), begun.elapsed());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

/// The id a proxy gave, if it is one.
fn id_from_proxy(request: &Request) -> Option<String> {
    let given = request.headers().get(HEADER)?.to_str().ok()?;
    let is_plain = given.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    (is_plain && (1..=LONGEST).contains(&given.len())).then(|| given.to_owned())
}

fn fresh() -> String {
    // Without the system's chance requests are told apart by their time alone.
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}
