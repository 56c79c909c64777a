//! A name changed everywhere, as it travels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a term is to be translated from now on, everywhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameTermRequest {
    /// The new translation.
    pub(crate) translation: String,
    /// An older translation that still stands in the text; the present one when left out.
    #[serde(default)]
    pub(crate) was: Option<String>,
    /// Only show what would change.
    #[serde(default)]
    pub(crate) preview: bool,
    /// Leave these paragraphs alone, by id.
    #[serde(default)]
    pub(crate) except: Vec<String>,
    /// The revision of the term that was looked at; refused if somebody else was faster.
    #[serde(default)]
    pub(crate) revision: Option<i64>,
}

/// How a character is to be called from now on, everywhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameCharacterRequest {
    /// The new translation of the name.
    pub(crate) translation: String,
    /// Which name, as in the source; the full one when left out.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// An older translation that still stands in the text; the present one when left out.
    #[serde(default)]
    pub(crate) was: Option<String>,
    /// Only show what would change.
    #[serde(default)]
    pub(crate) preview: bool,
    /// Leave these paragraphs alone, by id.
    #[serde(default)]
    pub(crate) except: Vec<String>,
    /// The revision of the character that was looked at; refused if somebody else was faster.
    #[serde(default)]
    pub(crate) revision: Option<i64>,
}

/// What was renamed, or would be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Renamed {
    /// What the history says about it.
    pub(crate) note: String,
    /// Every replacement that may be made.
    pub(crate) replacements: Vec<RenameShape>,
    /// The paragraphs that change, in reading order, at most a thousand.
    pub(crate) changed: Vec<RenamedParagraph>,
    /// How many paragraphs change in all.
    pub(crate) n_changed: u64,
    /// The paragraphs that are left as they are though their source has the name, at most a thousand.
    pub(crate) left: Vec<LeftParagraph>,
    /// How many are left in all.
    pub(crate) n_left: u64,
    /// Entries with the same word and the same translation, changed along.
    pub(crate) along: Vec<EntryRef>,
    /// The change of this book, to undo it; null for a preview.
    pub(crate) change_id: Option<String>,
    /// The changes of all books of the series, this book's first; empty for a preview.
    pub(crate) changes: Vec<BookChange>,
}

/// One replacement.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RenameShape {
    /// The words before.
    pub(crate) before: String,
    /// The words after.
    pub(crate) after: String,
}

/// A paragraph before and after.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RenamedParagraph {
    /// Its book.
    pub(crate) book: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The translation before.
    pub(crate) before: String,
    /// The translation after.
    pub(crate) after: String,
    /// How many places change in it.
    pub(crate) n_places: u64,
}

/// A paragraph that is left as it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeftParagraph {
    /// Its book.
    pub(crate) book: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its translation.
    pub(crate) translation: String,
    /// `locked`, `source_in_doubt`, `old_form_missing`, `shared_form`, `more_than_in_source`, `article` or `across_markup`.
    pub(crate) why: String,
    /// The same in words.
    pub(crate) message: String,
}

/// A term or character.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryRef {
    /// `term` or `character`.
    pub(crate) entry: String,
    /// Its id.
    pub(crate) id: String,
}

/// A change of one book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookChange {
    /// The book.
    pub(crate) book: String,
    /// The change, to undo it.
    pub(crate) change_id: String,
}
