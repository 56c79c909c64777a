//! What a reply has cost, for a caller that must know it also when the reply breaks off or is dropped. Whoever adds up the
//! events of a reply comes to the same sum as the budget it is paid from.

use crate::estimate::{estimate_request, estimate_tokens};
use crate::{Event, Failure, Model, Reply, Request, Usage, collect_watching};

/// Counts one request with all its attempts, from the events of its reply.
#[derive(Debug, Default)]
pub struct ReplyMeter {
    /// What the provider told of the attempt under way.
    told: Usage,
    /// What attempts cost that were given up.
    abandoned: Usage,
    /// Output of the attempt under way, estimated.
    n_output: u64,
    /// Whether anything of the attempt under way has arrived: from then on it is paid for, also before its first word.
    has_begun: bool,
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
        match event {
            // Told between two attempts, by whoever makes them.
            Event::Waiting { .. } => return,
            Event::Restarted { .. } => {
                *self = Self { abandoned: self.abandoned + self.told, ..Self::default() };
                return;
            }
            Event::Text { delta } | Event::Reasoning { delta } | Event::ToolCallArguments { delta, .. } => {
                self.n_output += estimate_tokens(delta);
            }
            Event::Usage { usage } => self.told = *usage,
            Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Reading { .. }
            | Event::Stop { .. } => {}
        }
        self.has_begun = true;
    }

    /// What the request has cost so far: as its provider told, or else as far as it was seen. No more output is estimated
    /// than the request allowed.
    pub fn spent(&self, request: &Request) -> Usage {
        if self.told.total() > 0 || !self.has_begun {
            return self.abandoned + self.told;
        }
        let most = request.max_output_tokens.map_or(u64::MAX, u64::from);
        let (input, output) = (estimate_request(request), self.n_output.min(most));
        self.abandoned + Usage { input, output, ..Usage::default() }
    }
}
