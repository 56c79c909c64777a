//! The token: demanded of every request unless the person started the server without one, and not to be guessed.

use super::cookie::Cookie;
use super::proxy::Caller;
use crate::problem::Problem;
use axum::http::{HeaderMap, StatusCode};
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// The cookie that carries the token.
pub(crate) const COOKIE: Cookie = Cookie { name: "tsumugi_token", max_age_secs: 30 * 24 * 60 * 60 };
/// After this many wrong tokens from one address, further wrong ones are answered with 429 for a while.
const MAX_WRONG: u32 = 10;
const FORGIVE_AFTER: Duration = Duration::from_mins(1);
/// The most addresses with a counter of their own; more at once are an attack and share one.
const MAX_ADDRESSES: usize = 4_096;

/// Keeps the token, and count of the wrong ones.
pub(crate) struct TokenGuard {
    token: Option<SecretString>,
    wrong: Mutex<HashMap<IpAddr, (u32, Instant)>>,
}

impl TokenGuard {
    pub(crate) fn new(token: Option<SecretString>) -> Self {
        Self { token, wrong: Mutex::default() }
    }

    /// Whether there is a token.
    pub(crate) const fn is_required(&self) -> bool {
        self.token.is_some()
    }

    /// Lets a request through that carries the token.
    pub(crate) fn admit(&self, caller: Caller, headers: &HeaderMap) -> Result<(), Problem> {
        if self.token.is_none() {
            return Ok(());
        }
        if let Some(given) = COOKIE.carried(headers) {
            return self.check(caller, given);
        }
        Err(Problem::new(StatusCode::UNAUTHORIZED, "token_required", Message::new("token_required")))
    }

    /// Compares a token, and counts the wrong ones. The right one always passes: a client that sends wrong ones from the same
    /// address, as from behind the same proxy, cannot lock its owner out.
    pub(crate) fn check(&self, caller: Caller, given: &str) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        if bool::from(given.as_bytes().ct_eq(token.expose_secret().as_bytes())) {
            return Ok(());
        }
        let address = caller.address;
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|_, (_, since)| since.elapsed() < FORGIVE_AFTER);
        let shared = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let full = wrong.len() >= MAX_ADDRESSES && !wrong.contains_key(&address);
        let counted = if full { shared } else { address };
        if wrong.get(&counted).is_some_and(|(n, _)| *n >= MAX_WRONG) {
            tracing::warn!(client = %address, "too many wrong tokens");
            let code = "too_many_wrong_tokens";
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, code, Message::new(code)).retry_after(60));
        }
        tracing::warn!(client = %address, "a wrong token");
        wrong.entry(counted).or_insert_with(|| (0, Instant::now())).0 += 1;
        Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong_token", Message::new("wrong_token")))
    }
}
