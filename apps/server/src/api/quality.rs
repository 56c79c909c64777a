//! The quality of a whole book, as it travels.

use serde::Serialize;
use utoipa::ToSchema;

/// The quality of a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Quality {
    /// The language of the translation.
    pub(crate) target_language: String,
    /// Paragraphs that were looked at.
    pub(crate) n_checked: u64,
    /// Paragraphs that have no translation to look at.
    pub(crate) n_untranslated: u64,
    /// Open findings that a translation should not go out with.
    pub(crate) n_block: u64,
    /// Open findings a person should look at.
    pub(crate) n_queue: u64,
    /// Remarks.
    pub(crate) n_info: u64,
    /// Findings a person lets stand.
    pub(crate) n_acknowledged: u64,
    /// How many paragraphs have findings.
    pub(crate) n_bad: u64,
    /// Checks that found something, gravest first.
    pub(crate) checks: Vec<CheckCount>,
    /// Every chapter, in reading order.
    pub(crate) chapters: Vec<ChapterQuality>,
    /// The worst paragraphs first.
    pub(crate) worst: Vec<BadParagraph>,
    /// What shows only over the whole book: names that drift, voices, forms of address.
    pub(crate) drift: Vec<QualityFinding>,
    /// What the runs on this book cost, latest first.
    pub(crate) runs: Vec<RunCost>,
}

/// How often a check found something.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckCount {
    /// The check's code, as in `B1`.
    pub(crate) check: String,
    /// `block`, `queue` or `info`; null in a chapter's row.
    pub(crate) severity: Option<String>,
    /// How often.
    pub(crate) n: u64,
}

/// A row of the map.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterQuality {
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// Its number, from one.
    pub(crate) chapter: u32,
    /// Its title, translated where it is.
    pub(crate) title: String,
    /// Paragraphs with a translation.
    pub(crate) n_translated: u32,
    /// Open findings in it.
    pub(crate) n_findings: u64,
    /// Open findings by check.
    pub(crate) findings: Vec<CheckCount>,
}

/// A paragraph with findings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BadParagraph {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// Its chapter's id.
    pub(crate) chapter_id: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// Its place in the chapter, from zero.
    pub(crate) paragraph_index: u32,
    /// The source as it is read.
    pub(crate) source: String,
    /// The translation as it is read.
    pub(crate) translation: String,
    /// What was found, gravest first.
    pub(crate) findings: Vec<QualityFinding>,
}

/// Something a check found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualityFinding {
    /// The check's code.
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
    /// The chapter's number; null for something about the whole book.
    pub(crate) chapter: Option<u32>,
    /// The paragraphs it is about.
    pub(crate) paragraphs: Vec<String>,
}

/// What a run cost.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunCost {
    /// The run.
    pub(crate) run: String,
    /// What it did: `translation`, `polish`, `proofreading`, `survey` or `fix`.
    pub(crate) kind: String,
    /// By which model.
    pub(crate) model: String,
    /// Tokens read.
    pub(crate) input_tokens: i64,
    /// Tokens of those that came from a cache.
    pub(crate) cached_input_tokens: i64,
    /// Tokens written.
    pub(crate) output_tokens: i64,
    /// In millionths of a dollar.
    pub(crate) cost_micros: i64,
}
