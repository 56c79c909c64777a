//! What carries requests in the place of sockets: for simulations, which answer with the bytes a service would.

use std::fmt;
use std::io;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

/// A request as it would stand on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireRequest {
    /// Where it goes.
    pub url: String,
    /// The headers, names in lower case; keys are among them.
    pub headers: Vec<(String, String)>,
    /// Nothing where a page is fetched.
    pub body: Option<Vec<u8>>,
}

/// A reply whose body is still to come.
pub struct WireResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body, in the pieces in which it arrives.
    pub body: BoxStream<'static, io::Result<Bytes>>,
}

/// Carries requests.
#[async_trait]
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends a request; fails where nobody could be reached.
    async fn send(&self, request: WireRequest) -> io::Result<WireResponse>;
}
