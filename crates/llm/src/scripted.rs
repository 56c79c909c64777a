//! A model that plays a script in process, so that whatever is built on models can be tested without one.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures::stream;
use serde::{Deserialize, Serialize};

use crate::{Event, EventStream, Failure, Model, Request, StopReason, ToolCall, Usage};

/// The replies a [`Scripted`] model gives, in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReplyScript {
    /// One per request.
    pub replies: Vec<ScriptedReply>,
    /// What happens to the requests after the last reply.
    pub when_over: WhenOver,
}

/// What a script does once all its replies were given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenOver {
    /// Every further request fails, so that a test sees a request it did not expect.
    #[default]
    Fail,
    /// The last reply is given again and again.
    RepeatLast,
}

/// One reply of a script.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptedReply {
    /// The answer's text.
    pub text: String,
    /// The visible thinking, told before the text.
    pub reasoning: String,
    /// The calls, told after the text.
    pub tool_calls: Vec<ToolCall>,
    /// Why it stops; when absent, `ToolCalls` if there are calls and `EndTurn` otherwise.
    pub stop: Option<StopReason>,
    /// What it costs.
    pub usage: Usage,
    /// How many characters one event carries; 0 sends each text and each argument in one piece.
    pub piece: usize,
    /// What goes wrong, if anything.
    pub fault: Option<ScriptedFault>,
}

/// A failure at a chosen place of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedFault {
    /// How many events come through before it; `None` fails before the stream begins.
    pub after_events: Option<usize>,
    /// What the caller gets.
    pub failure: Failure,
}

impl ScriptedReply {
    /// A reply of text alone.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A reply of one tool call.
    pub fn call(name: impl Into<String>, arguments: &serde_json::Value) -> Self {
        Self::default().and_call(name, arguments)
    }

    /// The same reply with one more tool call; ids are `call_1`, `call_2`, ….
    #[must_use]
    pub fn and_call(mut self, name: impl Into<String>, arguments: &serde_json::Value) -> Self {
        let id = format!("call_{}", self.tool_calls.len() + 1);
        self.tool_calls.push(ToolCall { id, name: name.into(), arguments: arguments.to_string() });
        self
    }

    /// The same reply at this price.
    #[must_use]
    pub fn costing(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }

    /// A request that fails before anything is told.
    pub fn failing(failure: Failure) -> Self {
        Self { fault: Some(ScriptedFault { after_events: None, failure }), ..Self::default() }
    }

    /// The events of this reply, its fault left aside.
    pub fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        events.extend(pieces(&self.reasoning, self.piece).map(|delta| Event::Reasoning { delta }));
        events.extend(pieces(&self.text, self.piece).map(|delta| Event::Text { delta }));
        for (index, call) in (0_u32..).zip(&self.tool_calls) {
            events.push(Event::ToolCallStart { index, id: call.id.clone(), name: call.name.clone() });
            let deltas = pieces(&call.arguments, self.piece);
            events.extend(deltas.map(|delta| Event::ToolCallArguments { index, delta }));
            events.push(Event::ToolCallEnd { index });
        }
        events.push(Event::Usage { usage: self.usage });
        events.push(Event::Stop { reason: self.stop_reason() });
        events
    }

    fn stop_reason(&self) -> StopReason {
        let natural = if self.tool_calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolCalls };
        self.stop.clone().unwrap_or(natural)
    }
}

/// A model that plays a script and remembers what it was asked. Clones share both.
#[derive(Clone)]
pub struct Scripted {
    name: Arc<str>,
    state: Arc<Mutex<State>>,
}

impl Scripted {
    /// A model that plays a script.
    pub fn new(script: ReplyScript) -> Self {
        Self::with_source(Source::Script(script))
    }

    /// A model that gives these replies and then fails.
    pub fn replies(replies: impl IntoIterator<Item = ScriptedReply>) -> Self {
        Self::new(ReplyScript { replies: replies.into_iter().collect(), when_over: WhenOver::Fail })
    }

    /// A model that makes up each reply from the request.
    pub fn answering(answer: impl FnMut(&Request) -> ScriptedReply + Send + 'static) -> Self {
        Self::with_source(Source::Answer(Box::new(answer)))
    }

    /// Every request so far, oldest first, failed ones included.
    pub fn requests(&self) -> Vec<Request> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }

    fn with_source(source: Source) -> Self {
        let state = State { source, requests: Vec::new() };
        Self { name: Arc::from("scripted"), state: Arc::new(Mutex::new(state)) }
    }

    fn next_reply(&self, request: &Request) -> Option<ScriptedReply> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let position = state.requests.len();
        state.requests.push(request.clone());
        match &mut state.source {
            Source::Answer(answer) => Some(answer(request)),
            Source::Script(script) => match script.when_over {
                WhenOver::Fail => script.replies.get(position).cloned(),
                WhenOver::RepeatLast => script.replies.get(position).or(script.replies.last()).cloned(),
            },
        }
    }
}

struct State {
    source: Source,
    requests: Vec<Request>,
}

enum Source {
    Script(ReplyScript),
    Answer(Box<dyn FnMut(&Request) -> ScriptedReply + Send>),
}

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let reply = self.next_reply(request).ok_or_else(|| Failure::Malformed {
            service: self.name.to_string(),
            detail: String::from("the script has no further reply"),
        })?;
        let mut events: Vec<Result<Event, Failure>> = reply.events().into_iter().map(Ok).collect();
        match reply.fault {
            Some(ScriptedFault { after_events: None, failure }) => return Err(failure),
            Some(ScriptedFault { after_events: Some(n_events), failure }) => {
                events.truncate(n_events);
                events.push(Err(failure));
            }
            None => {}
        }
        Ok(Box::pin(stream::iter(events)))
    }
}

fn pieces(text: &str, size: usize) -> impl Iterator<Item = String> {
    let size = if size == 0 { usize::MAX } else { size };
    let mut characters = text.chars();
    std::iter::from_fn(move || {
        let piece: String = characters.by_ref().take(size).collect();
        (!piece.is_empty()).then_some(piece)
    })
}
