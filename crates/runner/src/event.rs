//! What happens in a run, told while it happens: the same for a terminal, a log and a page.

use crate::plan::RunPlan;
use crate::report::Report;
use book::id::{RunId, TaskId};
use book::work::failure::TaskFailure;
pub use llm::BatchEvent;
use llm::Delivery;
use std::sync::Arc;
pub use task::event::TaskEvent;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum RunEvent {
    /// Paragraphs got the translation of the same text elsewhere, before any model was asked.
    Reused {
        /// How many.
        n_paragraphs: usize,
    },
    /// Translations were repaired by the checks' own code, before any model was asked.
    Mended {
        /// How many paragraphs.
        n_paragraphs: usize,
    },
    /// The run begins or goes on.
    Started {
        run: RunId,
        /// What it is called: a kind of task, or `fix`.
        kind: &'static str,
        /// What is to be done by models.
        plan: Arc<RunPlan>,
        /// Paragraphs of tasks that were begun in an earlier session and are not in the plan.
        n_open: usize,
    },
    /// A chunk is handed to a model.
    ChunkStarted {
        /// The chapter's number, from one.
        chapter: u32,
        /// How many paragraphs.
        n_paragraphs: usize,
        model: String,
    },
    /// A model hands over its work in another form from here on.
    DeliveryChanged {
        model: String,
        /// The form that did not work.
        from: Delivery,
        /// The form used instead.
        to: Delivery,
        /// How it did not work.
        failure: TaskFailure,
    },
    /// Something happened in a task.
    Task {
        /// The chapter's number, from one.
        chapter: u32,
        task: TaskId,
        /// What.
        event: TaskEvent,
    },
    /// Requests were handed in as a batch, are waited for, or came back.
    Batch(BatchEvent),
    /// A task failed, and this is done about it.
    Policy {
        /// The chapter's number, from one.
        chapter: u32,
        /// Why it failed.
        failure: TaskFailure,
        /// What is done.
        remedy: Remedy,
        /// How many paragraphs it is about.
        n_paragraphs: usize,
    },
    /// The run came to rest.
    Ended(Report),
}

/// What is done about a failed task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// The chunk is split in two.
    Split,
    /// Another model tries.
    Fallback {
        /// Which.
        model: String,
    },
    /// The same model tries, and hands over its work in another form.
    OtherForm {
        /// Which.
        form: Delivery,
    },
    /// The paragraphs are tried again when everything else is done.
    Later,
    /// The chunk waits until less is under way at once.
    Narrow,
    /// The paragraphs stay as they are, with the reason written down.
    LeavePending,
    StopRun,
}

impl Remedy {
    /// The word for it in events.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Fallback { .. } => "fallback",
            Self::OtherForm { .. } => "other_form",
            Self::Later => "later",
            Self::Narrow => "narrow",
            Self::LeavePending => "leave",
            Self::StopRun => "stop",
        }
    }
}
