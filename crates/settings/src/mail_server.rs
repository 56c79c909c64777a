//! The mail server of a team in the settings file, and its password, which is not in it.

use crate::error::{SettingsError, unreadable};
use crate::keys;
use secrecy::SecretString;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The variable, and the name among the keys, that the password is kept under.
const PASSWORD: &str = "TSUMUGI_SMTP_PASSWORD";

/// A server that takes mail, by SMTP.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailServer {
    pub host: String,
    /// Left out, 587 for `starttls`, 465 for `implicit`, 25 for `none`.
    pub port: Option<u16>,
    #[serde(default)]
    pub tls: MailServerTls,
    /// The account at the mail server; `None` if it asks for none.
    pub user: Option<String>,
    /// The file with the password; `TSUMUGI_SMTP_PASSWORD` goes before it.
    pub password_file: Option<PathBuf>,
    /// The sender, as in `Tsumugi <books@example.org>`.
    pub from: String,
}

/// How the way to the mail server is kept from being read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailServerTls {
    /// Encrypted before anything is said.
    #[default]
    Starttls,
    /// Encrypted from the first byte.
    Implicit,
    /// Not at all; only to this machine.
    None,
}

impl MailServer {
    /// The password: from the environment, from the keys that are kept, or from the file the settings name.
    pub fn password(&self, folder: &Path) -> Result<Option<SecretString>, SettingsError> {
        if let Some(password) = keys::look_up(folder, PASSWORD)? {
            return Ok(Some(password));
        }
        let Some(path) = &self.password_file else { return Ok(None) };
        let text = std::fs::read_to_string(path).map_err(unreadable(path))?;
        Ok(Some(SecretString::from(text.trim().to_owned())))
    }
}
