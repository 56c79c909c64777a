//! What the checks last found in each book, so that a page of text shows its findings without checking a whole book.

use crate::api::paragraph::ParagraphFinding;
use crate::problem::Problem;
use axum::http::StatusCode;
use book::id::{BookId, ParagraphId};
use book::language::LanguageTag;
use checks::dictionary::Dictionaries;
use operations::book_findings::{BookFinding, BookFindings, check_book};
use operations::judge::CheckContext;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::library::Library;
use store::record::BookSummary;

/// The findings of so many books are kept.
const MAX_BOOKS: usize = 16;

/// What was found, book by book.
#[derive(Default)]
pub(crate) struct FindingsCache {
    books: Mutex<HashMap<BookId, Arc<CachedFindings>>>,
}

/// What was found in a book.
pub(crate) struct CachedFindings {
    pub(crate) findings: BookFindings,
    by_paragraph: HashMap<ParagraphId, Vec<usize>>,
    /// Paragraphs that were changed since.
    changed: Mutex<HashSet<ParagraphId>>,
}

impl FindingsCache {
    /// What is known without checking anything.
    pub(crate) fn known(&self, book: BookId) -> Option<Arc<CachedFindings>> {
        self.books().get(&book).cloned()
    }

    /// The book is not what it was.
    pub(crate) fn forget(&self, book: BookId) {
        self.books().remove(&book);
    }

    /// Any book may be another than it was.
    pub(crate) fn forget_all(&self) {
        self.books().clear();
    }

    /// One paragraph is not what it was.
    pub(crate) fn forget_paragraph(&self, book: BookId, paragraph: ParagraphId) {
        if let Some(found) = self.known(book) {
            found.changed().insert(paragraph);
        }
    }

    /// Checks a book, or gives what is known if nothing has changed since.
    pub(crate) async fn of(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        match self.known(book.id).filter(|found| found.changed().is_empty()) {
            Some(found) => Ok(found),
            None => self.anew(library, dictionaries, book).await,
        }
    }

    /// Checks a book.
    pub(crate) async fn anew(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        let target = translated_into(book)?;
        let check_context = CheckContext { target: &target, dictionaries };
        let found = Arc::new(CachedFindings::new(check_book(library, book, check_context).await?));
        let mut books = self.books();
        if books.len() >= MAX_BOOKS && !books.contains_key(&book.id) {
            books.clear();
        }
        books.insert(book.id, Arc::clone(&found));
        Ok(found)
    }

    fn books(&self) -> MutexGuard<'_, HashMap<BookId, Arc<CachedFindings>>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
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
        Self { findings, by_paragraph, changed: Mutex::default() }
    }

    /// What nobody has acknowledged in a paragraph.
    pub(crate) fn open_in(&self, paragraph: ParagraphId) -> Vec<ParagraphFinding> {
        if self.changed().contains(&paragraph) {
            return Vec::new();
        }
        let of_paragraph = self.by_paragraph.get(&paragraph).into_iter().flatten();
        let spotted = of_paragraph.filter_map(|at| self.findings.findings.get(*at));
        spotted.filter(|spotted| spotted.acknowledged.is_none()).map(to_dto).collect()
    }

    /// How much nobody has acknowledged in a chapter.
    pub(crate) fn n_open_in(&self, chapter: u32) -> u32 {
        let open =
            |spotted: &&BookFinding| spotted.chapter == Some(chapter) && spotted.acknowledged.is_none();
        u32::try_from(self.findings.findings.iter().filter(open).count()).unwrap_or(u32::MAX)
    }

    fn changed(&self) -> MutexGuard<'_, HashSet<ParagraphId>> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A finding as it travels with its paragraph.
fn to_dto(spotted: &BookFinding) -> ParagraphFinding {
    let finding = &spotted.finding;
    let at = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    ParagraphFinding {
        check: finding.check.as_str().to_owned(),
        severity: finding.severity.as_str().to_owned(),
        message: finding.message.en.clone(),
        message_zh: finding.message.zh.clone(),
        span: finding.span.as_ref().map(|span| [at(span.start), at(span.end)]),
    }
}

/// The language a book's translation is in, or what to do where there is none.
pub(crate) fn translated_into(book: &BookSummary) -> Result<LanguageTag, Problem> {
    book.target_language.clone().filter(|_| book.n_translated > 0).ok_or_else(|| {
        let text = format!("`{}` has no translation to check\nhint: translate it first", book.title);
        Problem::new(StatusCode::CONFLICT, "nothing_to_check", &text)
    })
}
