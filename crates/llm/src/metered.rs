//! A model around a model that counts what is spent, and refuses to spend more than is allowed.

use std::sync::Arc;

use async_trait::async_trait;

use crate::budget::{Reservation, most_of};
use crate::observed::{EndReason, Forward, StreamObserver, observe};
use crate::reply_meter::AttemptMeter;
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
        let (mut most, mut money) = most_of(request, price);
        if let Some(least) =
            request.least_output_tokens.filter(|_| !self.budget.has_ample_room(most.total(), money))
        {
            (most, money) = most_of(&Request { max_output_tokens: Some(least), ..request.clone() }, price);
        }
        let reservation = self.budget.reserve_covered(most.total(), money).await?;
        // No more may be written than was set aside for.
        let limit = u32::try_from(most.output).ok();
        let events = if limit == request.max_output_tokens {
            self.inner.stream(request).await?
        } else {
            self.inner.stream(&Request { max_output_tokens: limit, ..request.clone() }).await?
        };
        let meter = Meter {
            reservation: Some(reservation),
            price,
            most,
            attempt: AttemptMeter::default(),
            abandoned: Usage::default(),
        };
        Ok(observe(events, meter))
    }
}

/// Counts one attempt.
struct Meter {
    reservation: Option<Reservation>,
    price: Price,
    /// The most it can use up; an estimate is rounded up at every piece and never passes what was set aside.
    most: Usage,
    attempt: AttemptMeter,
    /// What attempts inside this one cost that were given up.
    abandoned: Usage,
}

impl StreamObserver for Meter {
    fn event(&mut self, event: Event) -> Forward {
        if matches!(event, Event::Restarted { .. }) {
            self.abandoned += std::mem::take(&mut self.attempt).usage(&self.most);
        }
        // A provider that tells no usage still has to be paid: the estimate stands in for it.
        let is_untold = matches!(event, Event::Stop { .. }) && !self.attempt.has_told();
        self.attempt.on_event(&event);
        if is_untold {
            let usage = self.attempt.usage(&self.most);
            return Forward::Several(vec![Event::Usage { usage }, event]);
        }
        Forward::One(event)
    }

    fn failing(&mut self) -> Vec<Event> {
        // What broke off was paid for too, and whoever adds up the events must come to the same sum.
        let is_untold = self.attempt.has_begun() && !self.attempt.is_told();
        if is_untold { vec![Event::Usage { usage: self.attempt.usage(&self.most) }] } else { Vec::new() }
    }

    fn ended(&mut self, _how: EndReason<'_>) {
        // Whatever began to arrive was paid for, whether it arrived whole, broke off or was dropped.
        if let (Some(reservation), true) = (self.reservation.take(), self.attempt.has_begun()) {
            let usage = self.abandoned + self.attempt.usage(&self.most);
            reservation.book(usage, self.price.cost_of(&usage), !self.attempt.is_told());
        }
    }
}
