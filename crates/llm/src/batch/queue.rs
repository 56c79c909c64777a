//! The model that hands its requests in as batches: every request waits here until all workers wait, and then they
//! are sent together.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tokio::sync::{Notify, oneshot};

use super::client::BatchClient;
use crate::{Dialect, EventStream, Failure, Model, Provider, Request};

/// Something happened to the batches of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchEvent {
    /// Requests were handed in.
    Submitted {
        /// How many.
        n_requests: usize,
    },
    /// A batch is waited for that an earlier process handed in.
    Found {
        /// How many requests it has.
        n_requests: usize,
        /// When it was handed in, in milliseconds since 1970.
        submitted_ms: i64,
    },
    /// A batch is over.
    Ended {
        /// How many requests it had.
        n_requests: usize,
        /// How many of them were answered.
        n_answered: usize,
    },
}

/// A model whose requests are handed in together and answered later. Somebody has to run [`BatchQueue::serve`] beside
/// those who ask.
pub struct BatchQueue {
    pub(super) client: BatchClient,
    pub(super) poll_every: Duration,
    pub(super) changed: Notify,
    state: Mutex<State>,
    next_ticket: AtomicU64,
}

/// Who waits, and what they were answered.
#[derive(Default)]
pub(super) struct State {
    /// Workers that may ask; a batch is handed in when all of them wait.
    n_participants: usize,
    pub(super) waiting: Vec<WaitingRequest>,
    /// The batch each key was last answered from in this process. Who asks again wants another answer.
    pub(super) answered: HashMap<String, String>,
}

/// What a service answered, in its own words, or why it did not.
type RawAnswer = Result<(Dialect, Value), Failure>;

/// A request that waits for its answer.
pub(super) struct WaitingRequest {
    ticket: u64,
    pub(super) key: String,
    pub(super) request: Request,
    pub(super) sender: Option<oneshot::Sender<RawAnswer>>,
}

/// A worker that may ask. While it does neither ask nor wait, no batch is handed in.
pub struct BatchParticipant(Arc<BatchQueue>);

impl BatchQueue {
    /// A queue for one model with one key; sends nothing.
    pub(crate) fn new(provider: Provider, poll_every: Duration) -> Arc<Self> {
        Arc::new(Self {
            client: BatchClient { provider },
            poll_every,
            changed: Notify::new(),
            state: Mutex::default(),
            next_ticket: AtomicU64::new(0),
        })
    }

    /// Takes part until the participant is dropped.
    pub fn join(self: &Arc<Self>) -> BatchParticipant {
        self.lock().n_participants += 1;
        BatchParticipant(Arc::clone(self))
    }

    /// Whether everybody who may ask is waiting.
    pub(super) fn is_gathered(&self) -> bool {
        let state = self.lock();
        !state.waiting.is_empty() && state.waiting.len() >= state.n_participants
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, request: &Request) -> (Ticket<'_>, oneshot::Receiver<RawAnswer>) {
        let (sender, receiver) = oneshot::channel();
        let ticket = self.next_ticket.fetch_add(1, Ordering::Relaxed);
        let key = request.key.as_deref().map_or_else(|| format!("once-{ticket}"), str::to_owned);
        let waiting = WaitingRequest { ticket, key, request: request.clone(), sender: Some(sender) };
        self.lock().waiting.push(waiting);
        self.changed.notify_one();
        (Ticket { queue: self, ticket }, receiver)
    }
}

impl Drop for BatchParticipant {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.n_participants = state.n_participants.saturating_sub(1);
        drop(state);
        self.0.changed.notify_one();
    }
}

/// Takes a request out of the queue when nobody waits for it any more.
struct Ticket<'a> {
    queue: &'a BatchQueue,
    ticket: u64,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.queue.lock().waiting.retain(|waiting| waiting.ticket != self.ticket);
        self.queue.changed.notify_one();
    }
}

#[async_trait]
impl Model for BatchQueue {
    fn name(&self) -> &str {
        self.client.provider.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let (ticket, receiver) = self.enter(request);
        let cancelled = || Failure::Cancelled { service: self.client.provider.service().to_owned() };
        let answered = receiver.await.map_err(|_| cancelled())?;
        drop(ticket);
        let (dialect, reply) = answered?;
        Ok(self.client.provider.arrived(request, dialect, reply.to_string().as_bytes()))
    }
}
