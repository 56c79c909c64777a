//! The built-in offline model: plays the whole protocol and "translates" by replacing the words, so that
//! anyone can see the pipeline work without a key.

use async_trait::async_trait;
use futures::stream;

use super::play::{Translator, play};
use super::protocol::WorkItem;
use super::pseudo::rehearse;
use crate::{EventStream, Failure, Model, Request, ScriptedReply};

/// The rehearsing model. The same request always gives the same reply.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rehearsal;

impl Rehearsal {
    /// The reply to a request, for servers in tests that play the same part over HTTP.
    pub async fn reply(&self, request: &Request) -> Result<ScriptedReply, Failure> {
        play(request, self).await
    }
}

#[async_trait]
impl Translator for Rehearsal {
    async fn translate(&self, items: &[WorkItem], language: Option<&str>) -> Result<Vec<String>, Failure> {
        let texts = items.iter().map(|item| rehearse(&item.source, language, item.n_refused));
        Ok(texts.collect())
    }
}

#[async_trait]
impl Model for Rehearsal {
    fn name(&self) -> &'static str {
        "rehearsal"
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let events = self.reply(request).await?.events();
        Ok(Box::pin(stream::iter(events.into_iter().map(Ok))))
    }
}
