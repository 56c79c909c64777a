//! One tiny request to a model, and what it shows: whether it calls tools, how fast it is, what it costs.

use llm::{Event, Failure, Message, Model, Request, ToolSpec};
use serde_json::json;
use std::time::{Duration, Instant};

/// What a model on this machine is given to translate.
pub const SENTENCE: &str = "Good morning, my friend.";
/// So many characters of an answer are shown.
const MAX_SHOWN: usize = 200;

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
    /// What was said beside the calls, shortened.
    pub text: String,
}

impl ModelTest {
    /// Whether the answer came piece by piece.
    pub const fn is_streaming(&self) -> bool {
        self.n_events > 4
    }
}

/// Asks for two calls of a tool in one reply.
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
            messages: vec![Message::user("Call `note` twice in one reply: with `hello` and with `world`.")],
            tools: vec![tool].into(),
            max_output_tokens: Some(400),
            parallel_tool_calls: true,
            ..Request::default()
        },
    )
    .await
}

/// Asks for the translation of a sentence. A model on this machine plays Tsumugi's own protocol and no other tools.
pub async fn sentence(model: &dyn Model) -> Result<ModelTest, Failure> {
    let request = Request { messages: vec![Message::user(SENTENCE)], ..Request::default() };
    attempt(model, &request).await
}

async fn attempt(model: &dyn Model, request: &Request) -> Result<ModelTest, Failure> {
    let started = Instant::now();
    let (mut first, mut n_events) = (None, 0);
    let events = model.stream(request).await?;
    let reply = llm::collect_watching(events, |event| {
        first.get_or_insert_with(|| started.elapsed());
        n_events += usize::from(!matches!(event, Event::Usage { .. } | Event::Stop { .. }));
    })
    .await?;
    Ok(ModelTest {
        first_event_ms: millis(first.unwrap_or_default()),
        all_ms: millis(started.elapsed()),
        n_events,
        n_calls: reply.tool_calls.len(),
        usage: reply.usage,
        text: reply.text.chars().take(MAX_SHOWN).collect(),
    })
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
