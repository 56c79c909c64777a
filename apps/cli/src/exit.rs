//! The exit codes: a contract with scripts.

use std::process::ExitCode;

/// How the program leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done.
    Done,
    /// It failed.
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
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct WrongUsage(pub(crate) String);

/// The person would not wait.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; everything accepted is kept\nhint: `tsumugi resume` goes on")]
pub(crate) struct Interrupted;
