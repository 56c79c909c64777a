//! The login service of a team, from the settings to what the server takes.

use crate::exit::WrongUsage;
use llm::{Http, HttpConfig, ServiceUrl};
use messages::Message;
use server::serve::OidcConfig;
use settings::login_service::LoginService;
use std::time::Duration;
use store::people::Role;

/// A login service that takes longer is not there.
const PATIENCE: Duration = Duration::from_secs(15);

/// What the settings say, looked at before the server listens.
pub(crate) fn login_service(settings: &LoginService) -> anyhow::Result<OidcConfig> {
    if settings.roles.is_empty() {
        return Err(WrongUsage(Message::new("oidc_without_roles")).into());
    }
    let mut roles = Vec::new();
    for (group, word) in &settings.roles {
        let role = Role::from_word(word).ok_or_else(|| {
            WrongUsage(Message::new("oidc_role_unknown").with("role", word).with("group", group))
        })?;
        roles.push((group.clone(), role));
    }
    let http = HttpConfig {
        connect_timeout: PATIENCE,
        first_byte_timeout: PATIENCE,
        idle_timeout: PATIENCE,
        ..HttpConfig::default()
    };
    Ok(OidcConfig {
        issuer: settings.issuer.clone(),
        client_id: settings.client_id.clone(),
        client_secret: settings.secret()?,
        name: settings.name.clone().unwrap_or_else(|| host(&settings.issuer)),
        scopes: settings.scopes.clone(),
        group_claim: settings.group_claim.clone(),
        roles,
        http: Http::new(settings::file::gate(), http)?,
    })
}

/// The host in an address, for a button without a name.
fn host(issuer: &str) -> String {
    ServiceUrl::parse(issuer).map(|url| url.host()).unwrap_or_default()
}
