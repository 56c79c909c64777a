//! Translations edited elsewhere, as they travel: the form that brings a file back, and what became of each paragraph.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How the file is to be.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExchangeQuery {
    /// The format; XLIFF when left out.
    #[serde(default)]
    #[param(inline)]
    pub(crate) format: Option<EditFormat>,
}

/// A format for editing elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EditFormat {
    /// XLIFF 2.1.
    Xliff,
    /// A table, values between commas.
    Csv,
    /// A workbook.
    Xlsx,
    /// A document with a table.
    Docx,
    /// A translation memory.
    Tmx,
}

/// A file that comes back.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "the form is read field by field; this describes it")]
pub(crate) struct ExchangeForm {
    /// The file: XLIFF, CSV, XLSX, DOCX or TMX.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
    /// The encoding of a CSV file, where the detected one is wrong.
    pub(crate) encoding: Option<String>,
    /// `true` only shows what would be done.
    pub(crate) preview: Option<String>,
}

/// What a file did, or would do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExchangeTaken {
    /// What the file is.
    pub(crate) format: String,
    /// How many units it has.
    pub(crate) n_units: u64,
    /// How many say nothing new.
    pub(crate) n_unchanged: u64,
    /// How many texts become the translation.
    pub(crate) n_taken: u64,
    /// How many become suggestions, because something else stands here.
    pub(crate) n_conflicts: u64,
    /// How many are not taken.
    pub(crate) n_left_out: u64,
    /// The paragraphs that say something new, in the order of the file, at most a thousand.
    pub(crate) rows: Vec<ExchangeRow>,
    /// What was passed over while reading, at most a hundred.
    pub(crate) findings: Vec<String>,
    /// The change, to undo it; null for a preview and where nothing was to do.
    pub(crate) change_id: Option<String>,
}

/// A paragraph of which a file says something new.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExchangeRow {
    /// The id the file gives.
    pub(crate) paragraph_id: String,
    /// Its chapter; null where the book has no such paragraph.
    pub(crate) chapter_id: Option<String>,
    /// Where it stands in the file.
    pub(crate) place: String,
    /// What becomes of its text: `taken`, `suggested`, `left_out` or `same`.
    pub(crate) verdict: String,
    /// Why it is not simply taken.
    pub(crate) why: Option<String>,
    /// What is wrong with its tags.
    pub(crate) faults: Vec<String>,
    /// The translation here.
    pub(crate) here: Option<String>,
    /// The translation in the file.
    pub(crate) there: String,
    /// What people said about it elsewhere.
    pub(crate) comment: Option<String>,
    /// The state it gets.
    pub(crate) state: Option<String>,
}
