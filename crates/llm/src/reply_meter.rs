//! What a reply has cost, for a caller that must know it also when the reply breaks off or is dropped. Whoever adds up the
//! events of a reply comes to the same sum as the budget it is paid from.

use crate::estimate::{estimate_request, estimate_tokens};
use crate::{Event, Failure, Model, Reply, Request, Usage, collect_watching};

/// Counts one request with all its attempts, from the events of its reply.
#[derive(Debug, Default)]
pub struct ReplyMeter {
    attempt: AttemptMeter,
    /// What attempts cost that were given up.
    abandoned: Usage,
}

/// Counts one attempt at a reply.
#[derive(Debug, Default)]
pub(crate) struct AttemptMeter {
    /// What the provider told last.
    told: Option<Usage>,
    /// Output seen so far, estimated.
    n_output: u64,
    /// How much of it was seen when the provider told: what came since is not in its count.
    n_counted: u64,
    /// Whether anything has arrived: from then on it is paid for, also before its first word.
    has_begun: bool,
}

impl AttemptMeter {
    pub(crate) fn on_event(&mut self, event: &Event) {
        match event {
            // Told between two attempts, by whoever makes them.
            Event::Waiting { .. } => return,
            Event::Text { delta } | Event::Reasoning { delta } | Event::ToolCallArguments { delta, .. } => {
                self.n_output += estimate_tokens(delta);
            }
            Event::Usage { usage } if usage.total() > 0 => {
                self.told = Some(*usage);
                self.n_counted = self.n_output;
            }
            // A whole reply costs what the provider told of it, in whatever order it told.
            Event::Stop { .. } => self.n_counted = self.n_output,
            Event::Usage { .. }
            | Event::Restarted { .. }
            | Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Reading { .. } => {}
        }
        self.has_begun = true;
    }

    /// Whether anything has arrived.
    pub(crate) const fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether the provider told anything of what it costs.
    pub(crate) const fn has_told(&self) -> bool {
        self.told.is_some()
    }

    /// Whether the provider told what all of it costs.
    pub(crate) const fn is_told(&self) -> bool {
        self.told.is_some() && self.n_counted == self.n_output
    }

    /// What was used so far: as the provider told, and as far as it was seen beyond that. `most` is what the request can use
    /// up; no estimate of output is larger.
    pub(crate) fn usage(&self, most: &Usage) -> Usage {
        if !self.has_begun {
            return Usage::default();
        }
        let Some(told) = self.told else {
            return Usage { input: most.input, output: self.n_output.min(most.output), ..Usage::default() };
        };
        let uncounted = self.n_output.saturating_sub(self.n_counted);
        Usage { output: told.output.max((told.output + uncounted).min(most.output)), ..told }
    }
}

/// Asks, and waits for the whole reply. What it cost is told also where it failed.
pub async fn complete_metered(model: &dyn Model, request: &Request) -> (Result<Reply, Failure>, Usage) {
    let mut meter = ReplyMeter::default();
    let replied = match model.stream(request).await {
        Ok(events) => collect_watching(events, |event| meter.on_event(event)).await,
        Err(failure) => Err(failure),
    };
    let spent = replied.as_ref().map_or_else(|_failure| meter.spent(request), |reply| reply.usage);
    (replied, spent)
}

impl ReplyMeter {
    /// Takes the next event of the reply.
    pub fn on_event(&mut self, event: &Event) {
        if matches!(event, Event::Restarted { .. }) {
            // What a broken attempt cost was told when it broke.
            self.abandoned += std::mem::take(&mut self.attempt).told.unwrap_or_default();
        } else {
            self.attempt.on_event(event);
        }
    }

    /// What the request has cost so far: as its provider told, or else as far as it was seen. No more output is estimated
    /// than the request allowed.
    pub fn spent(&self, request: &Request) -> Usage {
        let output = request.max_output_tokens.map_or(u64::MAX, u64::from);
        let most = Usage { input: estimate_request(request), output, ..Usage::default() };
        self.abandoned + self.attempt.usage(&most)
    }
}
