//! A question of a task as it is stored, so that it can be answered at another door and another time.

use book::work::question::{PersonAnswer, Question};
use serde::{Deserialize, Serialize};

/// A question a model asked, and what a person said to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionRecord {
    /// Its number in the task, from one.
    pub number: u32,
    /// What is asked.
    pub question: Question,
    /// The answer; `None` while it is open.
    pub answer: Option<PersonAnswer>,
}
