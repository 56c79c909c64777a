//! What a person asks of every translation of a book or chapter, as it travels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is asked of a book and of its chapters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Instructions {
    /// What is asked of every book of its series; empty where nothing is.
    pub(crate) series: String,
    /// What is asked of the whole book; empty where nothing is.
    pub(crate) text: String,
    /// Chapters something is asked of, in reading order.
    pub(crate) chapters: Vec<ChapterInstructions>,
}

/// What is asked of a chapter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterInstructions {
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// Its number, from one.
    pub(crate) chapter: u32,
    /// Its title in the source.
    pub(crate) title: String,
    /// What is asked for.
    pub(crate) text: String,
}

/// What is to be asked from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InstructionsRequest {
    /// The instructions; empty to take them away.
    pub(crate) text: String,
    /// What the person was looking at, empty for nothing; refused if something else stands there.
    #[serde(default)]
    pub(crate) based_on: Option<String>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InstructionsChanged {
    /// What is asked for now.
    pub(crate) text: String,
    /// The change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
}
