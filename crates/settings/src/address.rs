//! What an address says about an endpoint: its host, its origin, and whether that is this machine.

/// The host and port of an endpoint.
pub(crate) fn address_of(base_url: &str) -> &str {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    // A name and password before the host are secret.
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.rsplit_once('@').map_or(host, |(_, host)| host)
}

/// Scheme, host and port of an address: a key given for one origin is never sent to another.
pub(crate) fn origin(base_url: &str) -> String {
    let scheme = base_url.split_once("://").map_or("", |(scheme, _)| scheme);
    format!("{scheme}://{}", address_of(base_url)).to_ascii_lowercase()
}

/// Whether an endpoint is on this machine: its host is a loopback address or `localhost`, not merely a name that begins so.
pub fn is_on_this_machine(base_url: &str) -> bool {
    let address = address_of(base_url);
    let host = match address.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        Some(_) | None => address,
    };
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let is_loopback = bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback || host.eq_ignore_ascii_case("localhost")
}
