//! Which key a model's service gets: the one that was given for exactly this service, and no other.

use crate::environment::variable;
use crate::error::SettingsError;
use crate::key_target::{key_target, key_targets, origin};
use crate::keys::{self, BoundKey, StoredKey};
use crate::models::{Endpoint, ModelRegistry};
use llm::{ResolvedModel, ServiceUrl, is_on_this_machine};
use messages::Message;
use runner::spec::NamedBy;
use secrecy::SecretString;
use std::collections::BTreeSet;
use std::path::Path;

/// Where the key for an address is that was typed in the same call.
const TYPED: &str = "TSUMUGI_API_KEY";

/// Where a key is kept, and what it is given for.
#[derive(Debug, Clone)]
pub struct KeySlot {
    pub variable: String,
    /// Origin, proxy and certificates of the service; of several where its models differ in them.
    pub targets: BTreeSet<String>,
}

/// Where a key was found.
enum FoundKey {
    Here(SecretString),
    Stored(StoredKey),
}

impl FoundKey {
    /// The text of the key; the keyring may refuse it.
    fn open(self, folder: &Path, name: &str) -> Result<Option<SecretString>, SettingsError> {
        match self {
            Self::Here(key) => Ok(Some(key)),
            Self::Stored(stored) => keys::open(folder, name, stored),
        }
    }
}

impl ModelRegistry {
    /// The keys for a model; a service on this machine needs none.
    pub fn keys(
        &self,
        resolved: &ResolvedModel,
        endpoint: Option<Endpoint<'_>>,
    ) -> Result<Vec<SecretString>, SettingsError> {
        if let Some(endpoint) = endpoint {
            let key = self.is_for_typed_key(endpoint).then(|| variable(TYPED)).flatten();
            return Ok(key.map(SecretString::from).into_iter().collect());
        }
        let is_here = is_on_this_machine(&resolved.vendor.base_url);
        let mut failed = None;
        let found = resolved.keys(|name| {
            let key = match self.find_key(resolved, name) {
                Ok(found) => found.map_or(Ok(None), |found| found.open(&self.folder, name)),
                // A key that was given for another place is not needed on this machine.
                Err(_) if is_here => Ok(None),
                Err(error) => Err(error),
            };
            key.unwrap_or_else(|error| {
                failed = Some(error);
                None
            })
        });
        match (failed, found) {
            (Some(error), _) => Err(error),
            (None, Err(_)) if is_here => Ok(Vec::new()),
            (None, found) => {
                let keys = found?;
                refuse_to_show(resolved, &keys)?;
                Ok(keys)
            }
        }
    }

    /// Whether a service's key is known. Asks nothing of the keyring.
    pub fn has_key(&self, service: &str) -> bool {
        let Ok(resolved) = self.vendors.resolve(&format!("{service}/any")) else { return false };
        let name = resolved.vendor.key.as_deref();
        name.is_some_and(|name| self.find_key(&resolved, name).is_ok_and(|found| found.is_some()))
    }

    /// Keeps a key.
    pub fn keep_key(&self, slot: &KeySlot, key: &SecretString) -> Result<keys::KeyPlace, SettingsError> {
        keys::keep(&self.folder, slot, key)
    }

    /// Deletes the key of a service that is no longer reached as it was.
    pub(crate) fn forget_key(&self, variable: &str) -> Result<(), SettingsError> {
        keys::forget(&self.folder, variable)
    }

    /// Where the next key will be kept.
    pub fn key_place(&self) -> Result<keys::KeyPlace, SettingsError> {
        keys::next_place(&self.folder)
    }

    /// The name under which the key of a service is looked up.
    pub fn key_variable(&self, service: &str) -> Result<String, SettingsError> {
        let resolved = self.resolve(&format!("{service}/any"), None)?;
        let none = || SettingsError::Refused(Message::new("service_takes_no_key").with("service", service));
        resolved.vendor.key.clone().ok_or_else(none)
    }

