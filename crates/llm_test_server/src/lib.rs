//! An HTTP server on loopback for tests: answers in every dialect from one script and fails in every way
//! providers fail. A crate of its own, so that `llm` is compiled once and not once per feature set.

mod batch;
mod connection;
mod errors;
mod fault;
mod in_process;
mod prompt_filter;
mod request;
mod response;
mod strict;
mod wire;
mod writer;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use llm::{Dialect, ScriptedReply};

pub use batch::{BatchAnswers, BatchFate, Batches, is_about_batches};
pub use fault::{RefusalKind, WireFault};
pub use in_process::{WirePiece, WireReply};
pub use prompt_filter::{PromptFilter, Refusing};
pub use strict::Service;
pub use writer::Slip;

/// What the server does, request by request.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// One per request, in the order of their arrival.
    pub turns: Vec<Turn>,
    /// For every request after the last turn; without it such requests get status 500.
    pub then: Option<Turn>,
}

/// What the server does with one request.
#[derive(Debug, Clone)]
pub struct Turn {
    /// What it says.
    pub part: Part,
    /// What goes wrong.
    pub fault: WireFault,
}

/// What the server says.
#[derive(Debug, Clone)]
pub enum Part {
    /// This.
    Reply(Box<ScriptedReply>),
    /// Whatever the rehearsing model says to the request: plays the whole agent protocol well.
    Agent,
    /// What a model says that only writes text: prose where it has tools, and numbered lines where it is asked for them.
    Writer(Slip),
    /// The same, but of each paragraph it submits only the first sentence, so that a check asks for a review.
    Careless,
    /// The same, but it submits at most so many paragraphs a call, and says nothing else in that reply.
    InBatches(usize),
    /// Nothing: it thinks until its limit ends it.
    Runaway,
}

impl Turn {
    /// Says this, and nothing goes wrong.
    pub fn reply(reply: ScriptedReply) -> Self {
        Self { part: Part::Reply(Box::new(reply)), fault: WireFault::Nothing }
    }

    /// Plays the agent protocol, and nothing goes wrong.
    pub fn agent() -> Self {
        Self { part: Part::Agent, fault: WireFault::Nothing }
    }

    /// Plays the agent protocol, submitting at most so many paragraphs a call.
    pub fn in_batches(n: usize) -> Self {
        Self { part: Part::InBatches(n), fault: WireFault::Nothing }
    }

    /// Plays a model that only writes text, with this habit.
    pub fn writer(slip: Slip) -> Self {
        Self { part: Part::Writer(slip), fault: WireFault::Nothing }
    }

    /// The same, with something going wrong.
    #[must_use]
    pub fn with(mut self, fault: WireFault) -> Self {
        self.fault = fault;
        self
    }
}

impl Plan {
    /// Plays the agent protocol for ever.
    pub fn agent() -> Self {
        Self { turns: Vec::new(), then: Some(Turn::agent()) }
    }

    /// Plays a model that only writes text for ever, with this habit.
    pub fn writer(slip: Slip) -> Self {
        Self { turns: Vec::new(), then: Some(Turn::writer(slip)) }
    }

