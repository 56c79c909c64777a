//! The one trait everything in this crate implements, uses or wraps.

use std::pin::Pin;

use async_trait::async_trait;
use futures::{Stream, StreamExt};

use crate::reply::ReplyBuilder;
use crate::{Event, Failure, Reply, Request};

/// The events of one reply. Dropping it cancels the request and closes its connection.
pub type EventStream = Pin<Box<dyn Stream<Item = Result<Event, Failure>> + Send>>;

/// Something that answers requests: a provider, a decorator around another model, or a script.
///
/// An implementer promises the order described at [`Event`], that nothing follows an error, and
/// that neither events nor failures ever contain a key.
#[async_trait]
pub trait Model: Send + Sync {
    /// The name people know it by, for messages and records.
    fn name(&self) -> &str;

    /// Asks, and gives the reply as it arrives.
    async fn stream(&self, request: &Request) -> Result<EventStream, Failure>;

    /// Asks, and waits for the whole reply.
    async fn complete(&self, request: &Request) -> Result<Reply, Failure> {
        collect(self.stream(request).await?).await
    }
}

#[async_trait]
impl<M: Model + ?Sized> Model for std::sync::Arc<M> {
    fn name(&self) -> &str {
        (**self).name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        (**self).stream(request).await
    }
}

/// Folds a stream into the reply it amounts to.
pub async fn collect(events: EventStream) -> Result<Reply, Failure> {
    collect_watching(events, |_event| {}).await
}

/// Folds a stream into the reply it amounts to, showing each event as it passes.
pub async fn collect_watching(
    mut events: EventStream,
    mut watch: impl FnMut(&Event) + Send,
) -> Result<Reply, Failure> {
    let mut builder = ReplyBuilder::default();
    while let Some(event) = events.next().await {
        let event = event?;
        watch(&event);
        builder.push(event);
    }
    builder.finish().ok_or_else(|| Failure::Network {
        service: String::from("model"),
        detail: String::from("the reply ended before the model said why it stopped"),
    })
}
