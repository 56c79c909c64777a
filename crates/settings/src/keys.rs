//! Keys: from the environment, or from a file that only its owner can read. Never printed, never in the library.

use crate::error::{SettingsError, garbled};
use crate::private_file;
use secrecy::{ExposeSecret, SecretString};
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, value};

/// The key kept under this name, from the environment first.
pub fn look_up(folder: &Path, variable: &str) -> Result<Option<SecretString>, SettingsError> {
    if let Some(key) = crate::environment::variable(variable) {
        return Ok(Some(key.into()));
    }
    let path = path(folder);
    let Some(text) = private_file::read(&path)? else { return Ok(None) };
    // A parse error would quote the file, so it is replaced by our own words.
    let table: toml::Table = toml::from_str(&text).map_err(|_| garbled(&path, "it is no TOML"))?;
    Ok(table.get(variable).and_then(|key| key.as_str()).map(SecretString::from))
}

/// Keeps a key in the file.
pub fn keep(folder: &Path, variable: &str, key: &SecretString) -> Result<PathBuf, SettingsError> {
    let path = path(folder);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let parsed = text.parse::<DocumentMut>();
    let mut document = parsed.map_err(|_| garbled(&path, "it is no TOML"))?;
    document.insert(variable, value(key.expose_secret()));
    write(folder, &document)
}

fn write(folder: &Path, document: &DocumentMut) -> Result<PathBuf, SettingsError> {
    let path = path(folder);
    private_file::write(&path, &document.to_string())?;
    Ok(path)
}

/// Deletes the key kept under this name, if there is one.
pub fn forget(folder: &Path, variable: &str) -> Result<(), SettingsError> {
    let path = path(folder);
    let Ok(text) = fs::read_to_string(&path) else { return Ok(()) };
    let parsed = text.parse::<DocumentMut>();
    let mut document = parsed.map_err(|_| garbled(&path, "it is no TOML"))?;
    match document.remove(variable) {
        Some(_) => write(folder, &document).map(drop),
        None => Ok(()),
    }
}

/// The variable under which the key of the user's own endpoint is kept. The prefix keeps it apart from the variables of
/// other programs and services: registering an endpoint under a service's name must not send it that service's key.
pub fn variable_for(id: &str) -> String {
    let name: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    format!("TSUMUGI_KEY_{name}")
}

fn path(folder: &Path) -> PathBuf {
    folder.join("keys.toml")
}
