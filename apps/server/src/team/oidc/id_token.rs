//! The token that identifies a person: signed by the service, for this server, for this very login, and not expired.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::signature::{self, Verifier};
use jsonwebtoken::{
    Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, Validation, decode, decode_header,
};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

/// Clocks differ by no more.
const LEEWAY_MS: i64 = 60_000;
/// A token that was made longer ago was not made for a login under way.
const OLDEST_MS: i64 = 10 * 60_000;

/// What a token must be for.
pub(super) struct ExpectedClaims<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    pub(super) now_ms: i64,
}

/// The key a token says it was signed with.
pub(super) fn key_id(token: &str) -> Result<Option<String>, String> {
    decode_header(token).map(|header| header.kid).map_err(|error| error.to_string())
}

/// The claims of a token that is what it must be.
pub(super) fn verified(
    token: &str,
    keys: &JwkSet,
    expected: &ExpectedClaims<'_>,
) -> Result<Map<String, Value>, String> {
    let header = decode_header(token).map_err(|error| error.to_string())?;
    // Secrets that both sides know sign nothing here, and unsigned tokens are none.
    if scheme(header.alg).is_none() {
        return Err(format!("it is signed with {:?}", header.alg));
    }
    let key = signing_key(keys, header.kid.as_deref(), header.alg).ok_or("its key is not the service's")?;
    let key = DecodingKey::from_jwk(key).map_err(|error| error.to_string())?;
    let mut validation = Validation::new(header.alg);
    validation.set_audience(&[expected.client_id]);
    validation.set_issuer(&[expected.issuer]);
    validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
    // Times are compared with the clock that is handed in.
    validation.validate_exp = false;
    let claims: Map<String, Value> =
        decode(token, &key, &validation).map_err(|error| error.to_string())?.claims;
    check_times(&claims, expected.now_ms)?;
    check_party(&claims, expected.client_id)?;
    let nonce = claims.get("nonce").and_then(Value::as_str).unwrap_or_default();
    if !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
        return Err("it was made for another login".to_owned());
    }
    Ok(claims)
}

fn check_times(claims: &Map<String, Value>, now_ms: i64) -> Result<(), String> {
    let time_ms = |name: &str| {
        let seconds = claims.get(name).and_then(Value::as_f64)?;
        #[expect(clippy::cast_possible_truncation, reason = "what is out of range is never or long ago")]
        let ms = (seconds * 1_000.0) as i64;
        Some(ms)
    };
    let ends = time_ms("exp").ok_or("it has no end")?;
    let made = time_ms("iat").ok_or("it does not say when it was made")?;
    if ends.saturating_add(LEEWAY_MS) <= now_ms {
        return Err("it is over".to_owned());
    }
    if made > now_ms.saturating_add(LEEWAY_MS) || made < now_ms.saturating_sub(OLDEST_MS) {
        return Err("it was not made now".to_owned());
    }
    match time_ms("nbf") {
        Some(begins) if begins > now_ms.saturating_add(LEEWAY_MS) => Err("it has not begun".to_owned()),
        Some(_) | None => Ok(()),
    }
}

/// A token for several says for whom it was made.
fn check_party(claims: &Map<String, Value>, client_id: &str) -> Result<(), String> {
    let is_for_several = claims.get("aud").and_then(Value::as_array).is_some_and(|all| all.len() > 1);
    match claims.get("azp").and_then(Value::as_str) {
        Some(party) if party == client_id => Ok(()),
        None if !is_for_several => Ok(()),
        Some(_) | None => Err("it was made for another program".to_owned()),
    }
}

/// The key with this id that signs; without an id the only one that fits.
fn signing_key<'a>(keys: &'a JwkSet, id: Option<&str>, algorithm: Algorithm) -> Option<&'a Jwk> {
    let fits = |key: &&Jwk| {
        let signs = key.common.public_key_use.as_ref().is_none_or(|kind| *kind == PublicKeyUse::Signature);
        let named = key.common.key_algorithm.and_then(|one| one.to_string().parse::<Algorithm>().ok());
        let is_family = DecodingKey::from_jwk(key).is_ok_and(|key| key.family() == algorithm.family());
        signs && named.is_none_or(|one| one == algorithm) && is_family
    };
    let mut fitting =
        keys.keys.iter().filter(|key| id.is_none() || key.common.key_id.as_deref() == id).filter(fits);
    let first = fitting.next()?;
    (id.is_some() || fitting.next().is_none()).then_some(first)
}

/// How a signature is looked at.
enum Scheme {
    Rsa(&'static RsaParameters),
    Curve(&'static dyn VerificationAlgorithm),
}

/// The signatures that are accepted: those of a key pair.
fn scheme(algorithm: Algorithm) -> Option<Scheme> {
    match algorithm {
        Algorithm::RS256 => Some(Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA256)),
        Algorithm::RS384 => Some(Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA384)),
        Algorithm::RS512 => Some(Scheme::Rsa(&RSA_PKCS1_2048_8192_SHA512)),
        Algorithm::PS256 => Some(Scheme::Rsa(&RSA_PSS_2048_8192_SHA256)),
        Algorithm::PS384 => Some(Scheme::Rsa(&RSA_PSS_2048_8192_SHA384)),
        Algorithm::PS512 => Some(Scheme::Rsa(&RSA_PSS_2048_8192_SHA512)),
        Algorithm::ES256 => Some(Scheme::Curve(&ECDSA_P256_SHA256_FIXED)),
        Algorithm::ES384 => Some(Scheme::Curve(&ECDSA_P384_SHA384_FIXED)),
        Algorithm::EdDSA => Some(Scheme::Curve(&ED25519)),
        Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512 | _ => None,
    }
}

/// A key of the service, looked at by the cryptography TLS uses anyway.
struct RingVerifier {
    key: DecodingKey,
    algorithm: Algorithm,
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], given: &Vec<u8>) -> Result<(), signature::Error> {
        let wrong = |_| signature::Error::new();
        match (scheme(self.algorithm), self.key.kind()) {
            (Some(Scheme::Rsa(parameters)), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, given).map_err(wrong)
            }
            (Some(Scheme::Curve(algorithm)), DecodingKeyKind::SecretOrDer(key)) => {
                UnparsedPublicKey::new(algorithm, key).verify(message, given).map_err(wrong)
            }
            (Some(Scheme::Rsa(_)), DecodingKeyKind::SecretOrDer(_))
            | (Some(Scheme::Curve(_)), DecodingKeyKind::RsaModulusExponent { .. })
            | (None, _) => Err(signature::Error::new()),
        }
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

fn verifier(algorithm: Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    let is_family = key.family() == algorithm.family() && key.family() != AlgorithmFamily::Hmac;
    if !is_family {
        return Err(ErrorKind::InvalidAlgorithm.into());
    }
    Ok(Box::new(RingVerifier { key: key.clone(), algorithm }))
}

/// Has tokens looked at by `ring`; the crate has no other place for it than one for the whole program.
pub(super) fn install_cryptography() {
    static PROVIDER: CryptoProvider = CryptoProvider {
        // Nothing is signed here.
        signer_factory: |_, _| Err(ErrorKind::InvalidAlgorithm.into()),
        verifier_factory: |algorithm, key| verifier(*algorithm, key),
        key_utils: KeyUtils::new_unimplemented(),
    };
    // Installed already: it is the same one.
    let _ = PROVIDER.install_default();
}
