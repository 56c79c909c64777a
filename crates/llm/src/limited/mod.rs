//! A model around one or several that keeps within what the service allows: requests and tokens per
//! minute, a number of requests at once that adapts, and several keys in rotation.

mod bucket;
mod gate;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::{Instant, sleep_until};

use crate::estimate::estimate_request;
use crate::observed::{EndReason, Forward, StreamObserver, observe};
use crate::{Event, EventStream, Failure, KeyShare, Model, ModelSettings, Request, Usage};

use bucket::Bucket;
use gate::{Gate, Permit};

/// How long a key rests after a rate limit that named no time.
const DEFAULT_REST: Duration = Duration::from_secs(5);
/// No key rests longer without being asked again: the service may have changed its mind.
const LONGEST_REST: Duration = Duration::from_mins(1);

/// What the service allows, per key where it counts per key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Requests per minute and key.
    pub requests_per_minute: Option<u32>,
    /// Tokens per minute and key, in and out.
    pub tokens_per_minute: Option<u64>,
    /// Requests at once to begin with, over all keys; it moves between 1 and `max_concurrency`.
    pub start_concurrency: u32,
    /// Never more requests at once than this.
    pub max_concurrency: u32,
}

impl Limits {
    /// The same limits with what a person set for the model; never more at once than the run allows.
    pub(crate) fn narrowed(&self, settings: &ModelSettings) -> Self {
        let max_concurrency = settings
            .concurrency
            .map_or(self.max_concurrency, |most| most.clamp(1, self.max_concurrency.max(1)));
        Self {
            requests_per_minute: settings.requests_per_minute.or(self.requests_per_minute),
            tokens_per_minute: settings.tokens_per_minute.or(self.tokens_per_minute),
            start_concurrency: self.start_concurrency.min(max_concurrency),
            max_concurrency,
        }
    }
}

/// Keeps within limits. Each lane is the same model with another key.
pub struct Limited {
    name: String,
    lanes: Arc<[Lane]>,
    gate: Arc<Gate>,
}

struct Lane {
    model: Arc<dyn Model>,
    /// With how many others its key is shared.
    share: Arc<KeyShare>,
    state: Mutex<LaneState>,
}

struct LaneState {
    requests: Bucket,
    tokens: Bucket,
    resting_until: Option<Instant>,
    /// Why this key is of no use any more.
    dead: Option<Failure>,
}

impl Limited {
    /// One model, one key.
    pub fn new(model: Arc<dyn Model>, limits: &Limits) -> Self {
        Self::rotating(vec![model], limits)
    }

    /// The same model with several keys, used in turn.
    pub fn rotating(models: Vec<Arc<dyn Model>>, limits: &Limits) -> Self {
        Self::sharing(
            models.into_iter().map(|model| (model, Arc::new(KeyShare::for_key("")))).collect(),
            limits,
        )
    }

    /// The same with keys that other sessions use as well: each takes its part of what a key allows in a minute.
    pub(crate) fn sharing(models: Vec<(Arc<dyn Model>, Arc<KeyShare>)>, limits: &Limits) -> Self {
        let name = models.first().map(|(model, _)| model.name().to_owned()).unwrap_or_default();
        let lane = |(model, share)| {
            let requests = Bucket::per_minute(limits.requests_per_minute.map(u64::from));
            let tokens = Bucket::per_minute(limits.tokens_per_minute);
            let state = LaneState { requests, tokens, resting_until: None, dead: None };
            Lane { model, share, state: Mutex::new(state) }
        };
        let gate = Arc::new(Gate::new(limits.start_concurrency, limits.max_concurrency));
        Self { name, lanes: models.into_iter().map(lane).collect(), gate }
    }

    /// How many requests at once are allowed just now.
    pub fn concurrency(&self) -> u32 {
        self.gate.limit()
    }

    /// The lane that is free first, and when; a failure if every key is dead.
    fn choose(&self, n_tokens: u64) -> Result<(usize, Instant), Failure> {
        let now = Instant::now();
        let mut best: Option<(usize, Instant)> = None;
        let mut why = None;
        for (position, lane) in self.lanes.iter().enumerate() {
            let state = lane.lock();
            if let Some(failure) = &state.dead {
                why = Some(failure.clone());
                continue;
            }
            let free = state.free_at(now, n_tokens, lane.share.n_users());
            if best.is_none_or(|(_, soonest)| free < soonest) {
                best = Some((position, free));
            }
        }
        best.ok_or_else(|| {
            why.unwrap_or_else(|| Failure::Authentication {
                service: self.name.clone(),
                detail: String::from("there is no key to use"),
            })
        })
    }

