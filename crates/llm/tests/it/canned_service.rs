//! A service without sockets that gives prepared answers and keeps what it was asked.

use std::io;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream;
use llm::{Gate, Http, HttpConfig, Transport, WireRequest, WireResponse};
use serde_json::Value;

/// A whole reply of a service that speaks `OpenAI` Chat Completions.
pub(crate) const REPLY: &str = r#"{"choices": [{"message": {"content": "ok"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 1}}"#;

/// A status, headers and a body.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Answer {
    pub(crate) fn new(status: u16, body: &str) -> Self {
        Self { status, headers: Vec::new(), body: body.to_owned() }
    }

    pub(crate) fn with_headers(self, headers: &[(&str, &str)]) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { headers: headers.collect(), ..self }
    }
}

/// Gives its answers in order, and the last one again and again. Clones share what was asked.
#[derive(Debug, Clone)]
pub(crate) struct CannedService {
    answers: Vec<Answer>,
    bodies: Arc<Mutex<Vec<Value>>>,
}

impl CannedService {
    pub(crate) fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: answers.into_iter().collect(), bodies: Arc::default() }
    }

    /// Connections that lead here, whatever the address.
    pub(crate) fn http(&self) -> Http {
        Http::new(Gate::anywhere(), HttpConfig::default()).unwrap().carried_by(Arc::new(self.clone()))
    }

    /// The bodies of the requests so far.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.bodies.lock().unwrap().clone()
    }
}

#[async_trait]
impl Transport for CannedService {
    async fn send(&self, request: WireRequest) -> io::Result<WireResponse> {
        let body = request.body.map_or(Value::Null, |body| serde_json::from_slice(&body).unwrap());
        let place = {
            let mut bodies = self.bodies.lock().unwrap();
            bodies.push(body);
            (bodies.len() - 1).min(self.answers.len() - 1)
        };
        let Answer { status, headers, body } = self.answers[place].clone();
        Ok(WireResponse { status, headers, body: Box::pin(stream::iter([Ok(Bytes::from(body))])) })
    }
}
