//! Cross-site requests: a page of another origin may make a browser send requests, but it cannot make them look like ours.

use super::host;
use crate::access::proxy::PublicUrl;
use crate::problem::Problem;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use messages::Message;

/// The header a program other than a browser sends with what changes something.
const OURS: &str = "x-tsumugi";

/// The origin is the host the request is for, or the public address: a proxy may have rewritten the host.
pub(super) fn same_site(request: &Request, public_url: Option<&PublicUrl>) -> Result<(), Problem> {
    let headers = request.headers();
    let origin = headers.get(header::ORIGIN);
    if let Some(origin) = origin {
        let origin = origin.to_str().unwrap_or_default();
        let same = authority(origin).is_some_and(|from| Some(from) == host::requested_host(request));
        let is_public = public_url.is_some_and(|url| url.origin().eq_ignore_ascii_case(origin));
        return if same || is_public { Ok(()) } else { Err(foreign()) };
    }
    match headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") | None => Ok(()),
        Some(_) => Err(foreign()),
    }
}

/// A request that does not say where it comes from says otherwise that it is meant. What says it passed [`same_site`].
pub(super) fn is_meant(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    if headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site") {
        return Ok(());
    }
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if only_reads || headers.contains_key(OURS) || headers.contains_key(header::AUTHORIZATION) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::FORBIDDEN, "header_missing", Message::new("header_missing")))
}

/// The host and port of an origin; schemes may differ where a proxy speaks TLS.
fn authority(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

fn foreign() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "foreign_origin", Message::new("foreign_origin"))
}
