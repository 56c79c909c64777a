//! One tiny request to a model, and what it shows: whether it calls tools, how fast it is, what it costs.

use async_recursion::async_recursion as boxed;
use llm::{ChatMessage, Event, Failure, Model, Request, StopReason, ToolSpec};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a model on this machine is given to translate.
pub const SENTENCE: &str = "Good morning, my friend.";
/// The most characters of an answer that are shown.
const MAX_SHOWN: usize = 200;
/// Room for the calls and for a model that thinks at length before it makes them.
const MAX_OUTPUT: u32 = 4000;

/// What one tiny request showed.
#[derive(Debug, Clone)]
pub struct ModelTest {
    /// Milliseconds to the first word.
    pub first_event_ms: u64,
    /// Milliseconds in all.
    pub all_ms: u64,
    /// In how many pieces the answer came.
    pub n_events: usize,
    /// How many tools were called.
    pub n_calls: usize,
    /// What it used.
    pub usage: llm::Usage,
    /// Whether it thought before it answered.
    pub has_thought: bool,
    /// Why it stopped.
    pub stop: StopReason,
    /// What was said beside the calls, shortened.
    pub text: String,
}

impl ModelTest {
    /// Whether the answer came piece by piece.
    pub const fn is_streaming(&self) -> bool {
        self.n_events > 4
    }

    /// Whether a limit cut the answer off, so that it says nothing about what the model can do.
    pub fn was_cut(&self) -> bool {
        matches!(self.stop, StopReason::MaxTokens | StopReason::ModelLimit)
    }

    /// Output tokens per second, from the first word on.
    pub fn tokens_per_second(&self) -> Option<f64> {
        let ms = u32::try_from(self.all_ms.saturating_sub(self.first_event_ms)).ok().filter(|ms| *ms > 0)?;
        let tokens = u32::try_from(self.usage.output).ok().filter(|tokens| *tokens > 0)?;
        Some(f64::from(tokens) * 1000.0 / f64::from(ms))
    }
}

/// Asks for two calls of a tool in one reply.
#[boxed]
pub async fn tools(model: &dyn Model) -> Result<ModelTest, Failure> {
    let tool = ToolSpec {
        name: "note".to_owned(),
        description: "Writes down one word.".to_owned(),
        parameters: json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}),
    };
    attempt(
        model,
        &Request {
            system: "You only call tools.".into(),
            messages: vec![ChatMessage::user(
                "Call `note` twice in one reply: with `hello` and with `world`.",
            )],
            tools: vec![tool].into(),
            max_output_tokens: Some(MAX_OUTPUT),
            parallel_tool_calls: true,
            ..Request::default()
        },
    )
    .await
}

/// Asks for an answer that follows a schema; whether it does.
#[boxed]
pub async fn structured(model: &dyn Model) -> Result<bool, Failure> {
    let request = Request {
        messages: vec![ChatMessage::user(
            "Answer with a JSON object that has one key, `word`, and the value `hello`.",
        )],
        max_output_tokens: Some(MAX_OUTPUT),
        response_schema: Some(Arc::new(json!({"type": "object", "properties": {"word": {"type": "string"}},
            "required": ["word"], "additionalProperties": false}))),
        ..Request::default()
    };
    let reply = model.complete(&request).await?;
    let value: Result<serde_json::Value, _> = serde_json::from_str(reply.text.trim());
    Ok(value.is_ok_and(|value| value.get("word").is_some_and(serde_json::Value::is_string)))
}

/// Asks for the translation of a sentence. A model on this machine plays Tsumugi's own protocol and no other tools.
#[boxed]
pub async fn sentence(model: &dyn Model) -> Result<ModelTest, Failure> {
    let request = Request { messages: vec![ChatMessage::user(SENTENCE)], ..Request::default() };
    attempt(model, &request).await
}

async fn attempt(model: &dyn Model, request: &Request) -> Result<ModelTest, Failure> {
    let started = Instant::now();
    let (mut first, mut n_events) = (None, 0);
    let events = model.stream(request).await?;
    let reply = llm::collect_watching(events, |event| {
        first.get_or_insert_with(|| started.elapsed());
        n_events +=
            usize::from(!matches!(event, Event::Usage { .. } | Event::Waiting { .. } | Event::Stop { .. }));
    })
    .await?;
    Ok(ModelTest {
        first_event_ms: millis(first.unwrap_or_default()),
        all_ms: millis(started.elapsed()),
        n_events,
        n_calls: reply.tool_calls.len(),
        usage: reply.usage,
        has_thought: reply.usage.reasoning > 0 || !reply.reasoning_text.is_empty(),
        stop: reply.stop,
        text: reply.text.chars().take(MAX_SHOWN).collect(),
    })
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
