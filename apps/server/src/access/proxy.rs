//! Proxies in front: whose word about the client is believed, and under which address the page is known outside.

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use ipnet::IpNet;
use messages::Message;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// The address at the other end of the connection, which may be a proxy's.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The address a request comes from, if it can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The client's address; wrong tokens are counted by it.
    pub address: IpAddr,
    /// Whether the client reaches us through TLS.
    pub is_tls: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(NOWHERE))
    }
}

const NOWHERE: Caller = Caller { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_tls: false };

/// What is in front of the server.
#[derive(Debug, Clone, Default)]
pub struct Proxies {
    /// Only what connects from these addresses is believed when it says for whom it asks.
    pub trusted: Vec<IpNet>,
    /// Under which address the page is known outside, where a proxy rewrites the host.
    pub public_url: Option<PublicUrl>,
}

impl Proxies {
    /// Who sends the request. `X-Forwarded-For` and `X-Forwarded-Proto` count only from a trusted proxy.
    pub fn caller(&self, request: &Request) -> Caller {
        let Some(Peer(peer)) = request.extensions().get::<Peer>() else { return NOWHERE };
        let peer = peer.ip().to_canonical();
        let is_public_tls = self.public_url.as_ref().is_some_and(|url| url.is_tls);
        if !self.is_trusted(peer) {
            return Caller { address: peer, is_tls: is_public_tls };
        }
        let headers = request.headers();
        let proto = listed(headers, "x-forwarded-proto").pop();
        let is_tls = is_public_tls || proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Caller { address: self.forwarded(headers).unwrap_or(peer), is_tls }
    }

    /// The last address in `X-Forwarded-For` that is not a trusted proxy's: any client can write what stands before it.
    fn forwarded(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let mut address = None;
        for text in listed(headers, "x-forwarded-for").into_iter().rev() {
            address = Some(address_in(text)?);
            if !address.is_some_and(|address| self.is_trusted(address)) {
                break;
            }
        }
        address
    }

    pub(crate) fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }
}

/// The comma-separated values of a header that may come several times, in order.
fn listed<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).collect()
}

/// An address, with or without a port.
fn address_in(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address| address.to_canonical())
}

/// A trusted proxy: an address, or a network as in `10.0.0.0/8`.
pub fn trusted_proxy(text: &str) -> Result<IpNet, Message> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse::<IpNet>()).map_err(|_| Message::new("not_a_network").with("text", text))
}

/// The address the page is known under outside: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    is_tls: bool,
    authority: String,
}

impl PublicUrl {
    /// The address as a browser gives it in `Origin`.
    pub fn origin(&self) -> String {
        let scheme = if self.is_tls { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }

    /// Whether a request's `Host` is this one.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        host.eq_ignore_ascii_case(&self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let wrong = || Message::new("not_a_public_url").with("text", text);
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(wrong()),
        };
        let authority = uri.authority().ok_or_else(wrong)?.as_str().to_ascii_lowercase();
        if authority.contains('@') || !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(wrong());
        }
        Ok(Self { is_tls, authority })
    }
}
