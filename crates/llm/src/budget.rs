//! What a run may spend, shared by everything that spends: refused before sending, not regretted after.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::estimate::estimate_request;
use crate::{Failure, KeyShares, Money, Price, Request, Usage};

/// What was used up so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens by kind.
    pub usage: Usage,
    /// Money, as far as prices are known.
    pub money: Money,
    /// Requests that were answered at least in part.
    pub n_requests: u64,
    /// Of those, how many were estimated because the provider told no usage.
    pub n_estimated: u64,
}

/// The most a run may use up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BudgetLimit {
    /// Tokens, in and out.
    pub tokens: Option<u64>,
    /// Money.
    pub money: Option<Money>,
}

/// Where a budget takes its money from, if others take from there too.
#[async_trait]
pub trait BudgetSource: fmt::Debug + Send + Sync {
    /// Asked before every request, with what is spent and reserved so far, that request included. It is sent only if this
    /// does not fail.
    async fn cover(&self, spent: Money, reserved: Money) -> Result<(), Failure>;

    /// Whether there is a limit just now.
    fn is_limited(&self) -> bool;
}

/// A budget. Share it with `Arc`.
#[derive(Debug)]
pub struct Budget {
    limit: BudgetLimit,
    /// Given when a session begins, after the models that spend from this budget were opened.
    allowance: Mutex<Option<Arc<dyn BudgetSource>>>,
    key_shares: KeyShares,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    spent: Spent,
    /// Beyond this nothing is sent until a person has agreed; nobody has set it as a limit.
    pause: BudgetLimit,
    /// Whether the last request that was refused was refused for that.
    is_paused: bool,
    reserved_tokens: u64,
    reserved_money: Money,
}

impl Budget {
    /// A fresh budget.
    pub fn new(limit: BudgetLimit) -> Arc<Self> {
        Self::resuming(limit, Spent::default())
    }

    /// A budget of which a part was spent before, as when a run is resumed.
    pub fn resuming(limit: BudgetLimit, spent: Spent) -> Arc<Self> {
        Arc::new(Self {
            limit,
            allowance: Mutex::new(None),
            key_shares: KeyShares::default(),
            state: Mutex::new(State { spent, ..State::default() }),
        })
    }

    /// From now on every request is asked for here as well, and nowhere else.
    pub fn take_from(&self, allowance: Arc<dyn BudgetSource>) {
        *self.allowance.lock().unwrap_or_else(PoisonError::into_inner) = Some(allowance);
    }

