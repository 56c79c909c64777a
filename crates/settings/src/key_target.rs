//! What a key is given for: the origin of a service, and the proxy and the certificates on the way there. A key that is kept
//! goes to nothing else.

use llm::{ResolvedModel, ServiceUrl, Vendors};
use std::collections::BTreeSet;

/// Scheme, host and port of an address; the address itself where it is none.
pub(crate) fn origin(base_url: &str) -> String {
    ServiceUrl::parse(base_url).map_or_else(|_| base_url.to_owned(), |url| url.origin())
}

/// Origin, proxy and certificates of a model's service, as one line.
pub(crate) fn key_target(resolved: &ResolvedModel) -> String {
    let settings = resolved.settings();
    let mut target = origin(&resolved.vendor.base_url);
    if let Some(proxy) = &settings.proxy {
        target.push_str(" proxy ");
        // Without a name and password.
        target.push_str(&origin(proxy));
    }
    if let Some(ca) = &settings.ca {
        target.push_str(" ca ");
        target.push_str(&ca.display().to_string().replace('\n', " "));
    }
    target
}

/// The targets of a service: a model may have a proxy or certificates of its own.
pub(crate) fn key_targets(vendors: &Vendors, service: &str) -> BTreeSet<String> {
    let vendor = vendors.iter().find(|(id, _)| *id == service).map(|(_, vendor)| vendor);
    let models = vendor.into_iter().flat_map(|vendor| vendor.models.keys().map(String::as_str));
    let resolved =
        models.chain(["any"]).filter_map(|model| vendors.resolve(&format!("{service}/{model}")).ok());
    resolved.map(|model| key_target(&model)).collect()
}
