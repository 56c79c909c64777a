//! The lines of a transcript: what is stored of a conversation, one line for each thing said.

use llm::{Message, Reply, ToolResult};
use serde::{Deserialize, Serialize};

/// One thing said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum TranscriptEntry {
    /// By us, to the model.
    User {
        /// The words.
        text: String,
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
    pub(super) fn append_to(&self, messages: &mut Vec<Message>) {
        match self {
            Self::User { text } => messages.push(Message::user(text.as_str())),
            // Services refuse a turn without anything in it, so a reply of nothing is not shown again.
            Self::Reply { reply } if reply.text.trim().is_empty() && reply.tool_calls.is_empty() => {}
            Self::Reply { reply } => messages.push(reply.to_message()),
            Self::Result { result } => {
                if let Some(Message::ToolResults { results }) = messages.last_mut() {
                    results.push(result.clone());
                } else {
                    messages.push(Message::tool_results(vec![result.clone()]));
                }
            }
        }
    }
}

/// The conversation that stored lines tell of.
pub fn messages_from(transcript: &[String]) -> Result<Vec<Message>, serde_json::Error> {
    let mut messages = Vec::new();
    for stored in transcript {
        serde_json::from_str::<TranscriptEntry>(stored)?.append_to(&mut messages);
    }
    Ok(messages)
}
