//! A model at an address that somebody named who may not look around there: what its service says of a failure is left out.

use std::sync::Arc;

use async_trait::async_trait;
use futures::StreamExt;

use crate::{EventStream, Failure, Model, Request};

/// Passes replies on, and failures without the service's own words.
pub(crate) struct Wordless(pub(crate) Arc<dyn Model>);

#[async_trait]
impl Model for Wordless {
    fn name(&self) -> &str {
        self.0.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let events = self.0.stream(request).await.map_err(without_words)?;
        Ok(Box::pin(events.map(|event| event.map_err(without_words))))
    }
}

fn without_words(failure: Failure) -> Failure {
    failure.map_detail(|_| String::from("…"))
}