    /// Says these, in order, and then fails.
    pub fn turns(turns: impl IntoIterator<Item = Turn>) -> Self {
        Self { turns: turns.into_iter().collect(), then: None }
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub struct SeenRequest {
    /// The language it was in, told by its path.
    pub dialect: Dialect,
    /// The path, with its query.
    pub path: String,
    /// The headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

/// A server that is running until it is dropped.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    shared: Arc<ServerState>,
    task: JoinHandle<()>,
}

impl TestServer {
    /// Starts a server on a free port of 127.0.0.1.
    pub async fn start(plan: Plan) -> std::io::Result<Self> {
        Self::serve(plan, None).await
    }

    /// Starts a server that refuses what this service refuses. Refused requests use up no turn of the plan.
    pub async fn start_as(service: Service, plan: Plan) -> std::io::Result<Self> {
        Self::serve(plan, Some(service)).await
    }

    async fn serve(plan: Plan, service: Option<Service>) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(ServerState {
            plan,
            service,
            seen: Mutex::new(Vec::new()),
            refused: Mutex::new(Vec::new()),
            counts: watch::Sender::new(Counts::default()),
            batches: Batches::default(),
            filter: Mutex::default(),
        });
        let task = tokio::spawn(connection::accept(listener, Arc::clone(&shared)));
        Ok(Self { address, shared, task })
    }

    /// The base URL to configure for a dialect.
    pub fn base_url(&self, dialect: Dialect) -> String {
        let version = match dialect {
            Dialect::OpenaiChat | Dialect::OpenaiResponses => "/v1",
            Dialect::Gemini => "/v1beta",
            Dialect::Anthropic | Dialect::Ollama => "",
        };
        format!("http://{}{version}", self.address)
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.shared.lock().clone()
    }

    /// How many requests there were so far.
    pub fn n_requests(&self) -> usize {
        self.shared.lock().len()
    }

    /// The explanations of every refusal of a strict service so far.
    pub fn refusals(&self) -> Vec<String> {
        self.shared.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on prompts are refused that hold certain texts.
    pub fn refuse_prompts(&self, filter: PromptFilter) {
        *self.shared.filter.lock().unwrap_or_else(PoisonError::into_inner) = Some(filter);
    }

    /// What becomes of the batches, in the order of their handing in; after the last one they are answered.
    pub fn set_batch_fates(&self, fates: &[BatchFate]) {
        self.shared.batches.set_fates(fates);
    }

    /// How many requests each batch had, in the order of their handing in.
    pub fn batch_sizes(&self) -> Vec<usize> {
        self.shared.batches.sizes()
    }

    /// Lets every batch that never gets done be answered from now on.
    pub fn release_batches(&self) {
        self.shared.batches.release();
    }

    /// How many connections were opened so far.
    pub fn n_connections(&self) -> usize {
        self.shared.counts.borrow().n_connections
    }

    /// Waits until so many clients have hung up in the middle of a reply.
    pub async fn hung_up(&self, n_clients: usize) {
        let mut counts = self.shared.counts.subscribe();
        // The sender lives in `self`, so waiting ends only by the condition.
        let _counted = counts.wait_for(|counts| counts.n_hung_up >= n_clients).await;
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Debug)]
struct ServerState {
    plan: Plan,
    service: Option<Service>,
    seen: Mutex<Vec<SeenRequest>>,
    /// The explanations of what was refused.
    refused: Mutex<Vec<String>>,
    counts: watch::Sender<Counts>,
    batches: Batches,
    filter: Mutex<Option<PromptFilter>>,
}

#[derive(Debug, Default)]
struct Counts {
    n_connections: usize,
    n_hung_up: usize,
}

impl ServerState {
    fn lock(&self) -> MutexGuard<'_, Vec<SeenRequest>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The status and body a strict service refuses a request with.
    fn refusal(&self, seen: &SeenRequest) -> Option<(u16, String)> {
        let filter = self.filter(seen);
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let by_filter = filter.and_then(|filter| match filter.how {
            Refusing::WithStatus(status, words) => Some((status, words.to_owned())),
            Refusing::InWords(_) => None,
        });
        let (status, message) = by_filter.or_else(|| self.service?.refusal(seen, &refused))?;
        let body = errors::explained(seen.dialect, status, &message);
        refused.push(message);
        Some((status, body))
    }

    /// The filter, where it refuses this request.
    fn filter(&self, seen: &SeenRequest) -> Option<PromptFilter> {
        let filter = self.filter.lock().unwrap_or_else(PoisonError::into_inner).clone();
        filter.filter(|filter| filter.refuses(seen))
    }

    /// Notes a request and says what to do with it.
    fn next_turn(&self, seen: SeenRequest) -> Option<Turn> {
        let mut all = self.lock();
        let position = all.len();
        all.push(seen);
        self.plan.turns.get(position).cloned().or_else(|| self.plan.then.clone())
    }
}
