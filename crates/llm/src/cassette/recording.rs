//! A model around a model that writes down everything said.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use secrecy::SecretString;

use super::{Take, VERSION};
use crate::key::redact;
use crate::observed::{EndReason, Forward, StreamObserver, observe};
use crate::{Event, EventStream, Failure, Model, Request};

/// Writes a line of JSON per request, when its reply has ended. Keys are not part of requests or
/// replies; should one have slipped into a text, it is struck out.
pub struct Recording {
    inner: Arc<dyn Model>,
    tape: Arc<Tape>,
}

struct Tape {
    out: Mutex<Box<dyn Write + Send>>,
    secrets: Vec<SecretString>,
}

impl Recording {
    /// Wraps a model; lines go to `out`, without any of `secrets`.
    pub fn new(inner: Arc<dyn Model>, out: Box<dyn Write + Send>, secrets: Vec<SecretString>) -> Self {
        Self { inner, tape: Arc::new(Tape { out: Mutex::new(out), secrets }) }
    }
}

#[async_trait]
impl Model for Recording {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let take = Take {
            version: VERSION,
            model: self.inner.name().to_owned(),
            request: request.clone(),
            events: Vec::new(),
            failure: None,
        };
        match self.inner.stream(request).await {
            Ok(events) => Ok(observe(events, Scribe { take, tape: Arc::clone(&self.tape) })),
            Err(failure) => {
                self.tape.write(&Take { failure: Some(failure.clone()), ..take });
                Err(failure)
            }
        }
    }
}

/// Writes down one reply.
struct Scribe {
    take: Take,
    tape: Arc<Tape>,
}

impl StreamObserver for Scribe {
    fn event(&mut self, event: Event) -> Forward {
        self.take.events.push(event.clone());
        Forward::One(event)
    }

    fn ended(&mut self, how: EndReason<'_>) {
        self.take.failure = match how {
            EndReason::Well => None,
            EndReason::Failed(failure) => Some(failure.clone()),
            EndReason::Dropped => Some(Failure::Cancelled { service: self.take.model.clone() }),
        };
        self.tape.write(&self.take);
    }
}

impl Tape {
    /// A cassette that cannot be written must not stop the work it records.
    fn write(&self, take: &Take) {
        let line = match serde_json::to_string(take) {
            Ok(line) => redact(&line, &self.secrets),
            Err(error) => {
                tracing::warn!(%error, "a reply could not be recorded");
                return;
            }
        };
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            tracing::warn!(%error, "the cassette cannot be written");
        }
    }
}
