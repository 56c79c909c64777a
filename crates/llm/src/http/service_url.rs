//! The one reader of addresses: what it takes for the host is what a connection is opened to.

use std::net::IpAddr;

use url::{Host, Url};

/// The address of a service: `http` or `https`, with a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceUrl(Url);

impl ServiceUrl {
    /// Reads an address as browsers and the client of requests do; `Err` says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text.trim()).map_err(|error| error.to_string())?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(String::from("it begins neither with `http://` nor with `https://`"));
        }
        Ok(Self(url))
    }

    /// Scheme, host and port; the usual port of a scheme is left out. A name and password are not part of it.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Host and port, where another port than the usual is named.
    pub fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Whether a connection to it can be read on its way.
    pub fn is_plain(&self) -> bool {
        self.0.scheme() == "http"
    }

    /// Whether its host is `localhost` or a loopback address, however that is written.
    pub fn is_on_this_machine(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => IpAddr::V6(address).to_canonical().is_loopback(),
            None => false,
        }
    }

    /// The address in it, where its host is no name.
    pub fn ip(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    pub(super) const fn url(&self) -> &Url {
        &self.0
    }
}

/// Whether an endpoint is on this machine; what is no address is not.
pub fn is_on_this_machine(base_url: &str) -> bool {
    ServiceUrl::parse(base_url).is_ok_and(|url| url.is_on_this_machine())
}
