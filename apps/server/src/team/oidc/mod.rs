//! Logging in through another service, by `OpenID` Connect: the code flow with PKCE, state and nonce.
//!
//! The page leaves for the service and comes back with a code, which it hands over in a request of its own. So no answer of
//! this server leads a browser to an address that another party wrote, and every cookie stays one that other sites cannot
//! send.

mod id_token;
mod login;
mod provider;

pub(crate) use login::{BEGUN, Identity, LoginError, LoginReturn, StartedLogin};

use self::provider::Provider;
use crate::guard::proxy::PublicUrl;
use llm::Http;
use messages::Message;
use secrecy::SecretString;
use std::collections::HashMap;
use std::sync::Mutex;
use store::people::Role;
use url::Url;

/// Where the service sends the browser back to, below the page's address.
pub const CALLBACK: &str = "/oidc-callback";

/// A service through which members log in.
#[derive(Debug, Clone)]
pub struct OidcConfig {
    /// The service, as it names itself in its tokens.
    pub issuer: String,
    /// This server, as the service knows it.
    pub client_id: String,
    /// What this server shows that it is; none where the service asks for none.
    pub client_secret: Option<SecretString>,
    /// What the button on the page says.
    pub name: String,
    /// What is asked for beside `openid`.
    pub scopes: Vec<String>,
    /// The claim that lists a person's groups; a dot leads into it, as in `realm_access.roles`.
    pub group_claim: String,
    /// What the members of a group may do.
    pub roles: Vec<(String, Role)>,
    /// The connection to the service.
    pub http: Http,
}

/// The service while the server runs.
pub(crate) struct Oidc {
    config: OidcConfig,
    redirect_uri: String,
    provider: Provider,
    /// Logins that were finished, by the digest of what began them, until they are too old anyway.
    finished: Mutex<HashMap<String, i64>>,
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

/// An address that cannot be listened to on its way: with TLS, or on this machine.
fn checked_url(text: &str) -> Result<Url, ()> {
    let url = Url::parse(text).map_err(|_| ())?;
    let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if is_safe && is_plain && url.has_host() { Ok(url) } else { Err(()) }
}

#[cfg(test)]
mod tests {
    use super::checked_url;

    #[test]
    fn a_service_is_reached_by_tls_or_on_this_machine() {
        for text in
            ["https://login.example.org/realms/books", "http://localhost:3000", "http://127.0.0.1:1/x"]
        {
            assert!(checked_url(text).is_ok(), "{text}");
        }
        for text in [
            "http://login.example.org",
            "http://localhost.evil.example",
            "https://a@b",
            "javascript:x",
            "//x",
            "",
        ] {
            assert!(checked_url(text).is_err(), "{text}");
        }
    }
}
