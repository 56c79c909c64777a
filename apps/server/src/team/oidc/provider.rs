//! The service itself: its metadata, its keys, and the exchange of a code for tokens. Its answers are read with limits, and
//! its addresses are accepted only where the connection cannot be intercepted.

use super::config::{OidcConfig, checked_url};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use jsonwebtoken::jwk::JwkSet;
use llm::{Http, WireRequest};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, PoisonError};
use url::form_urlencoded::{Serializer, byte_serialize};

/// No answer of a service is larger.
const LARGEST: usize = 1024 * 1024;
/// What a service says about itself is asked for again after so long.
const METADATA_MS: i64 = 60 * 60 * 1_000;
/// Keys are asked for again at most so often: a token with an unknown key must not make us ask with every request.
const KEYS_MS: i64 = 60 * 1_000;

/// Why a service could not be used; for the log, and for the operator who set it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProviderError {
    /// It cannot be reached, or says something it must not.
    Unusable(String),
    /// It does not take the code: it was used before, is too old, or was made for another login.
    CodeRefused,
}

fn unusable(what: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unusable(what.to_string())
}

/// What a service says about itself.
#[derive(Debug, Deserialize)]
pub(super) struct Metadata {
    issuer: String,
    pub(super) authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

/// What a code is exchanged for; never shown.
#[derive(Deserialize)]
pub(super) struct Tokens {
    pub(super) id_token: String,
    pub(super) access_token: String,
}

/// The service, and what was last heard of it.
pub(super) struct Provider {
    issuer: String,
    client_id: String,
    client_secret: Option<SecretString>,
    http: Http,
    metadata: Mutex<Option<(i64, Arc<Metadata>)>>,
    keys: Mutex<Option<(i64, Arc<JwkSet>)>>,
}

impl Provider {
    pub(super) fn new(config: &OidcConfig) -> Self {
        Self {
            issuer: config.issuer.clone(),
            client_id: config.client_id.clone(),
            client_secret: config.client_secret.clone(),
            http: config.http.clone(),
            metadata: Mutex::default(),
            keys: Mutex::default(),
        }
    }

    /// What the service says about itself; it must be the one that was set up.
    pub(super) async fn metadata(&self, now_ms: i64) -> Result<Arc<Metadata>, ProviderError> {
        if let Some((at, metadata)) = self.metadata.lock().unwrap_or_else(PoisonError::into_inner).clone()
            && now_ms - at < METADATA_MS
        {
            return Ok(metadata);
        }
        let url = format!("{}/.well-known/openid-configuration", self.issuer.trim_end_matches('/'));
        let metadata: Metadata = self.get(&url, None).await?;
        if metadata.issuer != self.issuer {
            return Err(unusable(format!("it calls itself `{}`", metadata.issuer)));
        }
        let addresses = [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri];
        for address in addresses.into_iter().chain(&metadata.userinfo_endpoint) {
            checked_url(address).map_err(|()| unusable(format!("`{address}` is not reached by TLS")))?;
        }
        let metadata = Arc::new(metadata);
        *self.metadata.lock().unwrap_or_else(PoisonError::into_inner) = Some((now_ms, Arc::clone(&metadata)));
        Ok(metadata)
    }

    /// The keys tokens are signed with; asked for again where the one that is looked for is not among them.
    pub(super) async fn keys(
        &self,
        metadata: &Metadata,
        wanted: Option<&str>,
        now_ms: i64,
    ) -> Result<Arc<JwkSet>, ProviderError> {
        if let Some((at, keys)) = self.keys.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            let has_it = wanted.is_none_or(|kid| keys.find(kid).is_some());
            let age = now_ms - at;
            if (has_it && age < METADATA_MS) || age < KEYS_MS {
                return Ok(keys);
            }
        }
        let keys: JwkSet = self.get(&metadata.jwks_uri, None).await?;
        let keys = Arc::new(keys);
        *self.keys.lock().unwrap_or_else(PoisonError::into_inner) = Some((now_ms, Arc::clone(&keys)));
        Ok(keys)
    }

    /// Exchanges a code for tokens.
    pub(super) async fn exchange(
        &self,
        metadata: &Metadata,
        code: &str,
        verifier: &str,
        redirect_uri: &str,
    ) -> Result<Tokens, ProviderError> {
        let request = self.exchange_request(metadata, code, verifier, redirect_uri);
        self.ask(request).await
    }

    fn exchange_request(
        &self,
        metadata: &Metadata,
        code: &str,
        verifier: &str,
        redirect_uri: &str,
    ) -> WireRequest {
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("code_verifier", verifier);
        let mut headers =
            vec![("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned()), accepts_json()];
        let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
        // A service that does not say takes the secret in the header.
        let in_header = methods.is_none_or(|all| all.iter().any(|one| one == "client_secret_basic"));
        match &self.client_secret {
            Some(secret) if in_header => {
                let both = format!("{}:{}", encoded(&self.client_id), encoded(secret.expose_secret()));
                headers.push(("authorization".to_owned(), format!("Basic {}", BASE64_STANDARD.encode(both))));
            }
            Some(secret) => {
                form.append_pair("client_id", &self.client_id)
                    .append_pair("client_secret", secret.expose_secret());
            }
            None => {
                form.append_pair("client_id", &self.client_id);
            }
        }
        let url = metadata.token_endpoint.clone();
        WireRequest { url, headers, body: Some(form.finish().into_bytes()) }
    }

    /// The service's claims about the owner of an access token; empty if it has no such address.
    pub(super) async fn userinfo(
        &self,
        metadata: &Metadata,
        access_token: &str,
    ) -> Result<Option<Map<String, Value>>, ProviderError> {
        let Some(url) = &metadata.userinfo_endpoint else { return Ok(None) };
        self.get(url, Some(access_token)).await.map(Some)
    }

    async fn get<T: DeserializeOwned>(&self, url: &str, bearer: Option<&str>) -> Result<T, ProviderError> {
        let bearer = bearer.map(|token| format!("Bearer {token}"));
        let headers = std::iter::once(accepts_json())
            .chain(bearer.map(|value| ("authorization".to_owned(), value)))
            .collect();
        self.ask(WireRequest { url: url.to_owned(), headers, body: None }).await
    }

    async fn ask<T: DeserializeOwned>(&self, request: WireRequest) -> Result<T, ProviderError> {
        let url = request.url.clone();
        let (status, bytes) = self.http.exchange(request, LARGEST).await.map_err(unusable)?;
        if !(200..300).contains(&status) {
            return Err(match refusal(&bytes).as_deref() {
                Some("invalid_grant") => ProviderError::CodeRefused,
                Some(word) => unusable(format!("`{url}` answered {status}: {word}")),
                None => unusable(format!("`{url}` answered {status}")),
            });
        }
        // What is in the answer is not shown: there may be tokens in it.
        serde_json::from_slice(&bytes).map_err(|error| {
            unusable(format!(
                "`{url}` answered something else than was asked for, at byte {}",
                error.column()
            ))
        })
    }
}

/// The word with which a service refuses, as the protocol has it.
fn refusal(bytes: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let refusal: Refusal = serde_json::from_slice(bytes).ok()?;
    Some(refusal.error).filter(|word| is_error_word(word))
}

/// The words with which a service refuses are plain ones; anything else is not shown.
pub fn is_error_word(word: &str) -> bool {
    (1..=64).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn accepts_json() -> (String, String) {
    ("accept".to_owned(), "application/json".to_owned())
}

/// The secret and the name are encoded as in a form before they are put together.
fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}
