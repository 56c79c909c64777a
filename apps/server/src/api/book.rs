//! Books and chapters as they travel.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A book in the library's list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BookCard {
    /// The book's id.
    pub(crate) id: String,
    /// The source's title.
    pub(crate) title: String,
    /// The translated title.
    pub(crate) title_translation: Option<String>,
    /// The author.
    pub(crate) author: Option<String>,
    /// The series that owns its knowledge.
    pub(crate) series: String,
    /// The language of the source.
    pub(crate) source_language: Option<String>,
    /// The language translated into.
    pub(crate) target_language: Option<String>,
    /// The format it came in: `epub`, `docx`, `odt`, `text`, `aozora`, `markdown`, `html`, `srt` …; for several texts `text-folder` and the like.
    pub(crate) format: String,
    /// The name of its file.
    pub(crate) file_name: String,
    /// How many chapters.
    pub(crate) n_chapters: u32,
    /// How many paragraphs have text.
    pub(crate) n_paragraphs: u32,
    /// How many paragraphs are work for a model or a person; the same as `n_paragraphs` in this version.
    pub(crate) n_work: u32,
    /// How many have a translation.
    pub(crate) n_translated: u32,
    /// How many of the translations a person has reviewed, approved ones among them.
    pub(crate) n_reviewed: u32,
    /// How many of those an editor has approved.
    pub(crate) n_approved: u32,
    /// How many of the translations need work, as a person says. The rest of them are drafts.
    pub(crate) n_needs_work: u32,
    /// How many without a translation have the placeholder of a rehearsal. It is no translation.
    pub(crate) n_rehearsed: u32,
    /// The placeholder a rehearsal gave its title.
    pub(crate) rehearsed_title: Option<String>,
    /// How many translations were made from other words, or into another language, than would be used today.
    pub(crate) n_stale: u32,
    /// What all runs on it have cost, in millionths of a dollar.
    pub(crate) cost_micros: i64,
    /// When it was imported, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
    /// When anything was last done to it, in milliseconds since 1970.
    pub(crate) last_activity_ms: i64,
    /// The run that works on it now in this program.
    pub(crate) running_run: Option<String>,
    /// Whether it has a cover to show.
    pub(crate) has_cover: bool,
}

/// A book with its chapters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookPage {
    /// The book.
    #[serde(flatten)]
    pub(crate) book: BookCard,
    /// Its chapters in reading order.
    pub(crate) chapters: Vec<ChapterCard>,
}

/// A chapter in a book's list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterCard {
    /// The chapter's id.
    pub(crate) id: String,
    /// Its place in the book, from one.
    pub(crate) number: u32,
    /// The source's title; empty where the book gives none.
    pub(crate) title: String,
    /// The translated title.
    pub(crate) title_translation: Option<String>,
    /// The volume it belongs to.
    pub(crate) volume: Option<String>,
    /// `front`, `body` or `back`.
    pub(crate) matter: String,
    /// How many paragraphs, empty ones included.
    pub(crate) n_paragraphs: u32,
    /// How many of them have text.
    pub(crate) n_work: u32,
    /// How many have a translation.
    pub(crate) n_translated: u32,
    /// How many of the translations a person has reviewed, approved ones among them.
    pub(crate) n_reviewed: u32,
    /// How many of those an editor has approved.
    pub(crate) n_approved: u32,
    /// How many of the translations need work, as a person says. The rest of them are drafts.
    pub(crate) n_needs_work: u32,
    /// How many without a translation have the placeholder of a rehearsal.
    pub(crate) n_rehearsed: u32,
    /// The placeholder a rehearsal gave its title.
    pub(crate) rehearsed_title: Option<String>,
    /// How many findings are open in it; null until the book was checked.
    pub(crate) n_findings: Option<u32>,
    /// What runs have cost in it, in millionths of a dollar.
    pub(crate) cost_micros: i64,
}

/// A book to import.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it describes the form's fields; the form itself is read piece by piece")]
pub(crate) struct ImportForm {
    /// The file; its name is the form field's file name.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
    /// The language it is in, when the detected one is wrong.
    pub(crate) from: Option<String>,
    /// The language to translate into.
    pub(crate) to: Option<String>,
    /// The encoding of a text file, when the detected one is wrong.
    pub(crate) encoding: Option<String>,
    /// Whether the lines of a text were wrapped by hand and are to be joined, `yes` or `no`, when that was decided wrongly.
    pub(crate) wrapped: Option<String>,
    /// What the headings of a text look like, as a regular expression, when its chapters were not found.
    pub(crate) heading: Option<String>,
    /// The columns of a table, or the paths in a JSON file, that are text; several with a comma between.
    pub(crate) text: Option<String>,
    /// The column, or the name of the value beside it, that translations are written to.
    pub(crate) into: Option<String>,
    /// The series it belongs to; made if there is none.
    pub(crate) series: Option<String>,
    /// The book it is a newer edition of; that book keeps its translations.
    pub(crate) revises: Option<String>,
    /// Whether it is one although it keeps less than half of the book's lines, `yes` or `no`.
    pub(crate) force: Option<String>,
}

/// A book that was imported.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportedBook {
    /// The book.
    pub(crate) book: BookCard,
    /// The encoding it was read in.
    pub(crate) encoding: Option<String>,
    /// What was noticed while reading, most important first, at most a hundred.
    pub(crate) findings: Vec<String>,
    /// How many things were noticed.
    pub(crate) n_findings: u32,
    /// What became of the lines, when it revised a book.
    pub(crate) revision: Option<RevisionReport>,
}

/// What a newer edition came to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionReport {
    /// Which revision it is, from one.
    pub(crate) revision: u32,
    /// Lines that are the same.
    pub(crate) n_same: u64,
    /// Lines that moved.
    pub(crate) n_moved: u64,
    /// Lines with other words.
    pub(crate) n_changed: u64,
    /// Lines that are new.
    pub(crate) n_new: u64,
    /// Lines that are gone.
    pub(crate) n_removed: u64,
    /// Translations that are stale because of it.
    pub(crate) n_stale: u32,
}

/// What is to change about a book; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookPatch {
    /// The language to translate into.
    #[serde(default)]
    pub(crate) target_language: Option<String>,
    /// The title in the book's own language, corrected.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The translated title; an empty text takes it away.
    #[serde(default)]
    pub(crate) title_translation: Option<String>,
    /// The series to put it into; it is made where there is none.
    #[serde(default)]
    pub(crate) series: Option<String>,
}

/// A book in the trash.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RemovedBook {
    /// The book.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// The language it is translated into.
    pub(crate) target_language: Option<String>,
    /// The name of the file it came from.
    pub(crate) file_name: String,
    /// When it was removed, in milliseconds since 1970.
    pub(crate) removed_at_ms: i64,
    /// In how many days it is deleted.
    pub(crate) days_left: i64,
}

/// An edition of a book in another language.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditionRequest {
    /// The language to translate into.
    pub(crate) target_language: String,
}

/// What is to change about a chapter.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChapterPatch {
    /// The translated title; an empty text takes it away.
    pub(crate) title_translation: String,
}
