//! A translator's notes as they travel.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What becomes of a translator's notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NoteWord {
    /// They become footnotes of exported files.
    Footnotes,
    /// They are not wanted.
    None,
}

/// What is decided for a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotesPage {
    /// What was decided for this book; nothing where the style in the settings decides.
    pub(crate) choice: Option<NoteWord>,
    /// Whether notes become footnotes.
    pub(crate) footnotes: bool,
    /// How many notes people wrote into its translations.
    pub(crate) n_notes: u64,
}

/// A decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotesRequest {
    /// What is to become of notes; nothing leaves it to the style in the settings.
    #[serde(default)]
    pub(crate) choice: Option<NoteWord>,
}
