//! One login: how it begins in a browser, and what comes back with it.
//!
//! The browser keeps one random secret in a cookie, and state, nonce and the verifier of PKCE are made of it. So a login is
//! finished only in the browser that began it, whichever server of several answers, and nothing is kept for logins that are
//! never finished.

use super::id_token::{ExpectedClaims, key_id, verified};
use super::provider::{Metadata, ProviderError, is_error_word};
use super::service::Oidc;
use crate::access::cookie::Cookie;
use crate::access::secret::digest;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use std::sync::PoisonError;
use store::people::PersonId;
use subtle::ConstantTimeEq;
use url::Url;

/// So long a login may take.
const PATIENCE_MS: i64 = 10 * 60 * 1_000;
/// The cookie of a login under way.
pub(crate) const BEGUN: Cookie = Cookie { name: "tsumugi_login", max_age_secs: PATIENCE_MS / 1_000 };
/// More logins finished within their time are an attack.
const MAX_FINISHED: usize = 100_000;
/// More groups than this are not looked at.
const MAX_GROUPS: usize = 1_000;

/// What a browser keeps of a login under way: when it began, and a secret.
pub struct StartedLogin {
    secret: SecretString,
    at_ms: i64,
    /// The account to link it to. The result then belongs to no login and to no other account.
    links: Option<PersonId>,
}

impl StartedLogin {
    pub fn new(secret: &SecretString, now_ms: i64) -> Self {
        let secret = SecretString::from(format!("{now_ms}.{}", secret.expose_secret()));
        Self { secret, at_ms: now_ms, links: None }
    }

    /// The same, to link an account instead of logging in.
    #[must_use]
    pub fn linking(self, person: PersonId) -> Self {
        Self { links: Some(person), ..self }
    }

    /// What stands in the cookie.
    pub fn cookie_text(&self) -> &str {
        self.secret.expose_secret()
    }

    /// A login that began not too long ago.
    pub fn read(cookie: &str, now_ms: i64) -> Option<Self> {
        let (at, secret) = cookie.split_once('.')?;
        let at_ms: i64 = at.parse().ok()?;
        let is_recent = (0..PATIENCE_MS).contains(&now_ms.saturating_sub(at_ms));
        (is_recent && secret.len() == 64).then(|| Self {
            secret: SecretString::from(cookie.to_owned()),
            at_ms,
            links: None,
        })
    }

    fn derived(&self, purpose: &str) -> String {
        let secret = self.secret.expose_secret();
        let material = match self.links {
            Some(person) => format!("{secret} linked to {person}"),
            None => secret.to_owned(),
        };
        crate::assets::hex(&blake3::derive_key(purpose, material.as_bytes()))
    }

    pub fn state(&self) -> String {
        self.derived("tsumugi 2026-11 oidc state")
    }

    pub fn nonce(&self) -> String {
        self.derived("tsumugi 2026-11 oidc nonce")
    }

    fn verifier(&self) -> String {
        self.derived("tsumugi 2026-11 oidc pkce verifier")
    }
}

/// What the browser came back with.
pub(crate) struct LoginReturn<'a> {
    pub(crate) state: &'a str,
    pub(crate) code: Option<&'a str>,
    /// Why the service refused the login.
    pub(crate) error: Option<&'a str>,
    pub(crate) issuer: Option<&'a str>,
}

/// Why a login did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LoginError {
    /// It was not begun in this browser, or is over.
    NotBegun,
    /// The service refused the login.
    Refused { word: String },
    /// The service cannot be reached, or says something it must not.
    Unusable(String),
    /// What the service signed is not for this login.
    NotVerified(String),
}

impl From<ProviderError> for LoginError {
    fn from(error: ProviderError) -> Self {
        match error {
            ProviderError::Unusable(detail) => Self::Unusable(detail),
            ProviderError::CodeRefused => Self::NotVerified("the service does not take the code".to_owned()),
        }
    }
}

/// A person as the service identifies them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) subject: String,
    pub(crate) name: String,
    pub(crate) groups: Vec<String>,
}

