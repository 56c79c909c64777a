//! Keys that belong to a library, so that a team's server and its workers use the same. The library has them sealed; the master
//! key that opens them is in a file or in the environment of those processes, and in no library.

use crate::KeySlot;
use crate::environment::variable;
use crate::error::SettingsError;
use crate::private_file;
use messages::Message;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use secrecy::{ExposeSecret, SecretString};
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

/// The shape of a sealed key: this byte, the nonce, the sealed text.
const SHAPE: u8 = 2;
/// What stands between what a key was given for, a line each, and the key.
const THEN_KEY: &str = "\n\n";
const MASTER_LEN: usize = 32;
/// The variable that holds the master key, and the one that names the file it is in.
const MASTER: &str = "TSUMUGI_MASTER_KEY";
const MASTER_FILE: &str = "TSUMUGI_MASTER_KEY_FILE";

/// What opens the keys of a library.
pub struct MasterKey(LessSafeKey);

impl MasterKey {
    /// The master key of this process, if it was given one: 64 hexadecimal digits, in the environment or in a file that only
    /// its owner can read.
    pub fn of_process() -> Result<Option<Self>, SettingsError> {
        if let Some(text) = variable(MASTER) {
            return Self::read(&text).map(Some);
        }
        let Some(path) = variable(MASTER_FILE) else { return Ok(None) };
        match private_file::read(Path::new(&path))? {
            Some(text) => Self::read(&text).map(Some),
            None => Err(SettingsError::Unusable(Message::new("no_master_key_file").with("path", path))),
        }
    }

    /// The same, for what cannot be done without it.
    pub fn needed() -> Result<Self, SettingsError> {
        Self::of_process()?.ok_or_else(|| {
            SettingsError::Refused(Message::new("no_master_key").with("example", "master.key"))
        })
    }

    /// Writes a new master key into a file that only its owner can read.
    pub fn make(path: &Path) -> Result<(), SettingsError> {
        if path.exists() {
            return Err(SettingsError::Refused(
                Message::new("master_key_exists").with("path", path.display()),
            ));
        }
        let mut bytes = [0_u8; MASTER_LEN];
        random(&mut bytes)?;
        let mut digits = String::new();
        for byte in bytes {
            // Writing to a text does not fail.
            let _ = write!(digits, "{byte:02x}");
        }
        private_file::write(path, &format!("{digits}\n"))
    }

    /// Reads a master key: 64 hexadecimal digits.
    pub fn read(text: &str) -> Result<Self, SettingsError> {
        let wrong =
            || SettingsError::Unusable(Message::new("master_key_wrong").with("example", "master.key"));
        let digits: Vec<u8> = text.trim().bytes().collect();
        let byte = |pair: &[u8]| {
            let pair = std::str::from_utf8(pair).ok()?;
            // A sign would be taken for a digit otherwise.
            pair.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
            u8::from_str_radix(pair, 16).ok()
        };
        let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
        let bytes = bytes.filter(|bytes| bytes.len() == MASTER_LEN && digits.len() == 2 * MASTER_LEN);
        let key =
            bytes.and_then(|bytes| UnboundKey::new(&CHACHA20_POLY1305, &bytes).ok()).ok_or_else(wrong)?;
        Ok(Self(LessSafeKey::new(key)))
    }

    /// Seals a key with what it was given for. The name is sealed with it, so that one key cannot be put in the place of another.
    pub fn seal(&self, slot: &KeySlot, key: &SecretString) -> Result<Vec<u8>, SettingsError> {
        let mut nonce = [0_u8; NONCE_LEN];
        random(&mut nonce)?;
        let targets = slot.targets.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
        let mut text = [targets.as_str(), THEN_KEY, key.expose_secret()].concat().into_bytes();
        self.0
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(&slot.variable),
                &mut text,
            )
            .map_err(|_| {
                SettingsError::Unusable(Message::new("master_key_wrong").with("example", "master.key"))
            })?;
        let mut sealed = vec![SHAPE];
        sealed.extend(nonce);
        sealed.extend(text);
        Ok(sealed)
    }

    /// Opens a sealed key; nothing if it was sealed with another master key, under another name, or changed since.
    pub fn open(&self, name: &str, sealed: &[u8]) -> Option<LibraryKey> {
        let (shape, rest) = sealed.split_first()?;
        let (nonce, text) = rest.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        if *shape != SHAPE {
            return None;
        }
        let opened = self.0.open_in_place(nonce, Aad::from(name), &mut text).ok()?;
        let (targets, key) = std::str::from_utf8(opened).ok()?.split_once(THEN_KEY)?;
        Some(LibraryKey { key: key.into(), targets: targets.lines().map(str::to_owned).collect() })
    }
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(…)")
    }
}

fn random(bytes: &mut [u8]) -> Result<(), SettingsError> {
    SystemRandom::new().fill(bytes).map_err(|_| SettingsError::Unusable(Message::new("no_random")))
}

/// A key of a library, opened.
#[derive(Debug, Clone)]
pub struct LibraryKey {
    pub key: SecretString,
    /// What it was given for.
    pub targets: BTreeSet<String>,
}

/// The keys of a library, opened. Shared by whatever opens models in this process.
#[derive(Debug, Clone, Default)]
pub struct LibraryKeys(Arc<RwLock<HashMap<String, LibraryKey>>>);

impl LibraryKeys {
    /// Takes these keys for those there were; tells the names of the ones that this master key does not open.
    pub fn set<'k>(
        &self,
        master: &MasterKey,
        sealed: impl Iterator<Item = (&'k str, &'k [u8])>,
    ) -> Vec<String> {
        let mut unopened = Vec::new();
        let mut opened = HashMap::new();
        for (name, sealed) in sealed {
            match master.open(name, sealed) {
                Some(key) => drop(opened.insert(name.to_owned(), key)),
                None => unopened.push(name.to_owned()),
            }
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = opened;
        unopened
    }

    /// The key under this name, if it was given for this.
    pub fn get(&self, name: &str, target: &str) -> Option<SecretString> {
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        keys.get(name).filter(|key| key.targets.contains(target)).map(|key| key.key.clone())
    }

    /// Whether there is a key under this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains_key(name)
    }
}
