//! Random secrets, and the digests that the library keeps of them.

use crate::assets::hex;
use crate::problem::Problem;
use secrecy::{ExposeSecret, SecretString};

/// A random secret that cannot be guessed, and its stored digest.
pub(crate) fn new_secret() -> Result<(SecretString, String), Problem> {
    let secret = new_token().map_err(|error| Problem::failed(&error))?;
    let kept = digest(secret.expose_secret());
    Ok((secret, kept))
}

/// The stored digest of a secret: the secret has 256 random bits and cannot be found by trying.
pub(crate) fn digest(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// A random token that cannot be guessed, from the system's entropy.
pub fn new_token() -> std::io::Result<SecretString> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(SecretString::from(hex(&bytes)))
}
