//! The typed ways in which a task, or a paragraph in it, fails; each is something a run does differently.

use super::bounds::Bound;
use serde::{Deserialize, Serialize};

/// Why a task ended without finishing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskFailure {
    /// The model, or its provider's filter, would not do it.
    #[error("refused by the model")]
    Refused,
    /// The reply was cut off before the work was in it.
    #[error("reply cut off")]
    Truncated,
    /// The reply ran into repetition.
    #[error("reply ran into repetition")]
    Degenerate,
    /// The model keeps answering in text instead of tool calls.
    #[error("answered in text instead of tool calls")]
    NoToolCalls,
    /// The model left it out of every answer.
    #[error("left out by the model")]
    Omitted,
    /// The model has brought nothing at all: it cannot do this work.
    #[error("the model brought nothing in {requests} requests")]
    Incapable {
        /// How many requests it had.
        requests: u32,
    },
    /// The reply could not be understood.
    #[error("malformed reply")]
    Malformed,
    /// The text came back in the wrong language.
    #[error("wrong language")]
    WrongLanguage,
    /// A check kept refusing what was submitted.
    #[error("refused by check {check}")]
    Check {
        /// The check's code.
        check: String,
    },
    /// Work and context do not fit the model's window.
    #[error("too long for the model")]
    ContextTooLong,
    /// A bound of the task was reached.
    #[error("limit: {bound}")]
    Limit {
        /// Which one.
        bound: Bound,
    },
    /// The run's budget is used up.
    #[error("budget used up")]
    Budget,
    /// What one chapter may use up is used up.
    #[error("the chapter's budget is used up")]
    ChapterBudget,
    /// The model could not be reached, or its service failed.
    #[error("{detail}")]
    Service {
        /// What happened, for a person.
        detail: String,
    },
    /// The service turns this account away: the key is refused, or nothing is left to spend. Waiting does not help.
    #[error("{detail}")]
    Denied {
        /// What happened, for a person.
        detail: String,
    },
    /// A person stopped it.
    #[error("stopped by a person")]
    Cancelled,
}
