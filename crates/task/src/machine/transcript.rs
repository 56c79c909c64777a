//! The lines of a transcript: what is stored of a conversation, one line for each thing said.

use crate::delivery::TextWork;
use llm::{ChatMessage, Reply, ToolResult};
use serde::{Deserialize, Serialize};

/// One thing said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum TranscriptEntry {
    /// By us, to the model.
    User {
        /// The words.
        text: String,
        /// Whether they begin a conversation of their own: of what was said before only the last move to another stage is
        /// shown again, so that the model knows where it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        afresh: bool,
        /// The move to the stage of work that the model made in an earlier task, with its result: shown as if it had made it
        /// here, because it would make it again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<ChatMessage>,
    },
    /// By us, to ourselves: what a task that is delivered as text has to do.
    Work {
        /// Everything its requests are written from.
        work: TextWork,
    },
    /// By the model.
    Reply {
        /// Everything in it.
        reply: Reply,
    },
    /// By a tool, to the model.
    Result {
        /// The result of one call.
        result: ToolResult,
    },
}

impl TranscriptEntry {
    /// The line as the store keeps it.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Puts the line at the end of a conversation; results of one reply share a message.
    pub(super) fn append_to(&self, messages: &mut Vec<ChatMessage>) {
        match self {
            Self::User { text, afresh, moves } => {
                let own = if *afresh { last_move(std::mem::take(messages)) } else { Vec::new() };
                messages.push(ChatMessage::user(text.as_str()));
                messages.extend(if moves.is_empty() { own } else { moves.clone() });
            }
            Self::Work { .. } => {}
            // Services refuse a turn without anything in it, so a reply of nothing is not shown again.
            Self::Reply { reply } if reply.text.trim().is_empty() && reply.tool_calls.is_empty() => {}
            Self::Reply { reply } => messages.push(reply.to_message()),
            Self::Result { result } => {
                if let Some(ChatMessage::ToolResults { results }) = messages.last_mut() {
                    results.push(result.clone());
                } else {
                    messages.push(ChatMessage::tool_results(vec![result.clone()]));
                }
            }
        }
    }
}

pub(super) const STATUS_TOOL: &str = "update_task_status";

/// The last reply that did nothing but move the task to another stage, with its results.
fn last_move(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut last = Vec::new();
    let mut messages = messages.into_iter().peekable();
    while let Some(message) = messages.next() {
        if only_moves(&message)
            && let Some(results) = messages.next_if(succeeded)
        {
            last = vec![message, results];
        }
    }
    last
}

/// Whether a reply does nothing but move the task to another stage.
pub(super) fn only_moves(message: &ChatMessage) -> bool {
    matches!(message, ChatMessage::Assistant { tool_calls, .. }
        if !tool_calls.is_empty() && tool_calls.iter().all(|call| call.name == STATUS_TOOL))
}

/// Whether all calls of a reply succeeded.
pub(super) fn succeeded(message: &ChatMessage) -> bool {
    matches!(message, ChatMessage::ToolResults { results } if results.iter().all(|result| !result.is_error))
}
