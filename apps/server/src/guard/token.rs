//! The token: demanded of everyone where the server can be reached from elsewhere, and not to be guessed.

use crate::problem::Problem;
use crate::state::AppState;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

pub(crate) const COOKIE: &str = "tsumugi_token";
/// Takes the cookie away.
pub(crate) const NO_COOKIE: &str = "tsumugi_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict";
/// So many wrong tokens from one address are looked at, and then none for a while.
const MAX_WRONG: u32 = 10;
const FORGIVE_AFTER: Duration = Duration::from_mins(1);
/// Of so many addresses the wrong tokens are counted; more at once are an attack and share one count.
const MAX_ADDRESSES: usize = 4_096;

/// Keeps the token, and count of the wrong ones.
pub(crate) struct TokenGuard {
    token: Option<SecretString>,
    wrong: Mutex<HashMap<IpAddr, (u32, Instant)>>,
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) SocketAddr);

impl Caller {
    /// The address wrong tokens are counted under.
    fn address(self) -> IpAddr {
        self.0.ip()
    }
}

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<AppState>) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or_else(nowhere))
    }
}

fn nowhere() -> Caller {
    Caller(SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0))
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
    pub(super) fn admit(&self, request: &Request) -> Result<(), Problem> {
        if self.token.is_none() {
            return Ok(());
        }
        let caller = request.extensions().get::<Caller>().copied().unwrap_or_else(nowhere);
        if let Some(given) = carried(request.headers()) {
            return self.check(caller, given);
        }
        let text = "this server asks for its token\nhint: it was printed when `tsumugi serve` began";
        Err(Problem::new(StatusCode::UNAUTHORIZED, "token_required", text))
    }

    /// Compares a token, and counts the wrong ones.
    pub(crate) fn check(&self, caller: Caller, given: &str) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        let address = caller.address();
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|_, (_, since)| since.elapsed() < FORGIVE_AFTER);
        let shared = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let full = wrong.len() >= MAX_ADDRESSES && !wrong.contains_key(&address);
        let counted = if full { shared } else { address };
        if wrong.get(&counted).is_some_and(|(n, _)| *n >= MAX_WRONG) {
            let text =
                "too many wrong tokens\nhint: wait a minute, then give the one `tsumugi serve` printed";
            return Err(
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_wrong_tokens", text).retry_after(60)
            );
        }
        if bool::from(given.as_bytes().ct_eq(token.expose_secret().as_bytes())) {
            return Ok(());
        }
        wrong.entry(counted).or_insert_with(|| (0, Instant::now())).0 += 1;
        let text = "this is not the token\nhint: give the one `tsumugi serve` printed when it began";
        Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong_token", text))
    }
}

/// The cookie that carries a token; scripts cannot read it, other sites cannot send it.
pub(crate) fn cookie(token: &str) -> String {
    format!("{COOKIE}={token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict")
}

fn carried(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        return Some(token.trim());
    }
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}
