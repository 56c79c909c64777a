//! How work ended: the words of the library, as types.

use std::fmt;

/// What has become of one assigned paragraph, without the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerState {
    /// Nothing yet.
    Pending,
    /// A version was accepted and saved.
    Accepted,
    /// Deliberately left as it is.
    Kept,
    /// Given up.
    Failed,
}

impl LedgerState {
    const ALL: [Self; 4] = [Self::Pending, Self::Accepted, Self::Kept, Self::Failed];

    /// The word for it in the store and in listings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Kept => "kept",
            Self::Failed => "failed",
        }
    }

    /// The state of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    /// Whether the paragraph needs nothing more from its task.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Accepted | Self::Kept)
    }
}

/// How a task ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskEnd {
    /// Everything it was given is settled.
    Finished,
    /// It could not go on.
    Failed {
        /// Why.
        reason: String,
    },
}

impl TaskEnd {
    /// The end of a text as the library keeps it.
    pub fn from_word(text: &str) -> Option<Self> {
        match text.strip_prefix("failed: ") {
            Some(reason) => Some(Self::Failed { reason: reason.to_owned() }),
            None => (text == "finished").then_some(Self::Finished),
        }
    }
}

impl fmt::Display for TaskEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished => f.write_str("finished"),
            Self::Failed { reason } => write!(f, "failed: {reason}"),
        }
    }
}

/// How a run, or one session of it, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// Everything is settled.
    Finished,
    /// It went through everything; some paragraphs remain.
    Unresolved,
    /// The budget is used up.
    Budget,
    /// A person stopped it, or a question waits for one.
    Interrupted,
    /// It could not go on.
    Failed,
    /// It never began because another run works on the book.
    TurnedAway,
}

impl RunOutcome {
    const ALL: [Self; 6] =
        [Self::Finished, Self::Unresolved, Self::Budget, Self::Interrupted, Self::Failed, Self::TurnedAway];

    /// The word for it in the store and in listings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Unresolved => "unresolved",
            Self::Budget => "budget",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
            Self::TurnedAway => "turned away",
        }
    }

    /// The outcome of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == word)
    }

    /// Whether there is nothing to resume.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::TurnedAway)
    }
}
