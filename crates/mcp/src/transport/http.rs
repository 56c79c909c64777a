//! Streamable HTTP: a service for a server to mount. Who may reach it is the server's business: token, Host and Origin are
//! checked before a request comes here.

use super::sessions::BoundedSessions;
use crate::door::Door;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The largest request, in bytes; a larger one is answered with 413.
pub const MAX_REQUEST_BYTES: usize = 2 * 1024 * 1024;

/// The service at `/mcp`.
pub type HttpService = StreamableHttpService<Door, BoundedSessions>;

/// Serves the protocol until `closing` is cancelled, which ends every session and stream.
pub fn service(door: Door, closing: CancellationToken) -> HttpService {
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_max_request_body_bytes(MAX_REQUEST_BYTES)
        .with_cancellation_token(closing);
    StreamableHttpService::new(move || Ok(door.clone()), Arc::new(BoundedSessions::default()), config)
}
