//! How many requests run at once: a little more after each success, half after each sign of strain.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Failure;

/// A first piece that comes this many times later than usual is a sign of strain.
const STRAINED: u32 = 4;

/// Lets a changing number of requests through.
#[derive(Debug)]
pub(super) struct Gate {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    limit: f64,
    max: f64,
    n_inside: u32,
    /// Requests that entered before it tell nothing about the limit set at it.
    lowered_at: Option<Instant>,
    /// The usual time to the first piece.
    usual: Option<Duration>,
}

impl Gate {
    pub(super) fn new(start: u32, max: u32) -> Self {
        let max = f64::from(max.max(1));
        let limit = f64::from(start.max(1)).min(max);
        let state = State { limit, max, n_inside: 0, lowered_at: None, usual: None };
        Self { state: Mutex::new(state), changed: Notify::new() }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the limit lies between 1 and a maximum that was a `u32`"
    )]
    pub(super) fn limit(&self) -> u32 {
        self.lock().limit.floor() as u32
    }

    /// Waits until there is room, and takes it.
    pub(super) async fn enter(gate: &Arc<Self>) -> Permit {
        loop {
            let mut changed = std::pin::pin!(gate.changed.notified());
            changed.as_mut().enable();
            {
                let mut state = gate.lock();
                if f64::from(state.n_inside) + 1.0 <= state.limit.max(1.0) {
                    state.n_inside += 1;
                    return Permit { gate: Arc::clone(gate), entered: Instant::now(), first: None };
                }
            }
            changed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Room for one request, given back when dropped.
#[derive(Debug)]
pub(super) struct Permit {
    gate: Arc<Gate>,
    entered: Instant,
    first: Option<Duration>,
}

impl Permit {
    /// The first piece came.
    pub(super) fn begun(&mut self) {
        self.first.get_or_insert_with(|| self.entered.elapsed());
    }

    pub(super) fn succeeded(self) {
        let mut state = self.gate.lock();
        let first = self.first.unwrap_or_default();
        let usual = *state.usual.get_or_insert(first);
        state.usual = Some((usual * 7 + first) / 8);
        if first > usual * STRAINED && first > Duration::from_secs(1) {
            state.lower(self.entered, 0.9);
        } else {
            state.limit = (state.limit + 1.0 / state.limit).min(state.max);
        }
    }

    pub(super) fn failed(self, failure: &Failure) {
        let strained =
            matches!(failure, Failure::RateLimited { .. } | Failure::Timeout { .. } | Failure::Server { .. });
        if strained {
            self.gate.lock().lower(self.entered, 0.5);
        }
    }
}

impl State {
    fn lower(&mut self, entered: Instant, factor: f64) {
        if self.lowered_at.is_none_or(|lowered| entered > lowered) {
            self.limit = (self.limit * factor).max(1.0);
            self.lowered_at = Some(Instant::now());
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.gate.lock();
        state.n_inside = state.n_inside.saturating_sub(1);
        drop(state);
        self.gate.changed.notify_waiters();
    }
}