    /// Waits for a lane and takes what the request will use of it.
    async fn take_lane(&self, n_tokens: u64) -> Result<usize, Failure> {
        loop {
            let (position, free) = self.choose(n_tokens)?;
            if free > Instant::now() {
                sleep_until(free).await;
                continue;
            }
            if let Some(lane) = self.lanes.get(position) {
                let mut state = lane.lock();
                let now = Instant::now();
                let n_users = lane.share.n_users();
                if state.free_at(now, n_tokens, n_users) <= now {
                    state.requests.take(now, 1, n_users);
                    state.tokens.take(now, n_tokens, n_users);
                    return Ok(position);
                }
            }
        }
    }
}

#[async_trait]
impl Model for Limited {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let output = request.max_output_tokens.map_or(0, u64::from);
        let n_tokens = estimate_request(request).saturating_add(output);
        let mut n_left = self.lanes.len();
        loop {
            let permit = Gate::enter(&self.gate).await;
            let position = self.take_lane(n_tokens).await?;
            let Some(lane) = self.lanes.get(position) else { continue };
            n_left = n_left.saturating_sub(1);
            match lane.model.stream(request).await {
                Ok(events) => {
                    let lanes = Arc::clone(&self.lanes);
                    let usage = Usage::default();
                    let passing = Passing { lanes, position, n_tokens, usage, permit: Some(permit) };
                    return Ok(observe(events, passing));
                }
                Err(failure) => {
                    permit.failed(&failure);
                    lane.settle(n_tokens, 0);
                    let another_may_do = lane.learn(&failure) && n_left > 0;
                    if !another_may_do {
                        return Err(failure);
                    }
                }
            }
        }
    }
}

impl Lane {
    fn lock(&self) -> std::sync::MutexGuard<'_, LaneState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts back what was taken too much, or takes what was taken too little.
    fn settle(&self, estimated: u64, actual: u64) {
        let mut state = self.lock();
        let now = Instant::now();
        let n_users = self.share.n_users();
        state.tokens.give_back(now, estimated.saturating_sub(actual), n_users);
        state.tokens.take(now, actual.saturating_sub(estimated), n_users);
    }

    /// Remembers what a failure says about this key; true if another key might fare better.
    fn learn(&self, failure: &Failure) -> bool {
        match failure {
            Failure::RateLimited { retry_after, .. } => {
                let rest = retry_after.unwrap_or(DEFAULT_REST).min(LONGEST_REST);
                self.lock().resting_until = Some(Instant::now() + rest);
                true
            }
            Failure::AddressRefused { .. } | Failure::Authentication { .. } | Failure::Quota { .. } => {
                self.lock().dead = Some(failure.clone());
                true
            }
            Failure::ContextTooLong { .. }
            | Failure::Refused { .. }
            | Failure::Rejected { .. }
            | Failure::Blocked { .. }
            | Failure::Truncated { .. }
            | Failure::Malformed { .. }
            | Failure::Degenerate { .. }
            | Failure::Network { .. }
            | Failure::NotRunning { .. }
            | Failure::Timeout { .. }
            | Failure::Server { .. }
            | Failure::Program { .. }
            | Failure::Cancelled { .. }
            | Failure::Budget { .. } => false,
        }
    }
}

impl LaneState {
    fn free_at(&self, now: Instant, n_tokens: u64, n_users: u32) -> Instant {
        let requests = self.requests.free_at(now, 1, n_users);
        let buckets = requests.max(self.tokens.free_at(now, n_tokens, n_users));
        self.resting_until.map_or(buckets, |rest| rest.max(buckets))
    }
}

/// A reply on its way through a lane.
struct Passing {
    lanes: Arc<[Lane]>,
    position: usize,
    n_tokens: u64,
    usage: Usage,
    permit: Option<Permit>,
}

impl StreamObserver for Passing {
    fn event(&mut self, event: Event) -> Forward {
        if let Some(permit) = &mut self.permit {
            permit.begun();
        }
        if let Event::Usage { usage } = &event {
            self.usage = *usage;
        }
        Forward::One(event)
    }

    fn ended(&mut self, how: EndReason<'_>) {
        let lane = self.lanes.get(self.position);
        if let (Some(lane), true) = (lane, self.usage.total() > 0) {
            lane.settle(self.n_tokens, self.usage.total());
        }
        let Some(permit) = self.permit.take() else { return };
        match how {
            EndReason::Well => permit.succeeded(),
            EndReason::Failed(failure) => {
                permit.failed(failure);
                lane.map(|lane| lane.learn(failure));
            }
            EndReason::Dropped => {}
        }
    }
}
