//! How the service is set up.

use llm::Http;
use secrecy::SecretString;
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

/// An address that cannot be listened to on its way: with TLS, or on this machine.
pub(super) fn checked_url(text: &str) -> Result<Url, ()> {
    let url = Url::parse(text).map_err(|_| ())?;
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && llm::is_on_this_machine(text));
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if is_safe && is_plain && url.has_host() { Ok(url) } else { Err(()) }
}
