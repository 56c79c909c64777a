//! The history of a book as it travels: changes, undo, and replacing words everywhere.

use crate::api::people::Person;
use crate::problem::body::ParamValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One change: what is undone in one go.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Change {
    /// The change's id, as in `c12`.
    pub(crate) id: String,
    /// Who did it: `person`, `memory`, or a model's name.
    pub(crate) who: String,
    /// In a team, the person who did it, or for whom a model did.
    pub(crate) person: Option<Person>,
    /// What it was for, as the library keeps it.
    pub(crate) note: String,
    /// The same in the language of the request.
    pub(crate) words: String,
    /// The message that the note is in the catalogue; null where a program wrote words of its own.
    pub(crate) message: Option<&'static str>,
    /// What the message is about, by name.
    #[schema(value_type = std::collections::HashMap<String, ParamValue>)]
    pub(crate) params: BTreeMap<&'static str, ParamValue>,
    /// The run it was part of.
    pub(crate) run: Option<String>,
    /// Whether it was itself an undo.
    pub(crate) is_undo: bool,
    /// The change that took it back.
    pub(crate) undone_by: Option<String>,
    /// How many things it changed.
    pub(crate) n_effects: u64,
    /// The paragraphs it changed, at most fifty.
    pub(crate) paragraphs: Vec<String>,
    /// Where the first of them stands; null where there is none, or where a later edition dropped it.
    pub(crate) place: Option<ChangedPlace>,
    /// The number of the chapter in which the last of them stands.
    pub(crate) last_chapter: Option<u32>,
    /// When, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
}

/// Where a change begins.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedPlace {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// Its chapter's number, from one.
    pub(crate) chapter: u32,
}

/// What a change did to one translation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedText {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// The translation before; null where there was none.
    pub(crate) before: Option<String>,
    /// The translation after; null where there was none.
    pub(crate) after: Option<String>,
}

/// What to take back: one change, everything of a run, or the last change when both are left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {
    /// The change.
    #[serde(default)]
    pub(crate) change_id: Option<String>,
    /// The run.
    #[serde(default)]
    pub(crate) run: Option<String>,
}

/// What came of an undo.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Undone {
    /// The changes that were taken back, newest first.
    pub(crate) changes: Vec<String>,
    /// Undo this one to bring everything back.
    pub(crate) change_id: String,
    /// How many things have their former state again.
    pub(crate) n_restored: u64,
    /// How many were left alone because something newer stands there.
    pub(crate) n_left_alone: u64,
}

/// Words to be replaced in translations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct ReplaceRequest {
    /// What to look for, letter by letter.
    pub(crate) find: String,
    /// Upper and lower case count as the same.
    #[serde(default)]
    pub(crate) ignore_case: bool,
    /// Only where no letter or digit stands before or after.
    #[serde(default)]
    pub(crate) whole_word: bool,
    /// `find` is a regular expression, and `$1` in `replace` stands for its first group.
    #[serde(default)]
    pub(crate) regex: bool,
    /// What to put there.
    pub(crate) replace: String,
    /// Only show what would change.
    #[serde(default)]
    pub(crate) preview: bool,
    /// Only in these chapters, by id; in all when left out.
    #[serde(default)]
    pub(crate) chapters: Vec<String>,
    /// Only in these paragraphs, by id; in all when left out.
    #[serde(default)]
    pub(crate) paragraphs: Vec<String>,
}

/// What was replaced, or would be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Replaced {
    /// The paragraphs, in reading order, at most a thousand.
    pub(crate) changes: Vec<Replacement>,
    /// How many paragraphs in all.
    pub(crate) n_changes: u64,
    /// How many paragraphs are locked and stay.
    pub(crate) n_locked: u64,
    /// The change, to undo it; null for a preview.
    pub(crate) change_id: Option<String>,
}

/// One paragraph before and after.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Replacement {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// The translation before.
    pub(crate) before: String,
    /// The translation after.
    pub(crate) after: String,
}
