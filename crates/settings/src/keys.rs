//! Keys: from the environment, from the system's keyring where there is one, or from a file that only its owner can read. Never
//! printed, never in the library.
//!
//! The file names every key that is kept, with what it was given for; one in the keyring has `in = "keyring"` there instead of
//! its text, so that the keyring is asked for nothing it was not given.

use crate::error::{SettingsError, garbled};
use crate::{KeySlot, keyring, private_file};
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use std::collections::BTreeSet;
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

/// How the variables of services begin that a person added.
pub(crate) const OWN_PREFIX: &str = "TSUMUGI_KEY_";
const IN_KEYRING: &str = "keyring";
/// The fields of an entry: the key, and what it was given for.
const KEY: &str = "key";
const FOR: &str = "for";

/// A secret kept under this name that is no key of a service, from the environment first.
pub(crate) fn look_up(folder: &Path, variable: &str) -> Result<Option<SecretString>, SettingsError> {
    if let Some(key) = crate::environment::variable(variable) {
        return Ok(Some(key.into()));
    }
    match stored(folder, variable)? {
        None => Ok(None),
        Some(bound) => open(folder, variable, bound.stored),
    }
}

/// The text of a key that is kept.
pub(crate) fn open(
    folder: &Path,
    variable: &str,
    stored: StoredKey,
) -> Result<Option<SecretString>, SettingsError> {
    match stored {
        StoredKey::Here(key) => Ok(Some(key)),
        StoredKey::InKeyring => keyring::look_up(folder, variable).map_err(|error| {
            let message = Message::new("keyring_refused").with("variable", variable);
            SettingsError::Unusable(message.with("why", error))
        }),
    }
}

/// Keeps a key: in the keyring, or in the file where there is no keyring or it refuses. The file says what it was given for.
pub(crate) fn keep(folder: &Path, slot: &KeySlot, key: &SecretString) -> Result<KeyPlace, SettingsError> {
    let KeySlot { variable, targets } = slot;
    let mut document = document(folder)?;
    let mut entry = InlineTable::new();
    entry.insert(FOR, toml_edit::Value::Array(targets.iter().collect()));
    if wants_keyring(folder)? {
        match keyring::keep(folder, variable, key) {
            Ok(()) => {
                entry.insert("in", IN_KEYRING.into());
                document.insert(variable, value(entry));
                write(folder, &document)?;
                return Ok(KeyPlace::Keyring);
            }
            Err(error) => tracing::debug!(%error, "the key goes to a file, for the keyring does not take it"),
        }
    }
    let was_in_keyring = document.get(variable).is_some_and(is_mark);
    entry.insert(KEY, key.expose_secret().into());
    document.insert(variable, value(entry));
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
pub(crate) fn forget(folder: &Path, variable: &str) -> Result<(), SettingsError> {
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
    format!("{OWN_PREFIX}{name}")
}

/// A key that is kept, and what it was given for, where that is known.
pub(crate) struct BoundKey {
    pub(crate) stored: StoredKey,
    pub(crate) targets: Option<BTreeSet<String>>,
}

/// What the file has under a name.
pub(crate) enum StoredKey {
    Here(SecretString),
    InKeyring,
}

/// The key kept under a name.
pub(crate) fn stored(folder: &Path, variable: &str) -> Result<Option<BoundKey>, SettingsError> {
    let path = path(folder);
    let Some(text) = private_file::read(&path)? else { return Ok(None) };
    // A parse error would quote the file, so it is replaced by our own words.
    let document: DocumentMut = text.parse().map_err(|_| garbled(&path, "it is no TOML"))?;
    let Some(item) = document.get(variable) else { return Ok(None) };
    let key = item.as_str().or_else(|| item.get(KEY).and_then(Item::as_str));
    let stored = match key {
        Some(key) => StoredKey::Here(key.into()),
        None if is_mark(item) => StoredKey::InKeyring,
        None => return Ok(None),
    };
    let targets = item.get(FOR).and_then(Item::as_array);
    let targets =
        targets.map(|targets| targets.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect());
    Ok(Some(BoundKey { stored, targets }))
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
