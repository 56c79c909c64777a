//! Why a task could not go on.

use crate::machine::MachineRestoreError;
use book::id::TaskId;
use messages::{Explain, Message};
use std::error::Error;
use std::fmt;
use store::error::StoreError;

/// Why a loop could not go on; nothing that was committed is lost.
#[derive(Debug)]
pub enum TaskError {
    /// The library failed.
    Store(StoreError),
    /// The stored machine cannot go on.
    Restore {
        task: TaskId,
        /// What is wrong with it.
        source: MachineRestoreError,
    },
    /// A machine or a line of its transcript cannot be written down.
    Unstorable(serde_json::Error),
}

impl Explain for TaskError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Restore { task, source } => {
                Message::new("task_not_restored").with("task", task).with("detail", source)
            }
            Self::Unstorable(error) => Message::new("task_not_storable").with("detail", error),
        }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for TaskError {}

impl From<StoreError> for TaskError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<serde_json::Error> for TaskError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unstorable(error)
    }
}
