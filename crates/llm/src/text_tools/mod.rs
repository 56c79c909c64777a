//! A model around a model that cannot call tools, or does it badly: the calls travel in the text.

mod parse;
mod render;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::observed::{EndReason, Forward, StreamObserver, observe};
use crate::{Event, EventStream, Failure, LearnedFacts, Learner, Model, Request, StopReason, ToolChoice};

use parse::{Start, parse};

/// How a model's tool calls travel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolProtocol {
    /// As the dialect says; what looks like a call in the text is text.
    Native,
    /// In the text, both ways.
    Text,
    /// As the dialect says, until the service refuses tools; calls that come in the text are understood.
    #[default]
    Detect,
}

/// Carries tool calls in text where the model needs that.
pub struct TextTools {
    inner: Arc<dyn Model>,
    protocol: ToolProtocol,
    /// Learnt: this service refuses tools.
    refuses_tools: AtomicBool,
    learner: Option<Arc<Learner>>,
}

impl TextTools {
    /// Wraps a model.
    pub fn new(inner: Arc<dyn Model>, protocol: ToolProtocol) -> Self {
        Self { inner, protocol, refuses_tools: AtomicBool::new(false), learner: None }
    }

    /// Tells what is learnt about tools to the model's other lessons.
    #[must_use]
    pub fn learning(mut self, learner: Arc<Learner>) -> Self {
        self.learner = Some(learner);
        self
    }

    /// The protocol in use, which may have been learnt.
    pub fn protocol(&self) -> ToolProtocol {
        if self.refuses_tools.load(Ordering::Relaxed) { ToolProtocol::Text } else { self.protocol }
    }

    async fn ask_in_text(&self, request: &Request) -> Result<EventStream, Failure> {
        let events = self.inner.stream(&render::in_text(request)).await?;
        Ok(observe(events, Carver::new(request)))
    }
}

#[async_trait]
impl Model for TextTools {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let may_call = !request.tools.is_empty() && request.tool_choice != ToolChoice::Forbidden;
        match self.protocol() {
            ToolProtocol::Native => self.inner.stream(request).await,
            ToolProtocol::Text => self.ask_in_text(request).await,
            ToolProtocol::Detect => match self.inner.stream(request).await {
                Ok(events) if may_call => Ok(observe(events, Carver::new(request))),
                Ok(events) => Ok(events),
                Err(failure) if may_call && is_about_tools(&failure) => {
                    tracing::info!(
                        model = self.inner.name(),
                        "this model takes no tools; they go into the text"
                    );
                    self.refuses_tools.store(true, Ordering::Relaxed);
                    if let Some(learner) = &self.learner {
                        let tools = Some(ToolProtocol::Text);
                        learner.learn(LearnedFacts { tools, ..LearnedFacts::default() });
                    }
                    self.ask_in_text(request).await
                }
                Err(failure) => Err(failure),
            },
        }
    }
}

fn is_about_tools(failure: &Failure) -> bool {
    let Failure::Rejected { detail, .. } = failure else { return false };
    let detail = detail.to_lowercase();
    let about_tools = ["tool", "function call", "functions"].iter().any(|word| detail.contains(word));
    let refused =
        ["support", "not allowed", "unknown", "unrecognized", "unexpected", "not permitted", "requires"];
    about_tools && refused.iter().any(|word| detail.contains(word))
}

/// Carves calls out of the text of one reply. Text flows through until something could begin a call.
struct Carver {
    known: Vec<String>,
    /// Part of the ids, so that they differ from turn to turn.
    turn: usize,
    held: String,
    /// Whether what is held began a line.
    start: Start,
    has_native_calls: bool,
}

impl Carver {
    fn new(request: &Request) -> Self {
        Self {
            known: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            turn: request.messages.len(),
            held: String::new(),
            start: Start::OfLine,
            has_native_calls: false,
        }
    }

    /// Passes on the harmless beginning of a text and holds the rest.
    fn text(&mut self, delta: &str) -> Vec<Event> {
        if !self.held.is_empty() {
            self.held.push_str(delta);
            return Vec::new();
        }
        let suspect = delta.find(['<', '`', '{', '[']).unwrap_or(delta.len());
        let Some((harmless, suspect)) = delta.split_at_checked(suspect) else { return Vec::new() };
        for character in harmless.chars().filter(|character| *character != ' ' && *character != '\t') {
            self.start = if character == '\n' { Start::OfLine } else { Start::WithinLine };
        }
        self.held.push_str(suspect);
        if harmless.is_empty() { Vec::new() } else { vec![Event::Text { delta: harmless.to_owned() }] }
    }

    fn stop(&mut self, reason: StopReason) -> Vec<Event> {
        let held = std::mem::take(&mut self.held);
        if self.has_native_calls {
            return text_event(held).chain([Event::Stop { reason }]).collect();
        }
        let found = parse(&held, self.start, &self.known);
        let reason = match reason {
            StopReason::EndTurn | StopReason::Other(_) if !found.calls.is_empty() => StopReason::ToolCalls,
            StopReason::EndTurn
            | StopReason::ToolCalls
            | StopReason::MaxTokens
            | StopReason::ModelLimit
            | StopReason::Refused
            | StopReason::Other(_) => reason,
        };
        let mut events: Vec<Event> = text_event(found.text).collect();
        for (index, call) in (0_u32..).zip(found.calls) {
            let id = format!("text_call_{}_{}", self.turn, index + 1);
            events.push(Event::ToolCallStart { index, id, name: call.name });
            events.push(Event::ToolCallArguments { index, delta: call.arguments });
            events.push(Event::ToolCallEnd { index });
        }
        events.push(Event::Stop { reason });
        events
    }
}

fn text_event(text: String) -> impl Iterator<Item = Event> {
    (!text.trim().is_empty()).then_some(Event::Text { delta: text }).into_iter()
}

impl StreamObserver for Carver {
    fn event(&mut self, event: Event) -> Forward {
        match event {
            Event::Text { delta } => Forward::Several(self.text(&delta)),
            Event::Stop { reason } => Forward::Several(self.stop(reason)),
            Event::ToolCallStart { .. } => {
                self.has_native_calls = true;
                Forward::One(event)
            }
            Event::Restarted { .. } => {
                self.held.clear();
                self.start = Start::OfLine;
                self.has_native_calls = false;
                Forward::One(event)
            }
            Event::Reasoning { .. }
            | Event::ReasoningBlock { .. }
            | Event::ToolCallArguments { .. }
            | Event::ToolCallEnd { .. }
            | Event::Usage { .. }
            | Event::Reading { .. }
            | Event::Waiting { .. } => Forward::One(event),
        }
    }

    fn ended(&mut self, _how: EndReason<'_>) {}
}
