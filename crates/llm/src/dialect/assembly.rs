//! Puts together what every dialect tells in its own order, and keeps the promises of `Event`.

use std::sync::Arc;

use serde_json::Value;

use crate::{Event, Failure, ReasoningBlock, StopReason, Usage};

/// No reply has so many calls; one that does comes from a broken or hostile server.
const MOST_CALLS: usize = 1000;

/// The state of one reply while it is being read.
#[derive(Debug)]
pub(super) struct Assembly {
    pub(super) service: Arc<str>,
    /// Part of the ids made up here.
    turn: usize,
    events: Vec<Event>,
    calls: Vec<PendingCall>,
    usage: Usage,
    stop: Option<StopReason>,
    has_text: bool,
    /// A reply of nothing is a valid end, as after tool results.
    may_be_empty: bool,
}

/// A piece of a tool call as it comes off the wire; any part may be missing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CallPiece<'a> {
    /// The provider's number for the call.
    pub(super) slot: u32,
    pub(super) id: Option<&'a str>,
    pub(super) name: Option<&'a str>,
    pub(super) arguments: Option<&'a str>,
}

#[derive(Debug)]
struct PendingCall {
    slot: u32,
    /// The number told in events: the slot, unless a sloppy provider used it twice.
    index: u32,
    id: String,
    name: String,
    arguments: String,
    started: bool,
}

impl Assembly {
    pub(super) fn new(service: &str, turn: usize) -> Self {
        Self {
            service: Arc::from(service),
            turn,
            events: Vec::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            stop: None,
            has_text: false,
            may_be_empty: false,
        }
    }

    pub(super) fn allow_empty(&mut self) {
        self.may_be_empty = true;
    }

    pub(super) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(super) fn text(&mut self, delta: &str) {
        if !delta.is_empty() {
            self.has_text = true;
            self.events.push(Event::Text { delta: delta.to_owned() });
        }
    }

    /// How much of the prompt is read. Nothing is told once the answer has begun, or of a prompt without length.
    pub(super) fn reading(&mut self, done: u64, total: u64) {
        if total > 0 && !self.has_text {
            self.events.push(Event::Reading { done: done.min(total), total });
        }
    }

    pub(super) fn reasoning(&mut self, delta: &str) {
        if !delta.is_empty() {
            self.events.push(Event::Reasoning { delta: delta.to_owned() });
        }
    }

    pub(super) fn reasoning_block(&mut self, dialect: super::Dialect, data: Value) {
        let block = ReasoningBlock { dialect: Arc::from(dialect.name()), model: None, data };
        self.events.push(Event::ReasoningBlock { block });
    }

    /// Tells the usage so far, unless it says nothing new.
    pub(super) fn usage(&mut self, usage: Usage) {
        if self.usage != usage {
            self.usage = usage;
            self.events.push(Event::Usage { usage });
        }
    }

    pub(super) fn usage_so_far(&self) -> Usage {
        self.usage
    }

    /// The first reason counts: some services repeat the closing message.
    pub(super) fn stop(&mut self, reason: StopReason) {
        self.stop.get_or_insert(reason);
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.stop.is_some()
    }

    pub(super) fn n_calls(&self) -> u32 {
        u32::try_from(self.calls.len()).unwrap_or(u32::MAX)
    }

    /// A call that comes in one piece; told twice, it counts once. Returns its id, or nothing if
    /// it was known.
    pub(super) fn whole_call(&mut self, id: Option<&str>, name: &str, arguments: &str) -> Option<String> {
        if self.is_full() {
            return None;
        }
        let known = self.calls.iter().any(|call| match id {
            Some(id) => call.id == id,
            None => call.name == name && call.arguments == arguments,
        });
        if known {
            return None;
        }
        let slot = self.n_calls();
        self.call(CallPiece { slot, id, name: Some(name), arguments: Some(arguments) });
        self.calls.last().map(|call| call.id.clone())
    }

    /// Whether more calls came than any reply should have; the rest is not looked at.
    fn is_full(&self) -> bool {
        self.calls.len() >= MOST_CALLS
    }

