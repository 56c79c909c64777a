//! The system's keyring: the Secret Service of a Linux desktop, the keychain of macOS, the credentials of Windows. Where there
//! is none, as on a server, everything here says so at once, and keys go to a file.

use secrecy::SecretString;
use std::fmt;
use std::path::Path;

/// Why the keyring did not do what was asked; in the words of the system.
#[derive(Debug)]
pub(crate) struct KeyringError(String);

impl fmt::Display for KeyringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl KeyringError {
    fn new(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Under what a key is kept: each settings folder has keys of its own.
struct Name<'a> {
    folder: String,
    variable: &'a str,
}

impl<'a> Name<'a> {
    fn new(folder: &Path, variable: &'a str) -> Self {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        Self { folder: folder.display().to_string(), variable }
    }
}

/// Whether keys can be kept there now. Asks the person nothing.
pub(crate) fn is_there() -> bool {
    system::is_there()
}

/// Keeps a key, instead of the one of this name. A locked keyring asks the person to unlock it.
pub(crate) fn keep(folder: &Path, variable: &str, key: &SecretString) -> Result<(), KeyringError> {
    system::keep(&Name::new(folder, variable), key)
}

/// The key of this name; `None` if it is not there any more.
pub(crate) fn look_up(folder: &Path, variable: &str) -> Result<Option<SecretString>, KeyringError> {
    system::look_up(&Name::new(folder, variable))
}

/// Deletes the key of this name, if it is there.
pub(crate) fn forget(folder: &Path, variable: &str) -> Result<(), KeyringError> {
    system::forget(&Name::new(folder, variable))
}

#[cfg(target_os = "linux")]
mod system {
    use super::{KeyringError, Name};
    use crate::environment::variable;
    use dbus_secret_service::{EncryptionType, Item, SecretService};
    use secrecy::{ExposeSecret as _, SecretString};
    use std::collections::HashMap;
    use std::path::Path;

    /// How long the person may take to unlock the keyring.
    const SECONDS_TO_UNLOCK: u64 = 60;

    /// The secrets travel over a socket of this machine that only the person's own programs can open, so they are not
    /// encrypted once more on it.
    fn connect(seconds_to_unlock: u64) -> Result<SecretService, KeyringError> {
        let runs = variable("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
        // Without an address the library would start a bus of its own.
        if variable("DBUS_SESSION_BUS_ADDRESS").is_none() && !runs {
            return Err(KeyringError::new("there is no session bus"));
        }
        SecretService::connect_with_max_prompt_timeout(EncryptionType::Plain, seconds_to_unlock)
            .map_err(KeyringError::new)
    }

    pub(super) fn is_there() -> bool {
        connect(0).is_ok_and(|service| service.get_default_collection().is_ok())
    }

    pub(super) fn keep(name: &Name<'_>, key: &SecretString) -> Result<(), KeyringError> {
        let service = connect(SECONDS_TO_UNLOCK)?;
        let collection = service.get_default_collection().map_err(KeyringError::new)?;
        collection.ensure_unlocked().or_else(|_| collection.unlock()).map_err(KeyringError::new)?;
        let label = format!("Tsumugi: {}", name.variable);
        let secret = key.expose_secret().as_bytes();
        collection
            .create_item(&label, attributes(name), secret, true, "text/plain")
            .map(drop)
            .map_err(KeyringError::new)
    }

    pub(super) fn look_up(name: &Name<'_>) -> Result<Option<SecretString>, KeyringError> {
        let service = connect(SECONDS_TO_UNLOCK)?;
        let Some(item) = find(&service, name)? else { return Ok(None) };
        item.ensure_unlocked().or_else(|_| item.unlock()).map_err(KeyringError::new)?;
        let secret = item.get_secret().map_err(KeyringError::new)?;
        let text = String::from_utf8(secret).map_err(|_| KeyringError::new("the secret is no text"))?;
        Ok(Some(text.into()))
    }

    pub(super) fn forget(name: &Name<'_>) -> Result<(), KeyringError> {
        let service = connect(SECONDS_TO_UNLOCK)?;
        match find(&service, name)? {
            Some(item) => item.delete().map_err(KeyringError::new),
            None => Ok(()),
        }
    }

    fn find<'a>(service: &'a SecretService, name: &Name<'_>) -> Result<Option<Item<'a>>, KeyringError> {
        let found = service.search_items(attributes(name)).map_err(KeyringError::new)?;
        Ok(found.unlocked.into_iter().chain(found.locked).next())
    }

    fn attributes<'a>(name: &'a Name<'_>) -> HashMap<&'static str, &'a str> {
        HashMap::from([
            ("application", "tsumugi"),
            ("settings", name.folder.as_str()),
            ("key", name.variable),
        ])
    }
}

#[cfg(any(target_os = "macos", windows))]
mod system {
    use super::{KeyringError, Name};
    #[cfg(target_os = "macos")]
    use apple_native_keyring_store::keychain::Store;
    use keyring_core::api::CredentialStoreApi as _;
    use keyring_core::{Entry, Error};
    use secrecy::{ExposeSecret as _, SecretString};
    #[cfg(windows)]
    use windows_native_keyring_store::Store;

    fn entry(name: &Name<'_>) -> Result<Entry, KeyringError> {
        let store = Store::new().map_err(KeyringError::new)?;
        let service = format!("tsumugi {}", name.folder);
        store.build(&service, name.variable, None).map_err(KeyringError::new)
    }

    pub(super) fn is_there() -> bool {
        Store::new().is_ok()
    }

    pub(super) fn keep(name: &Name<'_>, key: &SecretString) -> Result<(), KeyringError> {
        entry(name)?.set_password(key.expose_secret()).map_err(KeyringError::new)
    }

    pub(super) fn look_up(name: &Name<'_>) -> Result<Option<SecretString>, KeyringError> {
        match entry(name)?.get_password() {
            Ok(key) => Ok(Some(key.into())),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(KeyringError::new(error)),
        }
    }

    pub(super) fn forget(name: &Name<'_>) -> Result<(), KeyringError> {
        match entry(name)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(KeyringError::new(error)),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
mod system {
    use super::{KeyringError, Name};
    use secrecy::SecretString;

    fn none<T>() -> Result<T, KeyringError> {
        Err(KeyringError::new("this system has none that is known here"))
    }

    pub(super) const fn is_there() -> bool {
        false
    }

    pub(super) fn keep(_: &Name<'_>, _: &SecretString) -> Result<(), KeyringError> {
        none()
    }

    pub(super) fn look_up(_: &Name<'_>) -> Result<Option<SecretString>, KeyringError> {
        none()
    }

    pub(super) fn forget(_: &Name<'_>) -> Result<(), KeyringError> {
        none()
    }
}
