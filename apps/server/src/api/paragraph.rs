//! Paragraphs as they travel: marked text only, never the book's own HTML.

use crate::api::review::ReviewState;
use serde::Serialize;
use utoipa::ToSchema;

/// A paragraph with what stands for it now.
///
/// Texts are marked: numbered tags as in `<1>…</1>` and `<2/>`, ruby as `{base|reading}` written by the library's own
/// rules. They are data; a page puts them into the document as text, piece by piece.
#[expect(
    clippy::struct_field_names,
    reason = "these are the names the tools give a model, and one idea has one name"
)]
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Paragraph {
    /// The paragraph's id.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// Its place in the chapter, from zero, empty paragraphs counted.
    pub(crate) paragraph_index: u32,
    /// What sort of block it is.
    pub(crate) kind: String,
    /// The source, marked.
    pub(crate) text: String,
    /// The source in pieces, ready to be shown.
    pub(crate) pieces: Vec<Piece>,
    /// The selected translation, marked.
    pub(crate) translation: Option<String>,
    /// The selected translation in pieces.
    pub(crate) translation_pieces: Option<Vec<Piece>>,
    /// The placeholder of a rehearsal, marked. It is no translation.
    pub(crate) rehearsal: Option<String>,
    /// The placeholder of a rehearsal in pieces.
    pub(crate) rehearsal_pieces: Option<Vec<Piece>>,
    /// Whether there is nothing in it to translate.
    pub(crate) is_empty: bool,
    /// The id of the selected version.
    pub(crate) version: Option<String>,
    /// Who made the selected version: `person`, `memory`, or a model's name.
    pub(crate) author: Option<String>,
    /// How far its translation is; null where there is none.
    pub(crate) review: Option<ReviewState>,
    /// Whether it is locked against every model.
    pub(crate) locked: bool,
    /// Why its translation is stale, if it is.
    pub(crate) stale: Option<String>,
    /// How many versions it has.
    pub(crate) n_versions: u32,
    /// How many suggestions wait beside its translation.
    pub(crate) n_suggestions: u32,
    /// How many comments are open.
    pub(crate) n_comments: u32,
    /// What checks found in it and nobody has acknowledged.
    pub(crate) findings: Vec<ParagraphFinding>,
}

/// A piece of marked text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "piece", rename_all = "snake_case")]
pub(crate) enum Piece {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// Words with a reading beside them.
    Ruby {
        /// The words.
        base: String,
        /// The reading.
        reading: String,
    },
    /// Where inline markup begins.
    Open {
        /// The tag's number.
        number: u16,
        /// What it stands for: `emphasis`, `link`, `note_mark` or `other`.
        tag: String,
    },
    /// Where it ends.
    Close {
        /// The tag's number.
        number: u16,
    },
    /// A tag without words: a line break, a picture.
    Void {
        /// The tag's number.
        number: u16,
        /// What it stands for: `break`, `image`, `note_mark` or `other`.
        tag: String,
    },
}

/// Something a check found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ParagraphFinding {
    /// The check's code, as in `B1`.
    pub(crate) check: String,
    /// `block`, `queue` or `info`.
    pub(crate) severity: String,
    /// What is wrong, for a person, in English.
    pub(crate) sentence: String,
    /// What is wrong, for a person, in Chinese.
    pub(crate) sentence_zh: String,
    /// What a model is told, in English.
    pub(crate) message: String,
    /// What a model is told, in Chinese.
    pub(crate) message_zh: String,
    /// Where in the translation, in bytes of its marked text.
    pub(crate) span: Option<[u64; 2]>,
    /// Where the words it is about stand in the source, in characters of its text without markup.
    pub(crate) source_spans: Vec<[u64; 2]>,
    /// Where they stand in the translation, in characters of its text without markup.
    pub(crate) spans: Vec<[u64; 2]>,
}

/// A translation that would be made from something else today.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaleParagraph {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// `source`, `language`, `instructions` or `terms`.
    pub(crate) reason: String,
    /// The words or names that were decided on since.
    pub(crate) terms: Vec<String>,
    /// Whether a newer version already waits for a person.
    pub(crate) newer_waits: bool,
    /// The source, marked.
    pub(crate) text: String,
    /// The translation, marked.
    pub(crate) translation: Option<String>,
}

/// A paragraph that contains what was looked for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchHit {
    /// The paragraph.
    #[serde(flatten)]
    pub(crate) paragraph: Paragraph,
    /// Whether the source matches.
    pub(crate) in_source: bool,
    /// Whether the translation matches.
    pub(crate) in_translation: bool,
    /// Where in the source, in characters of its text without markup.
    pub(crate) source_spans: Vec<[u64; 2]>,
    /// Where in the translation, in characters of its text without markup.
    pub(crate) spans: Vec<[u64; 2]>,
}

/// A page of what was found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchResults {
    /// The paragraphs, in reading order.
    pub(crate) items: Vec<SearchHit>,
    /// Give this as `cursor` for the next page; null when there is none.
    pub(crate) next: Option<String>,
    /// How much there is in all; with the first page only.
    pub(crate) counts: Option<SearchCounts>,
}

/// How often something stands in a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchCounts {
    /// Paragraphs.
    pub(crate) n_paragraphs: u64,
    /// Places in them.
    pub(crate) n_places: u64,
    /// Places by chapter, in reading order; chapters without any are left out.
    pub(crate) chapters: Vec<ChapterPlaces>,
    /// Whether everything was counted; a search stops counting after twenty thousand paragraphs.
    pub(crate) is_whole: bool,
}

/// How often something stands in a chapter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterPlaces {
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// How many places.
    pub(crate) n_places: u64,
}

/// Where in a chapter something waits. Each list has spans of indexes, first and last, in order and apart.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Outline {
    /// How many paragraphs the chapter has, empty ones counted.
    pub(crate) n_paragraphs: u32,
    /// Paragraphs without anything to translate.
    pub(crate) empty: Vec<[u32; 2]>,
    /// Text without a translation.
    pub(crate) open: Vec<[u32; 2]>,
    /// What checks found and nobody has acknowledged.
    pub(crate) findings: Vec<[u32; 2]>,
    /// Suggestions that wait.
    pub(crate) suggestions: Vec<[u32; 2]>,
    /// Translations that are stale.
    pub(crate) stale: Vec<[u32; 2]>,
    /// Translations nobody has reviewed yet.
    pub(crate) draft: Vec<[u32; 2]>,
    /// Translations that need work, as a person says.
    pub(crate) needs_work: Vec<[u32; 2]>,
    /// Translations a person has reviewed.
    pub(crate) reviewed: Vec<[u32; 2]>,
    /// Translations an editor has approved.
    pub(crate) approved: Vec<[u32; 2]>,
    /// Text without a translation that has the placeholder of a rehearsal.
    pub(crate) rehearsed: Vec<[u32; 2]>,
}
