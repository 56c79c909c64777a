//! A whole book under the checks, on demand and with no model: every translated paragraph by itself, then the book.

use crate::judge::CheckContext;
use crate::kept_findings;
use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use book::text::markup::Marked;
use checks::check::{Finding, Severity};
use checks::dictionary::Complaint;
use checks::reader::{Places, places};
use std::collections::HashMap;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// What a check found, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct BookFinding {
    /// The chapter's number, from one; `None` when it is about the whole book.
    pub chapter: Option<u32>,
    /// The paragraphs it is about; empty when it is about a whole chapter or book.
    pub paragraphs: Vec<ParagraphId>,
    /// The title of the chapter or the book it is about, with its translation, where it is about one.
    pub title: Option<(String, String)>,
    /// What was found.
    pub finding: Finding,
    /// Where the words it is about stand in the paragraph or title and its translation.
    pub places: Places,
    /// The model whose opinion it is, where it is one.
    pub opinion_of: Option<String>,
    /// Why a person lets it stand, where one does and the words are still the same.
    pub acknowledged: Option<String>,
    /// By how many spreads the paragraph's translation is longer than expected, where it is about one paragraph.
    pub length_z: Option<f64>,
}

impl BookFinding {
    /// A finding about several paragraphs, a chapter or the book.
    pub fn new(chapter: Option<u32>, paragraphs: Vec<ParagraphId>, finding: Finding) -> Self {
        Self {
            chapter,
            paragraphs,
            title: None,
            finding,
            places: Places::default(),
            opinion_of: None,
            acknowledged: None,
            length_z: None,
        }
    }

    /// The same, with the words marked in this source and its translation.
    #[must_use]
    pub fn in_words(mut self, source: &str, translation: &str) -> Self {
        self.places = places(&self.finding, source, translation);
        self
    }
}

/// What a checkup came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BookFindings {
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
    /// Translator's notes in the translations, where the style allows them.
    pub n_notes: usize,
    /// The same counts for each chapter, by its number.
    pub of_chapters: HashMap<u32, ChapterCounts>,
    /// What was found, in reading order; what concerns the whole book comes last.
    pub findings: Vec<Arc<BookFinding>>,
    /// The dictionary that was used, with how many words it has.
    pub dictionary: Option<(String, usize)>,
    /// What was wrong with a dictionary that should have been.
    pub complaint: Option<Complaint>,
}

/// How much of a chapter was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChapterCounts {
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
}

/// Checks every translated paragraph of a book.
#[boxed]
pub async fn check_book<'a>(
    library: &'a Library,
    book: &BookSummary,
    check_context: CheckContext<'a>,
) -> Result<BookFindings, StoreError> {
    Ok(kept_findings::check(library, book, check_context, None).await?.0)
}

/// A mark of a paragraph's source and translation together.
pub fn digest(source: &Marked, translation: &Marked) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(source.as_str().as_bytes()).update(&[0]).update(translation.as_str().as_bytes());
    hasher.finalize().to_hex().chars().take(32).collect()
}

/// How many findings there are of each severity, gravest first.
pub fn count(findings: &[Arc<BookFinding>]) -> [(Severity, usize); 3] {
    [Severity::Block, Severity::Queue, Severity::Info]
        .map(|severity| (severity, findings.iter().filter(|one| one.finding.severity == severity).count()))
}
