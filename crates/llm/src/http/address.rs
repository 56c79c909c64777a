//! Where a request goes, and what it carries beside its body.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::{ServiceUrl, SetupError};
use crate::LocalProgram;

/// Where a request goes. Its headers hold the key, marked so that they are never shown.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(super) service: String,
    pub(super) url: ServiceUrl,
    pub(super) headers: HeaderMap,
    /// What is to be running there, where that is known.
    pub(crate) local: Option<LocalProgram>,
}

impl Address {
    pub(crate) fn new(service: &str, url: &str) -> Result<Self, SetupError> {
        let service = service.to_owned();
        let url =
            ServiceUrl::parse(url).map_err(|detail| SetupError::Url { service: service.clone(), detail })?;
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        Ok(Self { service, url, headers, local: None })
    }

    /// Says that the body is something else than JSON.
    pub(crate) fn content_type(&mut self, kind: &str) -> Result<(), SetupError> {
        let wrong = |_| SetupError::Header { service: self.service.clone(), name: "content-type".to_owned() };
        self.headers.insert("content-type", HeaderValue::from_str(kind).map_err(wrong)?);
        Ok(())
    }

    pub(crate) fn header(&mut self, name: &str, value: &SecretString) -> Result<(), SetupError> {
        let wrong = || SetupError::Header { service: self.service.clone(), name: name.to_owned() };
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
        let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| wrong())?;
        value.set_sensitive(true);
        self.headers.insert(key, value);
        Ok(())
    }

    /// Whether its key or another header could be read on its way.
    pub(super) fn shows_a_secret(&self) -> bool {
        self.url.is_plain() && self.headers.values().any(HeaderValue::is_sensitive)
    }
}
