//! What is asked of a model. Cheap to clone: the parts that repeat from chunk to chunk are shared.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ReasoningBlock;

/// One question to a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The standing instructions.
    pub system: Arc<str>,
    /// The conversation so far, oldest first.
    pub messages: Vec<ChatMessage>,
    /// The tools the model may call.
    pub tools: Arc<[ToolSpec]>,
    /// Whether it may, must or must not call one.
    pub tool_choice: ToolChoice,
    /// The most output tokens wanted; `None` leaves it to the model's own limit.
    pub max_output_tokens: Option<u32>,
    /// The output tokens its work needs without room to think. A budget with no room for more sends it with this limit. It is
    /// no part of what is asked.
    #[serde(skip)]
    pub least_output_tokens: Option<u32>,
    /// `None` leaves it to the provider, and some models accept nothing else.
    pub temperature: Option<f32>,
    /// The JSON schema the answer must satisfy, where the service can hold the model to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_schema: Option<Arc<serde_json::Value>>,
    /// How much of this request the next one will repeat, for providers whose cache must be told.
    pub stable_prefix: StablePrefix,
    /// Whether several calls in one reply are welcome.
    pub parallel_tool_calls: bool,
    /// The language of the words this crate itself adds for models that cannot call tools.
    pub language: TextToolLanguage,
    /// What the asker knows this request by, the same after a restart of the program: a service that answers later is
    /// asked once for it. It is no part of what is asked.
    #[serde(skip)]
    pub key: Option<Arc<str>>,
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum ChatMessage {
    /// What a person (or the program for them) said.
    User {
        /// The words.
        text: Arc<str>,
    },
    /// What the model said.
    Assistant {
        /// The words; may be empty when there are calls.
        text: Arc<str>,
        /// Its thinking, passed back where the provider demands it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reasoning: Vec<ReasoningBlock>,
        /// The calls it made.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall>,
    },
    /// What the tools it called answered: one result per call, in the order of the calls.
    ToolResults {
        /// The results.
        results: Vec<ToolResult>,
    },
}

impl ChatMessage {
    /// A person's turn.
    pub fn user(text: impl Into<Arc<str>>) -> Self {
        Self::User { text: text.into() }
    }

    /// The model's turn, without thinking.
    pub fn assistant(text: impl Into<Arc<str>>, tool_calls: Vec<ToolCall>) -> Self {
        Self::Assistant { text: text.into(), reasoning: Vec::new(), tool_calls }
    }

    /// The tools' turn.
    pub fn tool_results(results: Vec<ToolResult>) -> Self {
        Self::ToolResults { results }
    }
}

/// A call the model made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// What the result must name.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Raw JSON text as the model wrote it; may be cut short or wrong, the reader decides.
    pub arguments: String,
}

/// What a called tool answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call it answers.
    pub call_id: String,
    /// The tool, for providers that match by name.
    pub name: String,
    /// The answer, usually JSON text.
    pub content: Arc<str>,
    /// Whether the tool failed.
    #[serde(default)]
    pub is_error: bool,
}

/// A tool as the model sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// The name to call it by.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The JSON schema of its arguments, an object schema.
    pub parameters: serde_json::Value,
}

/// Whether the model may, must or must not call a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// As it sees fit.
    #[default]
    Auto,
    /// At least one call.
    Required,
    /// No call at all.
    Forbidden,
    /// Exactly this tool.
    Named(String),
}

/// How much of a request comes again unchanged in the next one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StablePrefix {
    /// Nothing: a single question.
    #[default]
    Nothing,
    /// The tools and the system text.
    System,
    /// The tools, the system text and so many messages.
    Messages(usize),
}

/// The language of the sentences this crate adds for models that cannot call tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextToolLanguage {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}
