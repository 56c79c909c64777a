//! Where connections may go. Every outgoing connection passes a [`Gate`], which looks at the address of the socket, after
//! names were resolved: what a text says of an address decides nothing.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use messages::{Explain, Message};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use serde::{Deserialize, Serialize};

use super::ServiceUrl;

/// Which addresses may be connected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate(Reach);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reach {
    Anywhere,
    ThisMachine,
    Public { allowed: Arc<[IpNet]> },
}

/// Why an address may not be connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GateRule {
    /// Only this machine may be.
    ThisMachine,
    /// It is in a network that is not everybody's, or on this machine.
    Public,
    /// Clouds tell the keys of a machine there.
    Metadata,
}

/// An address that may not be connected to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateRefusal {
    /// The rule.
    pub rule: GateRule,
    /// The address, as it was asked for.
    pub host: String,
}

impl Explain for GateRefusal {
    fn message(&self) -> Message {
        let code = match self.rule {
            GateRule::ThisMachine => "address_not_on_this_machine",
            GateRule::Public => "address_not_public",
            GateRule::Metadata => "address_of_metadata",
        };
        Message::new(code).with("host", &self.host)
    }
}

messages::shown_as_message!(GateRefusal);

impl Gate {
    /// Any address but those of metadata services.
    pub const fn anywhere() -> Self {
        Self(Reach::Anywhere)
    }

    /// Loopback addresses only.
    pub const fn this_machine() -> Self {
        Self(Reach::ThisMachine)
    }

    /// Addresses that everybody can reach, and these networks.
    pub fn public(allowed: Vec<IpNet>) -> Self {
        Self(Reach::Public { allowed: allowed.into() })
    }

    /// Whether connections are made from here, never through a proxy, which would resolve names out of sight.
    pub(super) const fn is_direct(&self) -> bool {
        match self.0 {
            Reach::Anywhere => false,
            Reach::ThisMachine | Reach::Public { .. } => true,
        }
    }

    /// Whether what a service says of a failure is kept from whoever asked.
    pub(crate) const fn keeps_answers_back(&self) -> bool {
        match self.0 {
            Reach::Anywhere | Reach::ThisMachine => false,
            Reach::Public { .. } => true,
        }
    }

    /// Refuses an address that is written as numbers; a name is looked at when it is resolved.
    pub fn check(&self, url: &ServiceUrl) -> Result<(), GateRefusal> {
        url.ip().map_or(Ok(()), |ip| self.check_ip(ip, &url.host()))
    }

    /// The addresses of a host that may be connected to.
    pub async fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let mut refused = None;
        let mut permitted = Vec::new();
        for address in tokio::net::lookup_host((host, port)).await? {
            match self.check_ip(address.ip(), host) {
                Ok(()) => permitted.push(address),
                Err(refusal) => refused = Some(refusal),
            }
        }
        match refused {
            Some(refusal) if permitted.is_empty() => {
                Err(io::Error::new(io::ErrorKind::PermissionDenied, refusal))
            }
            Some(_) | None => Ok(permitted),
        }
    }

    fn check_ip(&self, ip: IpAddr, host: &str) -> Result<(), GateRefusal> {
        // An address that leads to another is held to what holds for both.
        let mut addresses = [Some(ip.to_canonical()), embedded(ip)].into_iter().flatten();
        let is_allowed = |ip: IpAddr, allowed: &[IpNet]| {
            is_public(ip) || allowed.iter().any(|network| network.contains(&ip))
        };
        let rule = match &self.0 {
            Reach::ThisMachine => (!ip.to_canonical().is_loopback()).then_some(GateRule::ThisMachine),
            Reach::Anywhere | Reach::Public { .. } if addresses.clone().any(is_metadata) => {
                Some(GateRule::Metadata)
            }
            Reach::Anywhere => None,
            Reach::Public { allowed } => {
                (!addresses.all(|ip| is_allowed(ip, allowed))).then_some(GateRule::Public)
            }
        };
        let Some(rule) = rule else { return Ok(()) };
        tracing::warn!(host, %ip, ?rule, "refused to connect");
        Err(GateRefusal { rule, host: host.to_owned() })
    }
}

/// Names are resolved here and nowhere else, so that only what is permitted reaches a socket.
impl Resolve for Gate {
    fn resolve(&self, name: Name) -> Resolving {
        let gate = self.clone();
        Box::pin(async move {
            // The client puts the port in.
            let addresses = Self::resolve(&gate, name.as_str(), 0).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// The refusal among the causes of an error.
pub(super) fn refusal_in<'e>(error: &'e (dyn std::error::Error + 'static)) -> Option<&'e GateRefusal> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = error
            .downcast_ref::<GateRefusal>()
            .or_else(|| wrapped.and_then(|inner| inner.downcast_ref::<GateRefusal>()));
        if found.is_some() {
            return found;
        }
        cause = error.source();
    }
    None
}

/// The IPv4 address that an IPv6 address leads to through a translator: NAT64, 6to4, or the old form with zeros before it.
fn embedded(ip: IpAddr) -> Option<IpAddr> {
    let IpAddr::V6(ip) = ip else { return None };
    let bits = ip.to_bits();
    let v4 = |bits: u128| u32::try_from(bits & 0xffff_ffff).map(|bits| IpAddr::V4(Ipv4Addr::from_bits(bits)));
    match ip.segments() {
        [0x64, 0xff9b, ..] => v4(bits).ok(),
        [0x2002, ..] => v4(bits >> 80).ok(),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 || low > 1 => v4(bits).ok(),
        _ => None,
    }
}

/// Where clouds tell a machine its keys: the link-local network of IPv4, and single addresses beside it.
fn is_metadata(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local() || ip == Ipv4Addr::new(100, 100, 100, 200),
        IpAddr::V6(ip) => {
            let known = [
                Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
                Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),
                Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
                Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe),
            ];
            known.contains(&ip)
        }
    }
}

/// Networks that are not everybody's (RFC 6890 and what came after it).
const SPECIAL_V4: &[Ipv4Net] = &[
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    // Multicast, reserved, broadcast.
    v4([224, 0, 0, 0], 3),
];

/// What is given to the whole world; all else of IPv6 is loopback, local, for several, or reserved.
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0], 3);
/// Parts of it that are not.
const SPECIAL_V6: &[Ipv6Net] = &[v6([0x2001, 0], 23), v6([0x2001, 0xdb8], 32), v6([0x3fff, 0], 20)];
/// What a translator of addresses answers to; it is what is embedded in it that decides.
const TRANSLATED_V6: Ipv6Net = v6([0x64, 0xff9b], 96);

fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !SPECIAL_V4.iter().any(|net| net.contains(&ip)),
        IpAddr::V6(ip) if TRANSLATED_V6.contains(&ip) => true,
        IpAddr::V6(ip) => GLOBAL_V6.contains(&ip) && !SPECIAL_V6.iter().any(|net| net.contains(&ip)),
    }
}

const fn v4(parts: [u8; 4], length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::from_octets(parts), length)
}

const fn v6([first, second]: [u16; 2], length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(first, second, 0, 0, 0, 0, 0, 0), length)
}
