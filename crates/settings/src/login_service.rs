//! The login service of a team in the settings file, and its secret, which is not in it.

use crate::environment::variable;
use crate::error::{SettingsError, unreadable};
use secrecy::SecretString;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A service through which members of a team log in, by `OpenID Connect`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginService {
    /// The service, as it names itself in its tokens.
    pub issuer: String,
    /// This server, as the service knows it.
    pub client_id: String,
    /// The file with what this server shows that it is; `TSUMUGI_OIDC_SECRET` goes before it.
    pub client_secret_file: Option<PathBuf>,
    /// What the button on the page says.
    pub name: Option<String>,
    /// What is asked for beside `openid`.
    #[serde(default = "usual_scopes")]
    pub scopes: Vec<String>,
    /// The claim that lists a person's groups.
    #[serde(default = "usual_claim")]
    pub group_claim: String,
    /// The role of each group.
    #[serde(default)]
    pub roles: BTreeMap<String, String>,
}

fn usual_scopes() -> Vec<String> {
    vec!["profile".to_owned()]
}

fn usual_claim() -> String {
    "groups".to_owned()
}

impl LoginService {
    /// What this server shows that it is; none where the service asks for none.
    pub fn secret(&self) -> Result<Option<SecretString>, SettingsError> {
        if let Some(secret) = variable("TSUMUGI_OIDC_SECRET") {
            return Ok(Some(SecretString::from(secret)));
        }
        let Some(path) = &self.client_secret_file else { return Ok(None) };
        let text = std::fs::read_to_string(path).map_err(unreadable(path))?;
        Ok(Some(SecretString::from(text.trim().to_owned())))
    }
}
