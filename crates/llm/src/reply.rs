//! A complete reply: what a stream of events amounts to once it has ended.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Event, Message, ToolCall, Usage};

/// Everything a model answered to one request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The answer's text.
    pub text: String,
    /// The model's visible thinking, for people; never part of the answer.
    pub reasoning_text: String,
    /// The model's thinking in the provider's own form, to be passed back where it demands that.
    pub reasoning: Vec<ReasoningBlock>,
    /// The tools it wants called, in order.
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped.
    pub stop: StopReason,
    /// What it cost, abandoned attempts included.
    pub usage: Usage,
}

/// A piece of thinking that only its own dialect can read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReasoningBlock {
    /// The dialect that made it; every other dialect leaves it out of its requests.
    pub dialect: Arc<str>,
    /// The provider's own value.
    pub data: serde_json::Value,
}

/// Why a model stopped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It had said what it wanted to say.
    #[default]
    EndTurn,
    /// It wants tools called.
    ToolCalls,
    /// The limit on output tokens (or the window) was reached: the end is missing.
    MaxTokens,
    /// The model or a content filter refused.
    Refused,
    /// A reason this crate has no name for.
    Other(String),
}

impl Reply {
    /// The message that carries this reply back in the next request.
    pub fn to_message(&self) -> Message {
        Message::Assistant {
            text: Arc::from(self.text.as_str()),
            reasoning: self.reasoning.clone(),
            tool_calls: self.tool_calls.clone(),
        }
    }
}

/// Folds events into a [`Reply`].
#[derive(Debug, Default)]
pub(crate) struct ReplyBuilder {
    reply: Reply,
    /// Positions in `reply.tool_calls`, by the index the events use.
    calls: Vec<u32>,
    abandoned: Usage,
    stopped: bool,
}

impl ReplyBuilder {
    pub(crate) fn push(&mut self, event: Event) {
        let reply = &mut self.reply;
        match event {
            Event::Text { delta } => reply.text.push_str(&delta),
            Event::Reasoning { delta } => reply.reasoning_text.push_str(&delta),
            Event::ReasoningBlock { block } => reply.reasoning.push(block),
            Event::ToolCallStart { index, id, name } => {
                self.calls.push(index);
                reply.tool_calls.push(ToolCall { id, name, arguments: String::new() });
            }
            Event::ToolCallArguments { index, delta } => {
                let position = self.calls.iter().position(|known| *known == index);
                if let Some(call) = position.and_then(|position| reply.tool_calls.get_mut(position)) {
                    call.arguments.push_str(&delta);
                }
            }
            Event::ToolCallEnd { .. } => {}
            Event::Usage { usage } => reply.usage = usage,
            Event::Stop { reason } => {
                reply.stop = reason;
                self.stopped = true;
            }
            Event::Restarted { .. } => {
                self.abandoned += reply.usage;
                *reply = Reply::default();
                self.calls.clear();
                self.stopped = false;
            }
        }
    }

    /// The reply, or nothing where the stream ended without saying why.
    pub(crate) fn finish(mut self) -> Option<Reply> {
        self.reply.usage += self.abandoned;
        self.stopped.then_some(self.reply)
    }
}
