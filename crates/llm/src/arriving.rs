//! One reply on its way from the socket to the caller.

use std::collections::VecDeque;
use std::sync::Arc;

use secrecy::SecretString;

use crate::dialect::Reader;
use crate::http::Body;
use crate::key::redact;
use crate::{Event, Failure, StopReason, Usage};

/// A reply on its way. Dropping it drops the body, and so the connection.
pub(crate) struct Arriving {
    /// Gone once the reply has ended, well or not.
    pub(crate) body: Option<Body>,
    pub(crate) reader: Reader,
    pub(crate) ready: VecDeque<Result<Event, Failure>>,
    pub(crate) secrets: Vec<SecretString>,
    /// The model's name, put on what only this model may see again.
    pub(crate) model: Arc<str>,
    /// The limit the request set, where it is below the model's own.
    pub(crate) limit: Option<u32>,
    pub(crate) usage: Usage,
}

impl Arriving {
    pub(crate) async fn next(&mut self) -> Option<Result<Event, Failure>> {
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

    /// Reads a reply that is here already.
    pub(crate) fn take_whole(&mut self, reply: &[u8]) {
        let read = self.reader.push(reply);
        if self.take(read) {
            let read = self.reader.end();
            self.take(read);
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
            let event = self.completed(event);
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

    /// Adds what only the caller of the service knows: which model answered, and whose limit cut the reply.
    fn completed(&mut self, mut event: Event) -> Event {
        match &mut event {
            Event::ReasoningBlock { block } => block.model = Some(Arc::clone(&self.model)),
            Event::Usage { usage } => self.usage = *usage,
            Event::Stop { reason } if *reason == StopReason::MaxTokens => {
                // A provider that tells no usage is believed to have kept to the limit.
                let reached = |limit: u32| {
                    let limit = u64::from(limit);
                    self.usage.output == 0 || self.usage.output.saturating_add(limit / 50) >= limit
                };
                if !self.limit.is_some_and(reached) {
                    *reason = StopReason::ModelLimit;
                }
            }
            Event::Text { .. }
            | Event::Reasoning { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallArguments { .. }
            | Event::ToolCallEnd { .. }
            | Event::Stop { .. }
            | Event::Reading { .. }
            | Event::Waiting { .. }
            | Event::Restarted { .. } => {}
        }
        event
    }

    fn fail(&mut self, failure: Failure) {
        self.body = None;
        let redacted = failure.map_detail(|detail| redact(detail, &self.secrets));
        self.ready.push_back(Err(redacted));
    }
}
