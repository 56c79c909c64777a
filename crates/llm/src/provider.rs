//! A model at a provider: its dialect, put on the wire.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use futures::stream;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;

use crate::arriving::Arriving;
use crate::dialect::{Refusal, failure_of};
use crate::http::{Address, Body};
use crate::key::redact;
use crate::learning::{LearnedFacts, Learner, RefusedCall, can_teach, lesson};
use crate::{
    Call, ChatMessage, Dialect, EventStream, Failure, Http, Model, Request, SetupError, Target, Usage,
    conversation, discovery,
};

/// A refused request is sent again as long as more is known by then than its body was written with. Services name one thing
/// at a time; no body has more parts than this that can be left out.
const MAX_LESSONS: usize = 12;

/// Everything needed to reach one model with one key.
#[derive(Debug, Clone)]
pub struct ModelEndpoint {
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
    /// What is to be running there, where the service is a server on this machine.
    pub local: Option<LocalProgram>,
    /// What its refusals taught, shared by all keys of the model.
    pub learner: Arc<Learner>,
}

/// A server that runs on the person's own machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalProgram {
    /// What people call it.
    pub name: String,
    /// How it is started, in words or as a command between backticks.
    pub start: String,
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
    endpoint: ModelEndpoint,
    secrets: Vec<SecretString>,
    http: Http,
    /// The largest context a local server was asked for.
    context: Arc<AtomicU64>,
    /// Whether a local server has been asked for the model's window.
    has_asked_window: Arc<OnceCell<()>>,
}

impl Provider {
    /// Prepares requests to a model; sends nothing.
    pub fn new(http: Http, endpoint: ModelEndpoint) -> Result<Self, SetupError> {
        let name = format!("{}/{}", endpoint.service, endpoint.target.model);
        let mut secrets: Vec<SecretString> =
            endpoint.headers.iter().map(|(_, value)| value.clone()).collect();
        secrets.extend(endpoint.key.clone());
        let (context, has_asked_window) = (Arc::default(), Arc::default());
        let provider = Self { name, endpoint, secrets, http, context, has_asked_window };
        provider.address("/")?;
        Ok(provider)
    }

    /// Teaches the model's learner what a refusal says; false if that was known or nothing.
    pub(crate) fn learn_from(&self, refused: &RefusedCall<'_>) -> bool {
        lesson(refused).is_some_and(|facts| self.endpoint.learner.learn(facts))
    }

    /// The connections it uses.
    pub(crate) fn http(&self) -> &Http {
        &self.http
    }

    /// A text without the key and the values of headers.
    pub(crate) fn redacted(&self, text: &str) -> String {
        redact(text, &self.secrets)
    }

    /// The name of the service, for messages.
    pub(crate) fn service(&self) -> &str {
        &self.endpoint.service
    }

    /// Where a path of this service is, with the key and everything a request needs to get in.
    pub(crate) fn address(&self, path: &str) -> Result<Address, SetupError> {
        let endpoint = &self.endpoint;
        let base = endpoint.base_url.trim_end_matches('/');
        let mut address = Address::new(&endpoint.service, &format!("{base}{path}"))?;
        address.local.clone_from(&endpoint.local);
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
        self.ask_window().await;
        let mut n_lessons = 0;
        loop {
            let known = self.endpoint.learner.facts();
            let (dialect, target, call) = self.prepare(request);
            let rejected = |error: &dyn std::error::Error| Failure::Rejected {
                service: service.clone(),
                status: 0,
                detail: error.to_string(),
            };
            let address = self.address(&call.path).map_err(|error| rejected(&error))?;
            let body = serde_json::to_vec(&call.body).map_err(|error| rejected(&error))?;
            let response = self.http.post(&address, body).await?;
            if (200..300).contains(&response.status) {
                return Ok(self.arriving(request, dialect, &target, response.body));
            }
            let (status, retry_after) = (response.status, response.retry_after);
            let explanation = redact(&response.body.explanation().await, &self.secrets);
            let (body, extra_body) = (&call.body, &target.extra_body);
            self.learn_from(&RefusedCall { dialect, status, body, extra_body, explanation: &explanation });
            // Requests under way at the same time are refused for the same reason, and only one of them is told something new.
            if can_teach(status) && n_lessons < MAX_LESSONS && self.endpoint.learner.facts() != known {
                tracing::info!(model = self.name, "the request is sent again with what is known by now");
                n_lessons += 1;
                continue;
            }
            return Err(failure_of(Refusal { service, status, retry_after, body: &explanation }));
        }
    }
}

