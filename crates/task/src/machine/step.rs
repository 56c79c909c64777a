//! What the loop's machine says and is told: steps, answers, and how it ends.

use book::work::failure::TaskFailure;
use book::work::question::Question;
use book::work::usage::TaskUsage;
use llm::{ChatMessage, Reply, ToolCall};
use serde::{Deserialize, Serialize};

/// How a task ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TaskOutcome {
    /// Every paragraph is settled.
    Finished,
    /// It stopped short; what was accepted is kept.
    Failed {
        /// Why.
        failure: TaskFailure,
    },
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq)]
pub enum MachineStep<'a> {
    /// Send the conversation to the model.
    CallModel(&'a [ChatMessage]),
    /// Carry out this call.
    CallTool(&'a ToolCall),
    AskPerson(&'a Question),
    /// Nothing.
    Done(&'a TaskOutcome),
}

/// The result of calling the model.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A reply.
    Replied {
        /// What the model wrote.
        reply: Reply,
        /// Whether the request allowed less output than the model can write, so that a cut is ours and not the model's.
        limit_was_ours: bool,
    },
    /// No usable reply; the tokens that were used all the same.
    Failed(TaskFailure, TaskUsage),
}

/// What the task has used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaskSpending {
    pub replies: u32,
    pub tool_calls: u32,
    /// Replies in a row without progress.
    pub idle_replies: u32,
    /// Time at work.
    pub wall_ms: u64,
    /// Tokens.
    pub usage: TaskUsage,
    /// Replies that brought nothing: no paragraph, and no call that succeeded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub barren_replies: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What a reply used, in the words of the work.
pub(crate) fn usage_of(used: &llm::Usage) -> TaskUsage {
    TaskUsage {
        input: used.total_input(),
        cached_input: used.cached_input,
        output: used.output,
        reasoning: used.reasoning,
    }
}