    /// Where a key of a service is kept, and what it is given for today.
    pub fn key_slot(&self, service: &str) -> Result<KeySlot, SettingsError> {
        let variable = self.key_variable(service)?;
        Ok(KeySlot { variable, targets: key_targets(&self.vendors, service) })
    }

    /// Whether the key of the environment goes to an address that is no known service: to the one that was typed with it, and by
    /// a team's server to the one that its operator named.
    fn is_for_typed_key(&self, endpoint: Endpoint<'_>) -> bool {
        match endpoint.named_by {
            NamedBy::Operator => true,
            NamedBy::Owner | NamedBy::Member => {
                let named = self.settings.api_key_for.as_deref();
                named.is_some_and(|named| origin(named) == origin(endpoint.base_url))
            }
        }
    }

    /// The key under this name: from the environment, the library, or this machine; an error where there is one for something
    /// else.
    fn find_key(&self, resolved: &ResolvedModel, name: &str) -> Result<Option<FoundKey>, SettingsError> {
        let (origin, target) = (origin(&resolved.vendor.base_url), key_target(resolved));
        if let Some(owner) = self.other_owner(name, &origin) {
            return Err(belongs_to(name, &owner, &origin));
        }
        if let Some(key) = variable(name) {
            return Ok(Some(FoundKey::Here(key.into())));
        }
        if let Some(key) = self.library_keys.get(name, &target) {
            return Ok(Some(FoundKey::Here(key)));
        }
        let Some(BoundKey { stored, targets }) = keys::stored(&self.folder, name)? else { return Ok(None) };
        // A person who writes a key into the file by hand says by its name alone what it is for.
        let is_for_it = targets.as_ref().map_or(target == origin, |targets| targets.contains(&target));
        if is_for_it {
            return Ok(Some(FoundKey::Stored(stored)));
        }
        let given_for = targets.into_iter().flatten().collect::<Vec<_>>().join(", ");
        Err(belongs_to(name, &given_for, &target))
    }

    /// The origin that the key of this name belongs to, if that is another: the one of the built-in service whose variable it is,
    /// or of a service of the person's own whose name only looks different.
    fn other_owner(&self, name: &str, origin_here: &str) -> Option<String> {
        let mut owners =
            self.built_in.iter().filter(|(_, vendor)| vendor.key.as_deref() == Some(name)).peekable();
        if let Some((_, first)) = owners.peek().copied() {
            return (!owners.any(|(_, vendor)| vendor.is_at(origin_here))).then(|| origin(&first.base_url));
        }
        if !name.starts_with(keys::OWN_PREFIX) {
            // A person who gave several services one variable wants them to share it.
            return None;
        }
        let named = self.vendors.iter().filter(|(_, vendor)| vendor.key.as_deref() == Some(name));
        let mut others = named.map(|(_, vendor)| origin(&vendor.base_url));
        others.find(|other| other != origin_here)
    }
}

fn belongs_to(name: &str, owner: &str, target: &str) -> SettingsError {
    let message = Message::new("key_of_another").with("variable", name);
    SettingsError::Refused(message.with("owner", owner).with("origin", target))
}

/// Refuses to let a proxy read a key, unless the settings say that it may.
fn refuse_to_show(resolved: &ResolvedModel, keys: &[SecretString]) -> Result<(), SettingsError> {
    let settings = resolved.settings();
    let is_plain = ServiceUrl::parse(&resolved.vendor.base_url)
        .is_ok_and(|url| url.is_plain() && !url.is_on_this_machine());
    if keys.is_empty() || !is_plain || settings.proxy.is_none() || settings.key_through_proxy == Some(true) {
        return Ok(());
    }
    let message = Message::new("key_shown_to_proxy").with("service", &resolved.vendor_id);
    Err(SettingsError::Refused(message.with("origin", origin(&resolved.vendor.base_url))))
}
