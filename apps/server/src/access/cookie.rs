//! Cookies: what a browser carries for us. Scripts cannot read them, other sites cannot send them, and behind TLS they are
//! never sent without.

use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderValue, header};

/// A cookie by its name, and for how long a browser keeps it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cookie {
    pub(crate) name: &'static str,
    pub(crate) max_age_secs: i64,
}

impl Cookie {
    /// The text that gives it to a browser.
    pub(crate) fn with(self, value: &str, is_tls: bool) -> Result<HeaderValue, Problem> {
        self.written(value, self.max_age_secs, is_tls)
    }

    /// The text that takes it away.
    pub(crate) fn gone(self, is_tls: bool) -> Result<HeaderValue, Problem> {
        self.written("", 0, is_tls)
    }

    fn written(self, value: &str, max_age_secs: i64, is_tls: bool) -> Result<HeaderValue, Problem> {
        let secure = if is_tls { "; Secure" } else { "" };
        let name = self.name;
        let text =
            format!("{name}={value}; Path=/; Max-Age={max_age_secs}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&text).map_err(|error| Problem::failed(&error))
    }

    /// What a browser sends in it.
    pub(crate) fn value_in(self, headers: &HeaderMap) -> Option<&str> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix(self.name)?.strip_prefix('='))
    }

    /// The secret of a request: what a program says it is allowed with, or what a browser sends in this cookie.
    pub(crate) fn carried(self, headers: &HeaderMap) -> Option<&str> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        match bearer.and_then(|value| value.strip_prefix("Bearer ")) {
            Some(token) => Some(token.trim()),
            None => self.value_in(headers),
        }
    }
}
