//! DNS rebinding: a foreign page may make its own name point at this machine, but it cannot change the name.

use crate::access::proxy::PublicUrl;
use crate::problem::Problem;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use messages::Message;

/// Without a token only the names of this machine are answered to. With one, a request under another name has no cookie for
/// it, and a proxy in front may have any name.
pub(super) fn check(
    request: &Request,
    has_token: bool,
    public_url: Option<&PublicUrl>,
) -> Result<(), Problem> {
    let host = requested_host(request)
        .ok_or_else(|| Problem::new(StatusCode::BAD_REQUEST, "host", Message::new("host_missing")))?;
    if has_token || is_this_machine(host) || public_url.is_some_and(|url| url.is_host(host)) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", Message::new("host_unknown")))
}

/// The host and port a request is for.
pub(super) fn requested_host(request: &Request) -> Option<&str> {
    let mut all = request.headers().get_all(header::HOST).iter();
    let host = all.next().and_then(|value| value.to_str().ok());
    let said = request.uri().authority().map(axum::http::uri::Authority::as_str);
    match (host, said, all.next()) {
        (_, _, Some(_)) => None,
        (Some(host), Some(said), None) if host != said => None,
        (Some(host), _, None) => Some(host),
        (None, said, None) => said,
    }
}

fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let name = name.to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
}