    fn allowance(&self) -> Option<Arc<dyn BudgetSource>> {
        self.allowance.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The keys that requests on this budget are sent with, where a key has a limit by the minute.
    pub const fn key_shares(&self) -> &KeyShares {
        &self.key_shares
    }

    /// From here on requests are refused that could bring what is spent above this, as if it were a limit. It is taken back
    /// by a default one.
    pub fn pause_at(&self, pause: BudgetLimit) {
        let mut state = self.lock();
        state.pause = pause;
        state.is_paused = false;
    }

    /// Whether the last request was refused for that.
    pub fn is_paused(&self) -> bool {
        self.lock().is_paused
    }

    /// Whether money is limited, so that every model needs a price.
    pub fn is_limited_in_money(&self) -> bool {
        self.limit.money.is_some() || self.allowance().is_some_and(|allowance| allowance.is_limited())
    }

    /// What was spent so far; reservations are not counted.
    pub fn spent(&self) -> Spent {
        self.lock().spent
    }

    /// What is set aside for requests under way: tokens and money.
    pub fn reserved(&self) -> (u64, Money) {
        let state = self.lock();
        (state.reserved_tokens, state.reserved_money)
    }

    /// Whether the most a request can cost is still there.
    pub fn has_room_for(self: &Arc<Self>, request: &Request, price: Option<Price>) -> bool {
        let (most, money) = most_of(request, price.unwrap_or_default());
        self.reserve(most.total(), money).is_ok()
    }

    /// Sets aside the most a request can cost, here and where the money comes from, or refuses.
    pub(crate) async fn reserve_covered(
        self: &Arc<Self>,
        tokens: u64,
        money: Money,
    ) -> Result<Reservation, Failure> {
        let reservation = self.reserve(tokens, money)?;
        if let Some(allowance) = self.allowance() {
            let (spent, reserved) = {
                let state = self.lock();
                (state.spent.money, state.reserved_money)
            };
            allowance.cover(spent, reserved).await?;
        }
        Ok(reservation)
    }

    /// Whether there is ample room for a request that can cost this much: one alone must not keep others waiting.
    pub(crate) fn has_ample_room(&self, tokens: u64, money: Money) -> bool {
        if self.allowance().is_some_and(|allowance| allowance.is_limited()) {
            return false;
        }
        let state = self.lock();
        let (all_tokens, all_money) =
            state.with(tokens.saturating_mul(REQUESTS_AT_ONCE), money.times(REQUESTS_AT_ONCE));
        let is_within = |limit: BudgetLimit| {
            limit.tokens.is_none_or(|limit| all_tokens <= limit)
                && limit.money.is_none_or(|limit| all_money <= limit)
        };
        is_within(self.limit) && is_within(state.pause)
    }

    /// Sets aside the most a request can cost, or refuses.
    pub(crate) fn reserve(self: &Arc<Self>, tokens: u64, money: Money) -> Result<Reservation, Failure> {
        let mut state = self.lock();
        let (all_tokens, all_money) = state.with(tokens, money);
        if let Some(limit) = self.limit.tokens.filter(|limit| all_tokens > *limit) {
            let spent = state.spent.usage.total();
            let detail = format!(
                "{spent} of {limit} tokens are spent, {} are promised to requests under way, and this one may need {tokens}",
                state.reserved_tokens
            );
            return Err(Failure::Budget { detail });
        }
        if let Some(limit) = self.limit.money.filter(|limit| all_money > *limit) {
            let detail = format!(
                "{} of {limit} is spent, {} is promised to requests under way, and this one may need {money}",
                state.spent.money, state.reserved_money
            );
            return Err(Failure::Budget { detail });
        }
        let pause = state.pause;
        state.is_paused = pause.tokens.is_some_and(|pause| all_tokens > pause)
            || pause.money.is_some_and(|pause| all_money > pause);
        if state.is_paused {
            return Err(Failure::Budget {
                detail: String::from("this is much more than the run was to take"),
            });
        }
        state.reserved_tokens = state.reserved_tokens.saturating_add(tokens);
        state.reserved_money += money;
        Ok(Reservation { budget: Arc::clone(self), tokens, money })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What is spent and reserved, and this.
    fn with(&self, tokens: u64, money: Money) -> (u64, Money) {
        let all_tokens = self.spent.usage.total().saturating_add(self.reserved_tokens).saturating_add(tokens);
        (all_tokens, self.spent.money + self.reserved_money + money)
    }
}

/// As many requests as this must fit before one gets room to think.
const REQUESTS_AT_ONCE: u64 = 4;
/// The limit on the output of a request that names none.
const USUAL_OUTPUT: u64 = 8192;

/// The most a request can use up and cost.
pub(crate) fn most_of(request: &Request, price: Price) -> (Usage, Money) {
    let output = request.max_output_tokens.map_or(USUAL_OUTPUT, u64::from);
    let most = Usage { input: estimate_request(request), output, ..Usage::default() };
    (most, price.most_for(&most))
}

/// Tokens and money set aside for one request; given back when dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: Arc<Budget>,
    tokens: u64,
    money: Money,
}

impl Reservation {
    /// Books what the request really cost; the rest of the reservation is given back.
    pub(crate) fn book(self, usage: Usage, money: Money, was_estimated: bool) {
        let mut state = self.budget.lock();
        state.spent.usage += usage;
        state.spent.money += money;
        state.spent.n_requests += 1;
        state.spent.n_estimated += u64::from(was_estimated);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut state = self.budget.lock();
        state.reserved_tokens = state.reserved_tokens.saturating_sub(self.tokens);
        state.reserved_money = state.reserved_money - self.money;
    }
}