impl Provider {
    /// A request in the words of this model, as far as they are known by now.
    pub(crate) fn prepare(&self, request: &Request) -> (Dialect, Target, Call) {
        let learned = self.endpoint.learner.facts();
        let dialect = learned.dialect.unwrap_or(self.endpoint.dialect);
        let mut target = self.endpoint.target.clone();
        target.quirks.0.extend(&learned.quirks.0);
        target.thinking_style = learned.thinking_style.or(target.thinking_style);
        target.least_thinking.clone_from(&learned.least_thinking);
        target.window = target.window.or(learned.window);
        target.min_context = self.context.load(Ordering::Relaxed);
        let request = conversation::for_model(request, &self.name, dialect, &target.quirks);
        let mut call = dialect.call(&target, &request);
        if let Some(body) = call.body.as_object_mut() {
            body.retain(|key, _| !learned.omitted.contains(key) || target.extra_body.contains_key(key));
        }
        if let Some(context) = call.body.pointer("/options/num_ctx").and_then(serde_json::Value::as_u64) {
            self.context.fetch_max(context, Ordering::Relaxed);
        }
        (dialect, target, call)
    }

    /// Asks a local server once how much the model can read, where it tells. Without an answer the request says.
    async fn ask_window(&self) {
        let is_unknown = self.endpoint.target.window.or(self.endpoint.learner.facts().window).is_none();
        if self.endpoint.dialect == Dialect::Ollama && is_unknown {
            let ask = || async {
                if let Some(window) =
                    discovery::ollama_window(&self.http, self, &self.endpoint.target.model).await
                {
                    self.endpoint
                        .learner
                        .learn(LearnedFacts { window: Some(window), ..LearnedFacts::default() });
                }
            };
            self.has_asked_window.get_or_init(ask).await;
        }
    }

    /// The events of a reply that is here already.
    pub(crate) fn arrived(&self, request: &Request, dialect: Dialect, reply: &[u8]) -> EventStream {
        let mut arriving = self.reading(request, dialect, &self.endpoint.target, None);
        arriving.take_whole(reply);
        streamed(arriving)
    }

    fn arriving(&self, request: &Request, dialect: Dialect, target: &Target, body: Body) -> EventStream {
        streamed(self.reading(request, dialect, target, Some(body)))
    }

    fn reading(
        &self,
        request: &Request,
        dialect: Dialect,
        target: &Target,
        body: Option<Body>,
    ) -> Box<Arriving> {
        let mut reader = dialect.reader(&self.endpoint.service, request.messages.len());
        // Claude ends its turn without a word when tool results left nothing to say.
        if dialect == Dialect::Anthropic
            && matches!(request.messages.last(), Some(ChatMessage::ToolResults { .. }))
        {
            reader.allow_empty();
        }
        let limit = request.max_output_tokens;
        // In a box, because it changes hands with every event.
        Box::new(Arriving {
            body,
            reader,
            ready: VecDeque::new(),
            secrets: self.secrets.clone(),
            model: Arc::from(self.name.as_str()),
            limit: limit.filter(|limit| target.max_output.is_none_or(|most| *limit < most)),
            usage: Usage::default(),
        })
    }
}

fn streamed(arriving: Box<Arriving>) -> EventStream {
    Box::pin(stream::unfold(arriving, |mut arriving| async move {
        let item = arriving.next().await?;
        Some((item, arriving))
    }))
}
