//! Versions of a paragraph as they travel, and what people do with them.

use crate::api::paragraph::{Paragraph, Piece};
use crate::api::people::Person;
use crate::api::review::ReviewState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One translation of a paragraph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Version {
    /// The version's id.
    pub(crate) id: String,
    /// Its text, marked.
    pub(crate) translation: String,
    /// Its text in pieces.
    pub(crate) pieces: Vec<Piece>,
    /// Who made it: `person`, `memory`, or a model's name.
    pub(crate) author: String,
    /// In a team, the person who did it, or for whom a model did.
    pub(crate) person: Option<Person>,
    /// What kind of task made it.
    pub(crate) task_kind: Option<String>,
    /// The run it was made in.
    pub(crate) run: Option<String>,
    /// Whether it is the translation.
    pub(crate) selected: bool,
    /// `ordinary`, `suggestion` or `rejected`.
    pub(crate) standing: String,
    /// Whether it was made from other words than the source has now.
    pub(crate) stale: bool,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
    /// How far it is, as a person says.
    pub(crate) review: ReviewState,
    /// When a person said so, in milliseconds since 1970; null for a draft.
    pub(crate) reviewed_at_ms: Option<i64>,
    /// Who said so; null for a draft.
    pub(crate) reviewed_by: Option<String>,
}

/// The versions of a paragraph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Versions {
    /// All of them, oldest first.
    pub(crate) items: Vec<Version>,
    /// What the source said in earlier editions, oldest first.
    pub(crate) former_sources: Vec<String>,
}

/// A person's translation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersion {
    /// The text, with the source's tags.
    pub(crate) text: String,
    /// The selected version the person was looking at; null where there was none.
    pub(crate) based_on: Option<String>,
}

/// Which version is to be the translation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectionRequest {
    /// The version, or null for none.
    pub(crate) version: Option<String>,
    /// The selected version the person was looking at; null where there was none.
    pub(crate) based_on: Option<String>,
}

/// Whether models may change a paragraph.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LockRequest {
    /// Locked or not.
    pub(crate) locked: bool,
}

/// What is to become of a suggestion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judgement {
    /// Whether it becomes the translation; otherwise it is turned down.
    pub(crate) accept: bool,
}

/// What came of a change to one paragraph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Changed {
    /// The paragraph as it is now.
    pub(crate) paragraph: Paragraph,
    /// The change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
    /// Why the text that was written is a suggestion: `approved` where only editors change what stands there, `assigned` where
    /// the chapter was given to somebody else. Null where it became the translation.
    pub(crate) suggested: Option<String>,
}

/// A suggestion that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestion {
    /// The paragraph with what stands there now.
    pub(crate) paragraph: Paragraph,
    /// What is suggested.
    pub(crate) suggestion: Version,
}
