//! What a run may spend, shared by everything that spends: refused before sending, not regretted after.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::estimate::estimate_request;
use crate::{Failure, Money, Price, Request, Usage};

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

/// A budget. Share it with `Arc`.
#[derive(Debug)]
pub struct Budget {
    limit: BudgetLimit,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    spent: Spent,
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
        Arc::new(Self { limit, state: Mutex::new(State { spent, ..State::default() }) })
    }

    /// Whether anything limits what may be spent.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit != BudgetLimit::default()
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

    /// Sets aside the most a request can cost, or refuses.
    pub(crate) fn reserve(self: &Arc<Self>, tokens: u64, money: Money) -> Result<Reservation, Failure> {
        let mut state = self.lock();
        let all_tokens =
            state.spent.usage.total().saturating_add(state.reserved_tokens).saturating_add(tokens);
        let all_money = state.spent.money + state.reserved_money + money;
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
        state.reserved_tokens = state.reserved_tokens.saturating_add(tokens);
        state.reserved_money += money;
        Ok(Reservation { budget: Arc::clone(self), tokens, money })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The output to set aside for when a request names no limit.
const USUAL_OUTPUT: u64 = 8192;

/// The most a request can use up and cost.
pub(crate) fn most_of(request: &Request, price: Price) -> (Usage, Money) {
    let output = request.max_output_tokens.map_or(USUAL_OUTPUT, u64::from);
    let most = Usage { input: estimate_request(request), output, ..Usage::default() };
    (most, price.of(&most))
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
