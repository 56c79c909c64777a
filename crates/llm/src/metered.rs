//! A model around a model that counts what is spent, and refuses to spend more than is allowed.

use std::sync::Arc;

use async_trait::async_trait;

use crate::budget::{Reservation, most_of};
use crate::estimate::estimate_tokens;
use crate::observed::{EndReason, Forward, StreamObserver, observe};
use crate::{Budget, Event, EventStream, Failure, Model, Price, Request, Usage};

/// Books every attempt on a budget. Put it *inside* retrying: each attempt is paid for, and a broken
/// one too.
pub struct Metered {
    inner: Arc<dyn Model>,
    budget: Arc<Budget>,
    /// Unknown for models without a price, whose tokens still count.
    price: Option<Price>,
}

impl Metered {
    /// Wraps a model.
    pub fn new(inner: Arc<dyn Model>, budget: Arc<Budget>, price: Option<Price>) -> Self {
        Self { inner, budget, price }
    }
}

#[async_trait]
impl Model for Metered {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let price = self.price.unwrap_or_default();
        let (most, money) = most_of(request, price);
        let reservation = self.budget.reserve_covered(most.total(), money).await?;
        // Under a limit, no more may be written than was set aside for.
        let sets_limit = self.budget.is_limited() && request.max_output_tokens.is_none();
        let events = if sets_limit {
            let limit = u32::try_from(most.output).ok();
            self.inner.stream(&Request { max_output_tokens: limit, ..request.clone() }).await?
        } else {
            self.inner.stream(request).await?
        };
        let is_limited = sets_limit || request.max_output_tokens.is_some();
        let meter = Meter {
            reservation: Some(reservation),
            price,
            estimated_input: most.input,
            most_output: if is_limited { most.output } else { u64::MAX },
            n_output: 0,
            told: None,
            abandoned: Usage::default(),
            has_begun: false,
        };
        Ok(observe(events, meter))
    }
}

/// Counts one attempt.
struct Meter {
    reservation: Option<Reservation>,
    price: Price,
    estimated_input: u64,
    /// The most that may be written.
    most_output: u64,
    /// Output seen so far, estimated.
    n_output: u64,
    /// What the provider told.
    told: Option<Usage>,
    /// What attempts inside this one cost that were given up.
    abandoned: Usage,
    has_begun: bool,
}

impl Meter {
    fn usage(&self) -> Usage {
        // An estimate is rounded up at every piece; what was set aside is never passed by it.
        let output = self.n_output.min(self.most_output);
        self.told.unwrap_or(Usage { input: self.estimated_input, output, ..Usage::default() })
    }
}

impl StreamObserver for Meter {
    fn event(&mut self, event: Event) -> Forward {
        self.has_begun = true;
        match &event {
            Event::Text { delta } | Event::Reasoning { delta } | Event::ToolCallArguments { delta, .. } => {
                self.n_output += estimate_tokens(delta);
            }
            Event::Usage { usage } => self.told = (usage.total() > 0).then_some(*usage),
            // A provider that tells no usage still has to be paid: the estimate stands in for it.
            Event::Stop { .. } if self.told.is_none() => {
                return Forward::Several(vec![Event::Usage { usage: self.usage() }, event]);
            }
            Event::Restarted { .. } => {
                self.abandoned += self.usage();
                self.told = None;
                self.n_output = 0;
            }
            Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Reading { .. }
            | Event::Waiting { .. }
            | Event::Stop { .. } => {}
        }
        Forward::One(event)
    }

    fn failing(&mut self) -> Vec<Event> {
        // What broke off was paid for too, and whoever adds up the events must come to the same sum.
        let is_untold = self.has_begun && self.told.is_none();
        if is_untold { vec![Event::Usage { usage: self.usage() }] } else { Vec::new() }
    }

    fn ended(&mut self, _how: EndReason<'_>) {
        // Whatever began to arrive was paid for, whether it arrived whole, broke off or was dropped.
        if let (Some(reservation), true) = (self.reservation.take(), self.has_begun) {
            let usage = self.abandoned + self.usage();
            reservation.book(usage, self.price.cost_of(&usage), self.told.is_none());
        }
    }
}
