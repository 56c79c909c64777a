//! The lines of a conversation as the library keeps them.

use super::change::ShownChange;
use super::place::ChatPlace;
use llm::{Reply, ToolResult};
use serde::{Deserialize, Serialize};

/// One thing said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum ChatLine {
    /// By the person.
    Person {
        /// Their words.
        text: String,
        /// What they were looking at.
        #[serde(default)]
        place: ChatPlace,
        /// Both as the model was told, the same for ever.
        told: String,
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
        /// What it changed in the book.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changes: Vec<ShownChange>,
    },
    /// By the model to itself: what stands for the lines before one.
    Summary {
        /// The summary.
        text: String,
        /// The first line that is not in it.
        up_to: u32,
    },
    /// By us: the turn ended before the model had answered.
    BrokenOff {
        /// How.
        ending: TurnEnding,
    },
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum TurnEnding {
    /// The model has answered.
    Answered,
    /// The person stopped it.
    Stopped,
    /// There is not enough left to spend.
    OutOfBudget,
    /// It called tools for too long.
    TooManySteps,
    /// The model or its service failed.
    Failed {
        /// Why, and what to do.
        reason: String,
    },
}

impl ChatLine {
    /// The line as the store keeps it.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}
