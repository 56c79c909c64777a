//! A question from a model to a person: a state that waits, the same in a terminal, on a page and over a protocol.

use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub text: String,
    /// Answers to choose from; may be empty.
    pub choices: Vec<String>,
    /// Whether any other answer is welcome too.
    pub free_text: bool,
}

/// What a person said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", content = "text", rename_all = "snake_case")]
pub enum PersonAnswer {
    /// An answer.
    Said(String),
    /// Nobody is there, or the person would rather not: the model decides itself.
    Declined,
}
