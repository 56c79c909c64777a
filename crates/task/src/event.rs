//! What happens in a task, told while it happens: for a live view, a log, a page.

use crate::machine::TaskOutcome;
use book::id::ParagraphId;
use book::work::question::Question;
use book::work::status::Status;
use book::work::task_state::TaskState;
use book::work::usage::TaskUsage;

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskEvent {
    /// A request was sent.
    Asked {
        /// The 1-based index of the reply within the task.
        reply: u32,
        /// Whether it asks again for something that was asked for before.
        again: bool,
    },
    /// The model reads the prompt, where its server tells how far it is.
    Reading {
        /// Tokens read.
        done: u64,
        /// Tokens of the prompt.
        total: u64,
    },
    /// The model thinks aloud.
    Thinking(String),
    /// The model says something beside its calls.
    Saying(String),
    /// More of a reply arrives that is no text: the arguments of a call.
    Arriving,
    /// A request is sent again after a failure.
    Retrying {
        /// Why.
        reason: String,
        /// After so long a wait.
        wait_ms: u64,
    },
    /// The review that checks asked for after the work could not be had; what was accepted stays.
    ReviewFailed {
        /// Why.
        reason: String,
    },
    /// A reply is complete.
    Replied {
        /// What it used.
        usage: TaskUsage,
        /// What it cost, in millionths of a dollar.
        cost_micros: i64,
        /// How long it took.
        took_ms: u64,
    },
    /// A tool was called and answered.
    Called {
        /// The tool.
        name: String,
        /// What it was given.
        arguments: String,
        /// What it said.
        result: String,
    },
    /// A paragraph has a new version in the library.
    Accepted { paragraph: ParagraphId, text: String },
    /// A model's version of a protected paragraph waits as a suggestion.
    Suggested { paragraph: ParagraphId },
    /// The task moved to another stage.
    Moved {
        /// The stage.
        status: Status,
    },
    /// A person is asked.
    Question(Question),
    /// The task is over.
    Ended {
        /// How.
        outcome: TaskOutcome,
        /// Its state at the end.
        task_state: Box<TaskState>,
    },
}
