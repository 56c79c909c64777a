//! The exit codes: a contract with scripts.

use messages::{Explain, Message};
use std::error::Error;
use std::fmt;
use std::process::ExitCode;

/// How the program leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done.
    Done,
    Failed,
    /// What was typed makes no sense.
    WrongUsage,
    /// It went through everything, but paragraphs remain.
    Unresolved,
    /// It stopped at a budget.
    Budget,
    /// A person stopped it.
    Interrupted,
}

impl Exit {
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::WrongUsage => 2,
            Self::Unresolved => 3,
            Self::Budget => 4,
            Self::Interrupted => 130,
        })
    }
}

/// A mistake in what was typed that only the command could see.
#[derive(Debug)]
pub(crate) struct WrongUsage(pub(crate) Message);

impl Explain for WrongUsage {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

/// The person would not wait.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl Explain for Interrupted {
    fn message(&self) -> Message {
        Message::new("interrupted")
    }
}

messages::shown_as_message!(WrongUsage, Interrupted);

/// What was tried, in words of the catalogue, with what came in the way.
#[derive(Debug)]
pub(crate) struct ExplainedError {
    message: Message,
    cause: anyhow::Error,
}

impl Explain for ExplainedError {
    fn message(&self) -> Message {
        self.message.clone()
    }
}

impl fmt::Display for ExplainedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl Error for ExplainedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.cause.as_ref())
    }
}

/// Says what was tried when something fails.
pub(crate) trait WithMessage<T> {
    /// The same, with `message` in front of the error.
    fn with_message(self, message: impl FnOnce() -> Message) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> WithMessage<T> for Result<T, E> {
    fn with_message(self, message: impl FnOnce() -> Message) -> anyhow::Result<T> {
        self.map_err(|cause| ExplainedError { message: message(), cause: cause.into() }.into())
    }
}
