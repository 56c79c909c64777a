//! A version: one translation of one paragraph, appended and never overwritten, and who made it.

use crate::id::{RunId, TaskId, VersionId};
use serde::{Deserialize, Serialize};

/// Who made a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Author {
    /// A person's own words. Never replaced by a model.
    Person,
    /// A model, in a task of a run.
    Model {
        /// The model's name as the person configured it.
        model: String,
        /// What the task was doing.
        task_kind: TaskKind,
        /// The task, where the work was done inside one.
        task: Option<TaskId>,
        /// The run the task belongs to.
        run: Option<RunId>,
    },
    /// A model, in a conversation with a person.
    Assistant {
        /// The model's name as the person configured it.
        model: String,
    },
    /// Copied from an earlier translation of the same source text.
    Memory,
    /// Mended by the checks' own code, without a model.
    Checks,
}

/// The name of the model that only pretends to translate. What it writes is a rehearsal and never a version.
pub const REHEARSAL: &str = "rehearsal";

impl Author {
    /// Whether it is the model that only pretends to translate.
    pub fn is_rehearsal(&self) -> bool {
        match self {
            Self::Model { model, .. } | Self::Assistant { model } => model == REHEARSAL,
            Self::Person | Self::Memory | Self::Checks => false,
        }
    }
}

/// The three kinds of task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// From source to target.
    Translation,
    /// From a translation to a better one, for style.
    Polish,
    /// From a translation to a correct one, for faults.
    Proofreading,
}

impl TaskKind {
    /// All kinds, in the order a book goes through them.
    pub const ALL: [Self; 3] = [Self::Translation, Self::Polish, Self::Proofreading];

    /// The word for it in the store and in prompts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Polish => "polish",
            Self::Proofreading => "proofreading",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What becomes of a new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// It becomes the paragraph's translation.
    Select,
    /// It becomes the paragraph's translation unless a version newer than this one, or any where this is none, is that by
    /// then. Such a version its author has not seen, so it waits beside it as a suggestion.
    SelectOver(Option<VersionId>),
    /// It waits beside the selected one until a person accepts it.
    Suggest,
    /// It is kept among the versions and nobody is asked about it.
    Beside,
}
