//! What the checks found in each book, so that a page of text shows its findings without checking a whole book. Nothing is
//! shown of a text that has changed since.

use crate::api::paragraph::ParagraphFinding;
use crate::problem::Problem;
use crate::version_cache::VersionCache;
use axum::http::StatusCode;
use book::id::{BookId, ParagraphId};
use book::language::LanguageTag;
use checks::dictionary::Dictionaries;
use checks::reader::{self, ReaderLanguage};
use messages::Message;
use operations::book_findings::{BookFinding, BookFindings, check_book};
use operations::judge::CheckContext;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use store::change::Effect;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::stats::BookVersion;

/// The findings of so many books are kept.
const MAX_BOOKS: usize = 16;
/// After so many changes nothing of what was found is shown until the book is checked again.
const MAX_CHANGES: u32 = 200;

/// What was found, book by book.
pub(crate) struct FindingsCache {
    books: VersionCache<BookId, BookVersion, Arc<CachedFindings>>,
}

/// What was found in a book.
pub(crate) struct CachedFindings {
    pub(crate) findings: BookFindings,
    by_paragraph: HashMap<ParagraphId, Vec<usize>>,
}

/// What was found in a book and still holds.
pub(crate) struct KnownFindings {
    found: Arc<CachedFindings>,
    /// Paragraphs that were changed since.
    changed: HashSet<ParagraphId>,
}

impl Default for FindingsCache {
    fn default() -> Self {
        Self { books: VersionCache::new(MAX_BOOKS) }
    }
}

impl FindingsCache {
    /// What is known without checking anything: all but what is about text that has changed since.
    pub(crate) async fn known(
        &self,
        library: &Library,
        book: BookId,
    ) -> Result<Option<KnownFindings>, StoreError> {
        let Some((version, found)) = self.books.last(&book) else { return Ok(None) };
        let now = library.book_version(book).await?;
        if now.rest != version.rest {
            return Ok(None);
        }
        let changed = if now.change == version.change {
            Some(HashSet::new())
        } else {
            changed_since(library, book, &version).await?
        };
        Ok(changed.map(|changed| KnownFindings { found, changed }))
    }

    /// Checks a book, or gives what is known if nothing has changed since.
    pub(crate) async fn of(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        let state = async { Ok(library.book_version(book.id).await?) };
        self.books.get(library, book.id, state, Box::pin(check(library, dictionaries, book))).await
    }

    /// Checks a book.
    pub(crate) async fn anew(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        let state = async { Ok(library.book_version(book.id).await?) };
        self.books.make(library, book.id, state, Box::pin(check(library, dictionaries, book))).await
    }
}

async fn check(
    library: &Library,
    dictionaries: &Arc<dyn Dictionaries>,
    book: &BookSummary,
) -> Result<Arc<CachedFindings>, Problem> {
    // Whoever waited for somebody else's check may know the book as it was before.
    let book = library.book(book.id).await?;
    let target = translated_into(&book)?;
    let check_context = CheckContext { target: &target, dictionaries };
    Ok(Arc::new(CachedFindings::new(check_book(library, &book, check_context).await?)))
}

/// The paragraphs whose findings may be others now; none if there are too many changes to tell.
async fn changed_since(
    library: &Library,
    book: BookId,
    version: &BookVersion,
) -> Result<Option<HashSet<ParagraphId>>, StoreError> {
    let mut changes = library.changes_before(book, None, MAX_CHANGES).await?;
    changes.retain(|change| Some(change.id) > version.change);
    if changes.len() >= usize::try_from(MAX_CHANGES).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let effects = changes.iter().flat_map(|change| &change.effects);
    Ok(Some(effects.filter_map(checked_anew).collect()))
}

/// The paragraph that has other findings after this.
fn checked_anew(effect: &Effect) -> Option<ParagraphId> {
    match effect {
        Effect::Selected { paragraph, .. } | Effect::Acknowledged { paragraph, .. } => Some(*paragraph),
        Effect::VersionAdded { .. }
        | Effect::Locked { .. }
        | Effect::Reviewed { .. }
        | Effect::Rejected { .. }
        | Effect::EntryChanged { .. }
        | Effect::SourceRevised { .. }
        | Effect::ChapterTitled { .. }
        | Effect::BookTitled { .. }
        | Effect::BookTitleCorrected { .. }
        | Effect::Instructed { .. }
        | Effect::SeriesInstructed { .. } => None,
    }
}

impl CachedFindings {
    fn new(findings: BookFindings) -> Self {
        let mut by_paragraph: HashMap<ParagraphId, Vec<usize>> = HashMap::new();
        for (at, spotted) in findings.findings.iter().enumerate() {
            for paragraph in &spotted.paragraphs {
                by_paragraph.entry(*paragraph).or_default().push(at);
            }
        }
        Self { findings, by_paragraph }
    }
}

impl KnownFindings {
    /// What nobody has acknowledged in a paragraph.
    pub(crate) fn open_in(&self, paragraph: ParagraphId) -> Vec<ParagraphFinding> {
        let of_paragraph = self.found.by_paragraph.get(&paragraph).into_iter().flatten();
        let spotted = of_paragraph.filter_map(|at| self.found.findings.findings.get(*at));
        spotted.filter(|spotted| self.is_open(spotted)).map(to_dto).collect()
    }

    /// How much nobody has acknowledged in a chapter.
    pub(crate) fn n_open_in(&self, chapter: u32) -> u32 {
        let findings = self.found.findings.findings.iter();
        let open = findings.filter(|spotted| spotted.chapter == Some(chapter) && self.is_open(spotted));
        u32::try_from(open.count()).unwrap_or(u32::MAX)
    }

    fn is_open(&self, spotted: &BookFinding) -> bool {
        let has_changed = spotted.paragraphs.iter().any(|paragraph| self.changed.contains(paragraph));
        spotted.acknowledged.is_none() && !has_changed
    }
}

/// A finding as it travels with its paragraph.
fn to_dto(spotted: &BookFinding) -> ParagraphFinding {
    let finding = &spotted.finding;
    let at = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let spans = |places: &[Range<usize>]| places.iter().map(|one| [at(one.start), at(one.end)]).collect();
    // What is found over several paragraphs has no place in one of them.
    let has_places = spotted.paragraphs.len() == 1;
    ParagraphFinding {
        check: finding.check.as_str().to_owned(),
        severity: finding.severity.as_str().to_owned(),
        sentence: reader::sentence(finding, ReaderLanguage::English),
        sentence_zh: reader::sentence(finding, ReaderLanguage::Chinese),
        message: finding.message.en.clone(),
        message_zh: finding.message.zh.clone(),
        span: finding.span.as_ref().map(|span| [at(span.start), at(span.end)]),
        source_spans: if has_places { spans(&spotted.places.source) } else { Vec::new() },
        spans: if has_places { spans(&spotted.places.translation) } else { Vec::new() },
    }
}

/// The language a book's translation is in, or what to do where there is none.
pub(crate) fn translated_into(book: &BookSummary) -> Result<LanguageTag, Problem> {
    book.target_language.clone().filter(|_| book.n_translated > 0).ok_or_else(|| {
        let message = Message::new("no_translation_to_check").with("title", &book.title);
        Problem::new(StatusCode::CONFLICT, "nothing_to_check", message)
    })
}
