//! Keys: from the environment, from the system's keyring where there is one, or from a file that only its owner can read. Never
//! printed, never in the library.
//!
//! The file names every key that is kept; one in the keyring has `{ in = "keyring" }` there instead of its text, so that the
//! keyring is asked for nothing it was not given.

use crate::error::{SettingsError, garbled};
use crate::{keyring, private_file};
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, InlineTable, Item, value};

/// Where a key is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the system's keyring.
    Keyring,
    /// In a file that only its owner can read.
    File(PathBuf),
}

const IN_KEYRING: &str = "keyring";

/// The key kept under this name, from the environment first.
pub fn look_up(folder: &Path, variable: &str) -> Result<Option<SecretString>, SettingsError> {
    if let Some(key) = crate::environment::variable(variable) {
        return Ok(Some(key.into()));
    }
    match read_stored_key(folder, variable)? {
        None => Ok(None),
        Some(StoredKey::Here(key)) => Ok(Some(key)),
        Some(StoredKey::InKeyring) => keyring::look_up(folder, variable).map_err(|error| {
            let message = Message::new("keyring_refused").with("variable", variable);
            SettingsError::Unusable(message.with("why", error))
        }),
    }
}

/// Whether there is a key under this name. Asks nothing of the keyring.
pub fn is_known(folder: &Path, variable: &str) -> bool {
    crate::environment::variable(variable).is_some()
        || read_stored_key(folder, variable).is_ok_and(|kept| kept.is_some())
}

/// Keeps a key: in the keyring, or in the file where there is no keyring or it refuses.
pub fn keep(folder: &Path, variable: &str, key: &SecretString) -> Result<KeyPlace, SettingsError> {
    let mut document = document(folder)?;
    if wants_keyring(folder)? {
        match keyring::keep(folder, variable, key) {
            Ok(()) => {
                let mut mark = InlineTable::new();
                mark.insert("in", IN_KEYRING.into());
                document.insert(variable, value(mark));
                write(folder, &document)?;
                return Ok(KeyPlace::Keyring);
            }
            Err(error) => tracing::debug!(%error, "the key goes to a file, for the keyring does not take it"),
        }
    }
    let was_in_keyring = document.get(variable).is_some_and(is_mark);
    document.insert(variable, value(key.expose_secret()));
    let path = write(folder, &document)?;
    if was_in_keyring {
        // The key in the file counts from now on; the old one is only clutter.
        let _ = keyring::forget(folder, variable);
    }
    Ok(KeyPlace::File(path))
}

/// Where the next key will be kept.
pub fn next_place(folder: &Path) -> Result<KeyPlace, SettingsError> {
    let is_keyring = wants_keyring(folder)? && keyring::is_there();
    Ok(if is_keyring { KeyPlace::Keyring } else { KeyPlace::File(path(folder)) })
}

/// Deletes the key kept under this name, if there is one.
pub fn forget(folder: &Path, variable: &str) -> Result<(), SettingsError> {
    let mut document = document(folder)?;
    let Some(former) = document.remove(variable) else { return Ok(()) };
    if is_mark(&former)
        && let Err(error) = keyring::forget(folder, variable)
    {
        tracing::warn!(%error, variable, "the key is still in the keyring");
    }
    write(folder, &document).map(drop)
}

/// The variable under which the key of the user's own endpoint is kept. The prefix keeps it apart from the variables of
/// other programs and services: registering an endpoint under a service's name must not send it that service's key.
pub fn variable_for(id: &str) -> String {
    let name: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    format!("TSUMUGI_KEY_{name}")
}

/// What the file has under a name.
enum StoredKey {
    Here(SecretString),
    InKeyring,
}

fn read_stored_key(folder: &Path, variable: &str) -> Result<Option<StoredKey>, SettingsError> {
    let path = path(folder);
    let Some(text) = private_file::read(&path)? else { return Ok(None) };
    // A parse error would quote the file, so it is replaced by our own words.
    let document: DocumentMut = text.parse().map_err(|_| garbled(&path, "it is no TOML"))?;
    Ok(document.get(variable).and_then(|item| match item.as_str() {
        Some(key) => Some(StoredKey::Here(key.into())),
        None => is_mark(item).then_some(StoredKey::InKeyring),
    }))
}

/// Whether an entry says that the key is in the keyring.
fn is_mark(item: &Item) -> bool {
    item.get("in").and_then(Item::as_str) == Some(IN_KEYRING)
}

/// Whether the keyring may be used at all.
fn wants_keyring(folder: &Path) -> Result<bool, SettingsError> {
    let is_off = |word: String| ["0", "false", "no", "off"].contains(&word.to_ascii_lowercase().as_str());
    match crate::environment::variable("TSUMUGI_KEYRING") {
        Some(word) => Ok(!is_off(word)),
        None => Ok(crate::file::read(folder)?.keyring),
    }
}

fn document(folder: &Path) -> Result<DocumentMut, SettingsError> {
    let path = path(folder);
    let text = fs::read_to_string(&path).unwrap_or_default();
    text.parse().map_err(|_| garbled(&path, "it is no TOML"))
}

fn write(folder: &Path, document: &DocumentMut) -> Result<PathBuf, SettingsError> {
    let path = path(folder);
    private_file::write(&path, &document.to_string())?;
    Ok(path)
}

fn path(folder: &Path) -> PathBuf {
    folder.join("keys.toml")
}
