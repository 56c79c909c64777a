//! A model at a provider: its dialect, put on the wire.

use std::collections::VecDeque;

use async_trait::async_trait;
use futures::stream;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::dialect::{Reader, Refusal, failure_of};
use crate::http::{Address, Body};
use crate::key::redact;
use crate::{Dialect, Event, EventStream, Failure, Http, Model, Request, SetupError, Target};

/// Everything needed to reach one model with one key.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The name people know the service by, for messages.
    pub service: String,
    /// Where the service is, version part included.
    pub base_url: String,
    /// The language it speaks.
    pub dialect: Dialect,
    /// The model and its peculiarities.
    pub target: Target,
    /// The key; local servers need none.
    pub key: Option<SecretString>,
    /// How the key travels.
    pub key_header: KeyHeader,
    /// Further headers; their values are treated as secrets.
    pub headers: Vec<(String, SecretString)>,
}

/// How a key travels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyHeader {
    /// As the dialect's own provider wants it.
    #[default]
    Usual,
    /// Bare, in a header of this name.
    Named(String),
}

/// A model behind HTTP. Neither its `Debug` form nor its failures show the key.
#[derive(Debug, Clone)]
pub struct Provider {
    name: String,
    endpoint: Endpoint,
    secrets: Vec<SecretString>,
    http: Http,
}

impl Provider {
    /// Prepares requests to a model; sends nothing.
    pub fn new(http: Http, endpoint: Endpoint) -> Result<Self, SetupError> {
        let name = format!("{}/{}", endpoint.service, endpoint.target.model);
        let mut secrets: Vec<SecretString> =
            endpoint.headers.iter().map(|(_, value)| value.clone()).collect();
        secrets.extend(endpoint.key.clone());
        let provider = Self { name, endpoint, secrets, http };
        provider.address("/")?;
        Ok(provider)
    }

    /// Where a path of this service is, with the key and everything a request needs to get in.
    pub(crate) fn address(&self, path: &str) -> Result<Address, SetupError> {
        let endpoint = &self.endpoint;
        let base = endpoint.base_url.trim_end_matches('/');
        let mut address = Address::new(&endpoint.service, &format!("{base}{path}"))?;
        if let Some(key) = &endpoint.key {
            let bearer = || SecretString::from(format!("Bearer {}", key.expose_secret()));
            match (&endpoint.key_header, endpoint.dialect) {
                (KeyHeader::Named(name), _) => address.header(name, key)?,
                (KeyHeader::Usual, Dialect::Anthropic) => address.header("x-api-key", key)?,
                (KeyHeader::Usual, Dialect::Gemini) => address.header("x-goog-api-key", key)?,
                (KeyHeader::Usual, Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Ollama) => {
                    address.header("authorization", &bearer())?;
                }
            }
        }
        for (name, value) in endpoint.dialect.headers() {
            address.header(name, &SecretString::from(*value))?;
        }
        for (name, value) in &endpoint.headers {
            address.header(name, value)?;
        }
        Ok(address)
    }
}

#[async_trait]
impl Model for Provider {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let service = &self.endpoint.service;
        let call = self.endpoint.dialect.call(&self.endpoint.target, request);
        let refused = |error: &dyn std::error::Error| Failure::Rejected {
            service: service.clone(),
            status: 0,
            detail: error.to_string(),
        };
        let address = self.address(&call.path).map_err(|error| refused(&error))?;
        let body = serde_json::to_vec(&call.body).map_err(|error| refused(&error))?;
        let response = self.http.post(&address, body).await?;
        if !(200..300).contains(&response.status) {
            let (status, retry_after) = (response.status, response.retry_after);
            let explanation = redact(&response.body.explanation().await, &self.secrets);
            let refusal = Refusal { service, status, retry_after, body: &explanation };
            return Err(failure_of(refusal));
        }
        // In a box, because it changes hands with every event.
        let arriving = Box::new(Arriving {
            body: Some(response.body),
            reader: self.endpoint.dialect.reader(service, request.messages.len()),
            ready: VecDeque::new(),
            secrets: self.secrets.clone(),
        });
        Ok(Box::pin(stream::unfold(arriving, |mut arriving| async move {
            let item = arriving.next().await?;
            Some((item, arriving))
        })))
    }
}

/// A reply on its way. Dropping it drops the body, and so the connection.
struct Arriving {
    /// Gone once the reply has ended, well or not.
    body: Option<Body>,
    reader: Reader,
    ready: VecDeque<Result<Event, Failure>>,
    secrets: Vec<SecretString>,
}

impl Arriving {
    async fn next(&mut self) -> Option<Result<Event, Failure>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            let body = self.body.as_mut()?;
            match body.next().await {
                Ok(Some(piece)) => {
                    let read = self.reader.push(&piece);
                    let open = self.take(read);
                    if open && self.reader.is_closed() {
                        self.finish().await;
                    }
                }
                Ok(None) => self.finish().await,
                Err(failure) => self.fail(failure),
            }
        }
    }

    async fn finish(&mut self) {
        let read = self.reader.end();
        self.take(read);
        if let Some(body) = self.body.take() {
            body.drain().await;
        }
    }

    /// Queues what was read; false if the reply is over because of it.
    fn take(&mut self, (events, result): (Vec<Event>, Result<(), Failure>)) -> bool {
        for event in events {
            let left = match self.ready.back_mut() {
                Some(Ok(last)) => last.absorb(event),
                Some(Err(_)) | None => Some(event),
            };
            self.ready.extend(left.map(Ok));
        }
        match result {
            Ok(()) => true,
            Err(failure) => {
                self.fail(failure);
                false
            }
        }
    }

    fn fail(&mut self, failure: Failure) {
        self.body = None;
        let redacted = failure.map_detail(|detail| redact(detail, &self.secrets));
        self.ready.push_back(Err(redacted));
    }
}
