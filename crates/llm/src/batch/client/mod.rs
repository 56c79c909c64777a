//! How each service takes a batch, tells of it and gives its answers back.

mod anthropic;
mod gemini;
mod openai;

use std::collections::BTreeMap;

use serde_json::Value;

use super::{BatchAnswer, BatchRecord};
use crate::dialect::{Refusal, failure_of};
use crate::http::{Address, Response};
use crate::{Call, Dialect, Failure, Provider, SetupError};

/// No file of answers is larger.
const MOST_BYTES: usize = 512 * 1024 * 1024;

/// The most one batch may hold.
pub(super) struct Limit {
    pub(super) n_requests: usize,
    pub(super) n_bytes: usize,
}

/// What a service says of a batch.
pub(super) enum BatchStatus {
    /// It is not over.
    AtWork,
    /// It is over, and this came of its requests by their place.
    Over(BTreeMap<usize, BatchAnswer>),
    /// It holds more than the account may have waiting; none of it was worked on.
    TooMuch,
    /// It is somebody else's: it was taken for ours because it has as many requests.
    NotOurs,
}

/// A service's batches, asked with one key.
pub(super) struct BatchClient {
    pub(super) provider: Provider,
}

impl BatchClient {
    pub(super) const fn limit(dialect: Dialect) -> Limit {
        match dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Ollama => {
                Limit { n_requests: 50_000, n_bytes: 150_000_000 }
            }
            Dialect::Anthropic => Limit { n_requests: 50_000, n_bytes: 200_000_000 },
            // What stands in the request itself may have 20 MB.
            Dialect::Gemini => Limit { n_requests: 10_000, n_bytes: 16_000_000 },
        }
    }

    /// Hands a batch in; gives the service's name for it.
    pub(super) async fn submit(
        &self,
        name: &str,
        dialect: Dialect,
        calls: &[Call],
    ) -> Result<String, Failure> {
        match dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => openai::submit(self, name, calls).await,
            Dialect::Anthropic => anthropic::submit(self, name, calls).await,
            Dialect::Gemini => gemini::submit(self, name, calls).await,
            Dialect::Ollama => Err(self.without_batches()),
        }
    }

    /// Looks for a batch of which nobody knows whether it was handed in. `known` are the service's names of others.
    pub(super) async fn find(&self, record: &BatchRecord, known: &[&str]) -> Result<Option<String>, Failure> {
        match record.dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => openai::find(self, &record.name).await,
            Dialect::Anthropic => anthropic::find(self, record, known).await,
            Dialect::Gemini => gemini::find(self, &record.name).await,
            Dialect::Ollama => Err(self.without_batches()),
        }
    }

    /// Asks after a batch, and fetches its answers if it is over.
    pub(super) async fn poll(&self, record: &BatchRecord) -> Result<BatchStatus, Failure> {
        let id = record.service_id.as_deref().unwrap_or_default();
        match record.dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => openai::poll(self, record, id).await,
            Dialect::Anthropic => anthropic::poll(self, record, id).await,
            Dialect::Gemini => gemini::poll(self, record, id).await,
            Dialect::Ollama => Err(self.without_batches()),
        }
    }

    /// Asks the service to stop working on a batch. What it has answered by then stays, and is paid for.
    pub(super) async fn cancel(&self, record: &BatchRecord, id: &str) -> Result<(), Failure> {
        let path = match record.dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => format!("/batches/{id}/cancel"),
            Dialect::Anthropic => format!("/v1/messages/batches/{id}/cancel"),
            Dialect::Gemini => format!("/{id}:cancel"),
            Dialect::Ollama => return Err(self.without_batches()),
        };
        self.post_json(&path, &serde_json::json!({})).await.map(|_description| ())
    }

    fn without_batches(&self) -> Failure {
        self.rejected(&"it has no batches")
    }

    fn rejected(&self, detail: &dyn ToString) -> Failure {
        let service = self.provider.service().to_owned();
        Failure::Rejected { service, status: 0, detail: detail.to_string() }
    }

    fn malformed(&self, detail: &dyn ToString) -> Failure {
        Failure::Malformed { service: self.provider.service().to_owned(), detail: detail.to_string() }
    }

    fn address(&self, path: &str) -> Result<Address, Failure> {
        self.provider.address(path).map_err(|error: SetupError| self.rejected(&error))
    }

    async fn get(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let response = self.provider.http().fetch(&self.address(path)?).await?;
        self.whole(response).await
    }

    async fn get_json(&self, path: &str) -> Result<Value, Failure> {
        serde_json::from_slice(&self.get(path).await?).map_err(|error| self.malformed(&error))
    }

    /// The lines of a file, each a value of its own; an empty or broken line is no answer.
    async fn get_lines(&self, path: &str) -> Result<Vec<Value>, Failure> {
        let file = self.get(path).await?;
        let lines = file.split(|byte| *byte == b'\n');
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    async fn post_json(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.post(&self.address(path)?, body.to_string().into_bytes()).await
    }

    async fn post(&self, address: &Address, body: Vec<u8>) -> Result<Value, Failure> {
        let response = self.provider.http().post(address, body).await?;
        serde_json::from_slice(&self.whole(response).await?).map_err(|error| self.malformed(&error))
    }

    async fn whole(&self, response: Response) -> Result<Vec<u8>, Failure> {
        let (status, retry_after) = (response.status, response.retry_after);
        if (200..300).contains(&status) {
            return response.body.whole(MOST_BYTES).await;
        }
        let body = self.provider.redacted(&response.body.explanation().await);
        Err(failure_of(Refusal { service: self.provider.service(), status, retry_after, body: &body }))
    }

    /// The text at a key, which the service has promised.
    fn text(&self, value: &Value, key: &str) -> Result<String, Failure> {
        let text = value.get(key).and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| self.malformed(&format!("`{key}` is missing")))
    }
}

/// Whether a service says that more waits than the account may have waiting.
pub(super) fn is_too_much(words: &str) -> bool {
    let words = words.to_lowercase();
    ["enqueued token", "token_limit_exceeded", "enqueued_token"].iter().any(|word| words.contains(word))
}

/// The name of a request in its batch. Services send it back with the answer.
fn request_id(batch: &str, place: usize) -> String {
    format!("{batch}-{place}")
}

/// The place of a request by its name, if it is one of this batch.
fn place(batch: &str, id: &str) -> Option<usize> {
    id.strip_prefix(batch)?.strip_prefix('-')?.parse().ok()
}
