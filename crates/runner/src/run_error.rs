//! Why a run could not begin or go on.

use book::id::RunId;
use messages::{Explain, Message};
use std::error::Error;
use std::fmt;
use store::error::StoreError;
use task::driver::TaskError;

/// Why a run could not even begin, or broke off.
#[derive(Debug)]
pub enum RunError {
    /// The library failed.
    Store(StoreError),
    /// A task could not go on.
    Task(TaskError),
    /// A limit in money, and a model without a price.
    NoPrice { model: String },
    /// No model was given.
    NoModel,
    /// Batches could not be kept in the library or read from it.
    Batches {
        /// Why.
        detail: String,
    },
    /// A service that has a batch did not do what it was asked for.
    Service(llm::Failure),
    /// A worker was lost.
    Broken(tokio::task::JoinError),
    /// The run only reads the book.
    Survey { run: RunId },
    /// The run is a rehearsal and was to go on with a real model, or the other way round.
    OtherLayer { run: RunId },
    /// The stored wish cannot be read.
    UnreadableSpec {
        run: RunId,
        /// What is wrong.
        source: serde_json::Error,
    },
}

impl Explain for RunError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Task(error) => error.message(),
            Self::NoPrice { model } => Message::new("no_price").with("model", model),
            Self::NoModel => Message::new("no_model"),
            Self::Service(failure) => failure.message(),
            Self::Batches { detail } => Message::new("batches_lost").with("detail", detail),
            Self::Broken(error) => Message::new("worker_lost").with("detail", error),
            Self::Survey { run } => Message::new("is_survey").with("run", run),
            Self::OtherLayer { run } => Message::new("rehearsal_stays_one").with("run", run),
            Self::UnreadableSpec { run, source } => {
                Message::new("unreadable_spec").with("run", run).with("detail", source)
            }
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for RunError {}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TaskError> for RunError {
    fn from(error: TaskError) -> Self {
        Self::Task(error)
    }
}

impl From<tokio::task::JoinError> for RunError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Broken(error)
    }
}
