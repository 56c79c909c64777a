//! The stages of a task and the moves between them: one table, used by the tool and by the loop alike.

use crate::text::version::TaskKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Where a task stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Reading the assignment.
    #[default]
    Planning,
    /// Looking things up, writing down terms, characters and memories.
    Preparing,
    /// Submitting.
    Working,
    /// Looking over what was submitted (translation only).
    Review,
    /// Done.
    End,
}

impl Status {
    /// All stages in order.
    pub const ALL: [Self; 5] = [Self::Planning, Self::Preparing, Self::Working, Self::Review, Self::End];

    /// The word a model uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Planning => "planning",
            Self::Preparing => "preparing",
            Self::Working => "working",
            Self::Review => "review",
            Self::End => "end",
        }
    }

    /// The legal next stages, by kind of task. This is the whole machine.
    pub const fn next_moves(self, kind: TaskKind) -> &'static [Self] {
        match (self, kind) {
            (Self::Planning, _) => &[Self::Preparing],
            (Self::Preparing, _) => &[Self::Working],
            (Self::Working, TaskKind::Translation) => &[Self::Review],
            (Self::Working, TaskKind::Polish | TaskKind::Proofreading) => &[Self::End],
            (Self::Review, TaskKind::Translation) => &[Self::Working, Self::End],
            (Self::Review, TaskKind::Polish | TaskKind::Proofreading) | (Self::End, _) => &[],
        }
    }

    /// Whether the move is in the table.
    pub fn may_move_to(self, to: Self, kind: TaskKind) -> bool {
        self.next_moves(kind).contains(&to)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Text that names no stage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no task status; the statuses are `planning`, `preparing`, `working`, `review` and `end`")]
pub struct InvalidStatus(String);

impl FromStr for Status {
    type Err = InvalidStatus;

    fn from_str(text: &str) -> Result<Self, InvalidStatus> {
        let word = text.trim();
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(word))
            .ok_or_else(|| InvalidStatus(word.to_owned()))
    }
}

/// How much ceremony a task takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// No preparing, no review.
    Quick,
    /// A submission implies the moves before it; a review is bought only when a check found something.
    #[default]
    Standard,
    /// Every stage is explicit.
    Careful,
}

impl Effort {
    /// The word for it on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Careful => "careful",
        }
    }
}
