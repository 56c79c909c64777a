//! What the checks found, as it travels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something a check found, with the paragraph it is about.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// The paragraph; null for something about the whole book.
    pub(crate) paragraph_id: Option<String>,
    /// All paragraphs it is about.
    pub(crate) paragraph_ids: Vec<String>,
    /// The chapter's id; null for something about the whole book.
    pub(crate) chapter_id: Option<String>,
    /// The chapter's number, from one.
    pub(crate) chapter: Option<u32>,
    /// The check's code, as in `B1`.
    pub(crate) check: String,
    /// `block`, `queue` or `info`.
    pub(crate) severity: String,
    /// What people call the check, in English.
    pub(crate) name: String,
    /// What people call the check, in Chinese.
    pub(crate) name_zh: String,
    /// What is wrong, for a person, in English.
    pub(crate) sentence: String,
    /// What is wrong, for a person, in Chinese.
    pub(crate) sentence_zh: String,
    /// What a person can do, in English.
    pub(crate) advice: String,
    /// What a person can do, in Chinese.
    pub(crate) advice_zh: String,
    /// What a model is told, in English.
    pub(crate) message: String,
    /// What a model is told, in Chinese.
    pub(crate) message_zh: String,
    /// Whether it is about the title of the chapter or of the book; `text` and `translation` are the title's.
    pub(crate) is_title: bool,
    /// The model whose opinion it is; null for what the checks found.
    pub(crate) opinion_of: Option<String>,
    /// Where in the translation, in characters of its text without markup.
    pub(crate) span: Option<[u64; 2]>,
    /// Where the words it is about stand in the source, in characters of its text without markup.
    pub(crate) source_spans: Vec<[u64; 2]>,
    /// Where they stand in the translation, in characters of its text without markup.
    pub(crate) spans: Vec<[u64; 2]>,
    /// The source of the paragraph or title.
    pub(crate) text: Option<String>,
    /// Its translation.
    pub(crate) translation: Option<String>,
    /// Why a person lets it stand, if one does.
    pub(crate) acknowledged: Option<Acknowledged>,
}

/// Why a finding stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// The reason.
    pub(crate) reason: String,
}

/// How many findings there are, for a book and for each of its chapters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckSummary {
    /// Paragraphs that were checked.
    pub(crate) n_checked: u64,
    /// Paragraphs that have no translation yet.
    pub(crate) n_untranslated: u64,
    /// Translator's notes in the translations, where the style allows them.
    pub(crate) n_notes: u64,
    /// Open findings that a translation should not go out with.
    pub(crate) n_block: u64,
    /// Open findings a person should look at.
    pub(crate) n_queue: u64,
    /// Remarks.
    pub(crate) n_info: u64,
    /// The same by chapter, in reading order.
    pub(crate) chapters: Vec<ChapterFindings>,
    /// The dictionary that was used, where there is one for the two languages.
    pub(crate) dictionary: Option<UsedDictionary>,
    /// What was wrong with a dictionary that should have been used.
    pub(crate) dictionary_problem: Option<String>,
}

/// A dictionary the checks looked words up in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UsedDictionary {
    /// What people know it by.
    pub(crate) name: String,
    /// How many words it has.
    pub(crate) n_words: u64,
}

/// How many findings a chapter has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterFindings {
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// The chapter's number, from one.
    pub(crate) chapter: u32,
    /// Open findings that a translation should not go out with.
    pub(crate) n_block: u64,
    /// Open findings a person should look at.
    pub(crate) n_queue: u64,
    /// Remarks.
    pub(crate) n_info: u64,
}

/// Which findings are to stand, or to be open again.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AcknowledgeRequest {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The check's code; all of the paragraph when left out.
    #[serde(default)]
    pub(crate) check: Option<String>,
    /// Why; needed to let a finding stand.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AcknowledgedReply {
    /// How many findings.
    pub(crate) n_findings: u64,
    /// The change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
}
