//! What happens at the model's end of the wire: which request fails, what is billed, and the estimate of a client that was
//! not told the bill.

use crate::doing::Doing;
use crate::fault::{CountedEvent, FaultKind};
use crate::world::{Befallen, World};

/// What is to happen to a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlannedReply {
    pub(crate) number: u64,
    pub(crate) fault: Option<FaultKind>,
}

/// Tokens in and out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tokens {
    pub(crate) input: u64,
    pub(crate) output: u64,
}

impl Tokens {
    fn plus(self, more: Self) -> Self {
        Self { input: self.input + more.input, output: self.output + more.output }
    }

    fn minus(self, less: Self) -> Self {
        Self { input: self.input - less.input, output: self.output - less.output }
    }

    /// The larger of each.
    pub(crate) fn or_more(self, other: Self) -> Self {
        Self { input: self.input.max(other.input), output: self.output.max(other.output) }
    }

    pub(crate) const fn is_within(self, most: Self) -> bool {
        self.input <= most.input && self.output <= most.output
    }
}

impl World {
    /// A request arrives at the model; nothing if the process dies instead.
    pub(crate) fn request(&self, body: &[u8]) -> Option<PlannedReply> {
        let is_streamed = self.scenario.streaming;
        self.arrived(body, |kind| {
            (is_streamed || !kind.needs_stream()) && !matches!(kind, FaultKind::Batch(_))
        })
    }

    /// A request about batches arrives; `None` if the process dies instead. The faults of a batch and the model's answers are
    /// decided when it is handed in.
    pub(crate) fn request_about_batch(&self, about: &[u8], is_handed_in: bool) -> Option<PlannedReply> {
        self.arrived(about, |kind| {
            let needs_batch = matches!(kind, FaultKind::Batch(_) | FaultKind::Lie(_));
            (is_handed_in || !needs_batch) && !kind.is_about_frames()
        })
    }

    fn arrived(&self, body: &[u8], can_come: impl Fn(FaultKind) -> bool) -> Option<PlannedReply> {
        let mut state = self.lock();
        if state.is_dead {
            return None;
        }
        state.doing = Doing::Asking;
        state.counts.requests += 1;
        let number = state.counts.requests;
        let digest = blake3::hash(body);
        state.step(&format!(
            "request of {} bytes, {}",
            body.len(),
            digest.to_hex().get(..8).unwrap_or_default()
        ));
        let digest: [u8; 32] = digest.into();
        let trouble_until = state.facts.trouble_until;
        let again = state.facts.answered.get(&digest).is_some_and(|asked| *asked > trouble_until);
        if let Some((status, n_left)) = state.burst {
            state.burst = (n_left > 1).then_some((status, n_left - 1));
            return Some(PlannedReply { number, fault: Some(FaultKind::Burst { status, n_requests: 1 }) });
        }
        let fault = state.due(CountedEvent::Requests, can_come);
        if let Some(FaultKind::Burst { status, n_requests }) = fault {
            state.burst = Some((status, n_requests));
        }
        let befallen = self.befalls(state);
        if again {
            self.violation("a paid reply is asked for again");
        }
        (befallen != Befallen::Death).then_some(PlannedReply { number, fault })
    }

    /// A piece of a reply arrives; `false` if the process dies instead.
    pub(crate) fn piece(&self, n_bytes: usize) -> bool {
        let mut state = self.lock();
        if state.is_dead {
            return false;
        }
        state.doing = Doing::Receiving;
        state.counts.pieces += 1;
        state.step(&format!("piece of {n_bytes} bytes"));
        match state.due(CountedEvent::Pieces, |_| true) {
            Some(FaultKind::Cancelled) => {
                state.cancel.cancel();
                true
            }
            Some(_) => {
                drop(state);
                self.die();
                false
            }
            None => self.befalls(state) != Befallen::Death,
        }
    }

    /// A request of a batch was answered, which is paid for from now on.
    pub(crate) fn answered_in_batch(&self, reply: &BatchedReply<'_>) {
        let digest: [u8; 32] = blake3::hash(reply.body).into();
        let mut state = self.lock();
        let trouble_until = state.facts.trouble_until;
        let facts = &mut state.facts;
        let again = facts.answered.get(&digest).is_some_and(|asked| *asked > trouble_until);
        facts.billed = facts.billed.plus(reply.usage);
        facts.at_most = facts.at_most.plus(reply.at_most);
        if reply.is_good {
            facts.answered.insert(digest, reply.number);
        }
        drop(state);
        if again {
            self.violation("a paid reply is asked for again");
        }
    }

    /// The first of a reply has arrived: from now on it may be counted, for no more than this.
    pub(crate) fn begins_reply(&self, at_most: Tokens) {
        self.facts(|facts| facts.at_most = facts.at_most.plus(at_most));
    }

    /// A reply has arrived to its end. A client that was told the bill counts that and nothing else.
    pub(crate) fn answered(&self, reply: &BilledReply<'_>) {
        let mut state = self.lock();
        // A client that is stopping may leave before the end is read.
        let is_read = !state.cancel.is_stopping();
        let facts = &mut state.facts;
        facts.billed = facts.billed.plus(reply.usage);
        if reply.is_told && is_read {
            facts.at_most = facts.at_most.minus(reply.at_most).plus(reply.usage);
        }
        if reply.is_good {
            facts.answered.insert(blake3::hash(reply.body).into(), reply.number);
        }
    }
}

/// A reply that has arrived to its end.
pub(crate) struct BilledReply<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) number: u64,
    pub(crate) usage: Tokens,
    pub(crate) at_most: Tokens,
    pub(crate) is_told: bool,
    pub(crate) is_good: bool,
}

/// A request of a batch that was answered.
pub(crate) struct BatchedReply<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) number: u64,
    pub(crate) usage: Tokens,
    pub(crate) at_most: Tokens,
    pub(crate) is_good: bool,
}