impl Oidc {
    /// Where the browser goes to log in.
    pub(crate) async fn authorization_url(&self, begun: &StartedLogin) -> Result<String, LoginError> {
        let metadata = self.provider.metadata(begun.at_ms).await?;
        let mut url = Url::parse(&metadata.authorization_endpoint)
            .map_err(|error| LoginError::Unusable(error.to_string()))?;
        let challenge = ring::digest::digest(&ring::digest::SHA256, begun.verifier().as_bytes());
        let scopes = std::iter::once("openid").chain(self.config.scopes.iter().map(String::as_str));
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.config.client_id)
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("scope", &scopes.collect::<Vec<_>>().join(" "))
            .append_pair("state", &begun.state())
            .append_pair("nonce", &begun.nonce())
            .append_pair("code_challenge", &BASE64_URL_SAFE_NO_PAD.encode(challenge))
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Identifies the person who came back.
    pub(crate) async fn finish(
        &self,
        begun: &StartedLogin,
        returned: &LoginReturn<'_>,
        now_ms: i64,
    ) -> Result<Identity, LoginError> {
        if !bool::from(returned.state.as_bytes().ct_eq(begun.state().as_bytes()))
            || !self.first_time(begun, now_ms)
        {
            return Err(LoginError::NotBegun);
        }
        let metadata = self.provider.metadata(now_ms).await?;
        // An answer of another service must not be mixed up with one of this.
        let names_another = returned.issuer.is_some_and(|issuer| issuer != self.config.issuer);
        if names_another
            || (returned.issuer.is_none() && metadata.authorization_response_iss_parameter_supported)
        {
            return Err(LoginError::NotVerified("the answer came from another service".to_owned()));
        }
        if let Some(word) = returned.error {
            let word = if is_error_word(word) { word } else { "unknown" };
            return Err(LoginError::Refused { word: word.to_owned() });
        }
        let code = returned.code.ok_or(LoginError::NotBegun)?;
        let tokens = self.provider.exchange(&metadata, code, &begun.verifier(), &self.redirect_uri).await?;
        let token = tokens.id_token.as_str();
        let id = key_id(token).map_err(LoginError::NotVerified)?;
        let keys = self.provider.keys(&metadata, id.as_deref(), now_ms).await?;
        let nonce = begun.nonce();
        let expected = ExpectedClaims {
            issuer: &self.config.issuer,
            client_id: &self.config.client_id,
            nonce: &nonce,
            now_ms,
        };
        let claims = verified(token, &keys, &expected).map_err(LoginError::NotVerified)?;
        self.identified(&metadata, claims, &tokens.access_token).await
    }

    /// Name and groups from the token, or from what the service says about its bearer.
    async fn identified(
        &self,
        metadata: &Metadata,
        claims: Map<String, Value>,
        access_token: &str,
    ) -> Result<Identity, LoginError> {
        let subject =
            text(&claims, "sub").ok_or_else(|| LoginError::NotVerified("it names nobody".to_owned()))?;
        let mut all = claims;
        if groups_in(&all, &self.config.group_claim).is_none() || name_in(&all).is_none() {
            let more = self.provider.userinfo(metadata, access_token).await?.unwrap_or_default();
            // Claims about another person must not be used.
            if !more.is_empty() && text(&more, "sub").as_ref() != Some(&subject) {
                return Err(LoginError::NotVerified(
                    "what the service says is about somebody else".to_owned(),
                ));
            }
            for (name, value) in more {
                all.entry(name).or_insert(value);
            }
        }
        let groups = groups_in(&all, &self.config.group_claim).unwrap_or_default();
        let name = name_in(&all).unwrap_or_else(|| subject.clone());
        Ok(Identity { subject, name, groups })
    }

    /// A login is finished once, however it ends.
    fn first_time(&self, begun: &StartedLogin, now_ms: i64) -> bool {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.retain(|_, at| now_ms.saturating_sub(*at) < PATIENCE_MS);
        finished.len() < MAX_FINISHED && finished.insert(digest(begun.cookie_text()), begun.at_ms).is_none()
    }
}

fn text(claims: &Map<String, Value>, name: &str) -> Option<String> {
    let text = claims.get(name)?.as_str()?.trim();
    (!text.is_empty() && text.len() <= 255).then(|| text.to_owned())
}

/// The name others see: no longer than names are here, without what would garble a line.
pub fn name_in(claims: &Map<String, Value>) -> Option<String> {
    let name =
        ["name", "preferred_username", "nickname"].into_iter().find_map(|claim| text(claims, claim))?;
    let name: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// The groups at a claim; nothing where there is no such claim.
pub fn groups_in(claims: &Map<String, Value>, claim: &str) -> Option<Vec<String>> {
    // A claim may have dots in its own name, as addresses have.
    let value = claims.get(claim).or_else(|| {
        let mut steps = claim.split('.');
        let first = claims.get(steps.next()?)?;
        steps.try_fold(first, |value, step| value.get(step))
    })?;
    let texts = match value {
        Value::String(one) => vec![one.clone()],
        Value::Array(all) => {
            all.iter().take(MAX_GROUPS).filter_map(Value::as_str).map(str::to_owned).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    };
    Some(texts)
}