    /// A piece of a call. Starts may be repeated, pieces of several calls may be mixed, and
    /// arguments may come before the name they belong to.
    pub(super) fn call(&mut self, piece: CallPiece<'_>) {
        if self.is_full() {
            return;
        }
        let position = self.find(piece);
        let position = position.unwrap_or_else(|| self.open(piece.slot));
        let Some(call) = self.calls.get_mut(position) else { return };
        let repeats_start = call.started && piece.id.is_some() && piece.name.is_some();
        if call.id.is_empty()
            && let Some(id) = piece.id
        {
            id.clone_into(&mut call.id);
        }
        if call.name.is_empty()
            && let Some(name) = piece.name
        {
            name.clone_into(&mut call.name);
        }
        let arguments = piece.arguments.unwrap_or_default();
        if repeats_start && arguments == call.arguments {
            return;
        }
        call.arguments.push_str(arguments);
        let index = call.index;
        if call.started {
            if !arguments.is_empty() {
                self.events.push(Event::ToolCallArguments { index, delta: arguments.to_owned() });
            }
        } else if !call.name.is_empty() {
            call.started = true;
            if call.id.is_empty() {
                call.id = format!("call_{}_{}", self.turn, position + 1);
            }
            self.events.push(Event::ToolCallStart { index, id: call.id.clone(), name: call.name.clone() });
            if !call.arguments.is_empty() {
                self.events.push(Event::ToolCallArguments { index, delta: call.arguments.clone() });
            }
        }
    }

    /// All arguments of a call, for providers that repeat them at its end: told only if none came before.
    pub(super) fn call_arguments_done(&mut self, slot: u32, arguments: &str) {
        let nothing_yet = self.calls.iter().any(|call| call.slot == slot && call.arguments.is_empty());
        if nothing_yet && !arguments.is_empty() {
            self.call(CallPiece { slot, arguments: Some(arguments), ..CallPiece::default() });
        }
    }

    /// The reply is over: closes what is open, or says what is wrong with it.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if self.is_full() {
            return Err(self.malformed("it has more tool calls than any reply should have"));
        }
        for call in &self.calls {
            if !call.started {
                return Err(self.malformed("it has a tool call without a name"));
            }
            self.events.push(Event::ToolCallEnd { index: call.index });
        }
        let Some(stop) = self.stop.take() else {
            return Err(self.broken_off());
        };
        let stop = match (stop, self.calls.is_empty()) {
            (StopReason::EndTurn | StopReason::ToolCalls | StopReason::Other(_), false) => {
                StopReason::ToolCalls
            }
            (StopReason::ToolCalls, true) => StopReason::EndTurn,
            (stop, _) => stop,
        };
        let may_be_empty = self.may_be_empty && self.usage.total() > 0;
        if stop == StopReason::EndTurn && !self.has_text && !may_be_empty {
            return Err(self.malformed("it is empty"));
        }
        self.events.push(Event::Stop { reason: stop });
        Ok(())
    }

    pub(super) fn malformed(&self, detail: impl Into<String>) -> Failure {
        Failure::Malformed { service: self.service.to_string(), detail: detail.into() }
    }

    pub(super) fn broken_off(&self) -> Failure {
        let detail = String::from("the reply broke off before its end");
        Failure::Network { service: self.service.to_string(), detail }
    }

    fn find(&self, piece: CallPiece<'_>) -> Option<usize> {
        if let Some(id) = piece.id
            && let Some(position) = self.calls.iter().position(|call| call.id == id)
        {
            return Some(position);
        }
        let position = self.calls.iter().rposition(|call| call.slot == piece.slot)?;
        let call = self.calls.get(position)?;
        let is_another = piece.name.is_some() && piece.id.is_some() && !call.id.is_empty() && call.started;
        (!is_another).then_some(position)
    }

    fn open(&mut self, slot: u32) -> usize {
        let taken = self.calls.iter().any(|call| call.index == slot);
        let next = self.calls.iter().map(|call| call.index.saturating_add(1)).max().unwrap_or(0);
        let index = if taken { next } else { slot };
        let (id, name, arguments) = (String::new(), String::new(), String::new());
        self.calls.push(PendingCall { slot, index, id, name, arguments, started: false });
        self.calls.len() - 1
    }
}
