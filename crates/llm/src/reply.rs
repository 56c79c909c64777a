//! A complete reply: what a stream of events amounts to once it has ended.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{ChatMessage, Event, Failure, ToolCall, Usage};

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

/// A part of a reply in the provider's own form, which only the model it came from may see again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReasoningBlock {
    /// The dialect that made it; every other dialect leaves it out of its requests.
    pub dialect: Arc<str>,
    /// The model that made it, as `service/model`; other models never see it. Transcripts of 0.1 name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Arc<str>>,
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
    /// The limit the request set on output tokens was reached: the end is missing.
    MaxTokens,
    /// The model's own limit or its window was reached, before any the request set: the end is missing.
    ModelLimit,
    /// The model or a content filter refused.
    Refused,
    /// A reason this crate has no name for.
    Other(String),
}

impl Reply {
    /// What is wrong with a reply that did arrive: it was cut off, or the model refused.
    pub fn objection(&self, service: &str) -> Option<Failure> {
        let service = service.to_owned();
        match self.stop {
            StopReason::MaxTokens => {
                let detail =
                    format!("the output limit of the request was reached after {} tokens", self.usage.output);
                Some(Failure::Truncated { service, detail })
            }
            StopReason::ModelLimit => {
                let detail =
                    format!("the model's own limit was reached after {} output tokens", self.usage.output);
                Some(Failure::Truncated { service, detail })
            }
            StopReason::Refused => {
                let said: String = self.text.chars().take(200).collect();
                let detail = if said.is_empty() { String::from("no reason was given") } else { said };
                Some(Failure::Refused { service, detail })
            }
            StopReason::EndTurn | StopReason::ToolCalls | StopReason::Other(_) => None,
        }
    }

    /// The message that carries this reply back in the next request.
    pub fn to_message(&self) -> ChatMessage {
        ChatMessage::Assistant {
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
    /// The index the events use for each of `reply.tool_calls`; their order in the reply follows it.
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
            Event::ToolCallEnd { .. } | Event::Reading { .. } | Event::Waiting { .. } => {}
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

    /// The reply as far as it came.
    pub(crate) fn so_far(self) -> Reply {
        Self { stopped: true, ..self }.finish().unwrap_or_default()
    }

    /// The reply, or nothing where the stream ended without saying why.
    pub(crate) fn finish(mut self) -> Option<Reply> {
        self.reply.usage += self.abandoned;
        let mut calls: Vec<_> =
            self.calls.into_iter().zip(std::mem::take(&mut self.reply.tool_calls)).collect();
        calls.sort_by_key(|(index, _)| *index);
        self.reply.tool_calls = calls.into_iter().map(|(_, call)| call).collect();
        self.stopped.then_some(self.reply)
    }
}
