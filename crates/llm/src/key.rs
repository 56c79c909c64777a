//! Keys in memory: never shown, never serialized, and struck out of whatever a service says back.

use messages::{Explain, Message};
use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, Serializer};

/// Where a vendor's key would be looked up, and that it was not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingKey {
    /// The vendor.
    pub vendor: String,
    /// The environment variable the vendor's key usually lives in.
    pub variable: String,
}

impl Explain for MissingKey {
    fn message(&self) -> Message {
        Message::new("no_key").with("vendor", &self.vendor).with("variable", &self.variable)
    }
}

messages::shown_as_message!(MissingKey);

/// A configured value that may be a key: read from the configuration, never shown or written again.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct HiddenValue(String);

impl HiddenValue {
    pub(crate) fn reveal(&self) -> SecretString {
        SecretString::from(self.0.as_str())
    }
}

impl From<String> for HiddenValue {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl fmt::Debug for HiddenValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[hidden]")
    }
}

impl Serialize for HiddenValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("[hidden]")
    }
}

/// Splits a looked-up value into keys: several may be given for rotation, separated by commas or blanks.
pub fn split_keys(value: &SecretString) -> Vec<SecretString> {
    let keys = value.expose_secret().split([',', ' ', '\n', '\t']).map(str::trim);
    keys.filter(|key| !key.is_empty()).map(SecretString::from).collect()
}

/// Strikes secrets out of a text. Shorter ones than eight characters are no keys, and striking them
/// would mangle ordinary words.
pub fn redact(text: &str, secrets: &[SecretString]) -> String {
    let mut text = text.to_owned();
    for secret in secrets {
        let secret = secret.expose_secret();
        if secret.len() >= 8 && text.contains(secret) {
            text = text.replace(secret, "[key]");
        }
    }
    strike_bearers(&text)
}

/// Strikes what follows `Bearer`, and words that begin as keys do, in case a service or a proxy echoes
/// a key this process does not know.
fn strike_bearers(text: &str) -> String {
    const BEGINNINGS: &[&str] = &["sk-", "sk_", "gsk_", "xai-", "AIza", "pk-"];
    if !text.contains("Bearer ") && !BEGINNINGS.iter().any(|beginning| text.contains(beginning)) {
        return text.to_owned();
    }
    let is_key_character = |character: char| character.is_ascii_alphanumeric() || "-_.*".contains(character);
    let mut struck = String::with_capacity(text.len());
    let mut after_bearer = false;
    for word in text.split_inclusive(|character: char| !is_key_character(character)) {
        let bare = word.trim_end_matches(|character: char| !is_key_character(character));
        let looks_like_key = BEGINNINGS.iter().any(|beginning| bare.starts_with(beginning));
        if !bare.is_empty() && ((looks_like_key && bare.len() >= 16) || (after_bearer && bare.len() >= 8)) {
            struck.push_str("[key]");
            struck.push_str(word.strip_prefix(bare).unwrap_or_default());
        } else {
            struck.push_str(word);
        }
        after_bearer = bare == "Bearer" || (after_bearer && bare.is_empty());
    }
    struck
}
