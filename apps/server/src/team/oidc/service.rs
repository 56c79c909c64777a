//! The service as the server has it: its settings, the connection to it, and the logins that were finished.

use super::config::{CALLBACK, OidcConfig, checked_url};
use super::id_token;
use super::provider::Provider;
use crate::access::proxy::PublicUrl;
use messages::Message;
use std::collections::HashMap;
use std::sync::Mutex;
use store::people::Role;

/// The service while the server runs.
pub(crate) struct Oidc {
    pub(super) config: OidcConfig,
    pub(super) redirect_uri: String,
    pub(super) provider: Provider,
    /// Logins that were finished, by the digest of what began them, until they are too old anyway.
    pub(super) finished: Mutex<HashMap<String, i64>>,
}

impl Oidc {
    pub(crate) fn new(config: OidcConfig, public_url: &PublicUrl) -> Result<Self, Message> {
        checked_url(&config.issuer)
            .map_err(|()| Message::new("oidc_issuer_not_safe").with("issuer", &config.issuer))?;
        id_token::install_cryptography();
        let redirect_uri = format!("{}{CALLBACK}", public_url.origin());
        let provider = Provider::new(&config);
        Ok(Self { config, redirect_uri, provider, finished: Mutex::default() })
    }

    /// What the button on the page says.
    pub(crate) fn name(&self) -> &str {
        &self.config.name
    }

    pub(crate) fn issuer(&self) -> &str {
        &self.config.issuer
    }

    /// The role of a person with these groups: the highest that any of them has.
    pub(crate) fn role_of(&self, groups: &[String]) -> Option<Role> {
        let given =
            self.config.roles.iter().filter(|(group, _)| groups.contains(group)).map(|(_, role)| *role);
        given.reduce(|one, other| if one.at_most(other) == one { other } else { one })
    }
}
