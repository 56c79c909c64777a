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
use operations::book_findings::{BookFinding, BookFindings};
use operations::judge::CheckContext;
use operations::kept_findings::{self, KeptFindings};
use operations::review::{Sieve, sort_worst_first};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use store::change::Effect;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::stats::BookVersion;

/// The most books whose findings are kept: those that people have open.
const MAX_BOOKS: usize = 8;
/// Of longer books nothing is kept for the next check. What is kept takes about a hundred bytes for a paragraph, so that all
/// of it together stays below 200 MB.
const MAX_KEPT_PARAGRAPHS: usize = 200_000;
/// So many orders of one book's findings are kept until the book changes.
const MAX_SIEVES: usize = 32;
/// After so many changes nothing of what was found is shown until the book is checked again.
const MAX_CHANGES: u32 = 200;

/// What was found, book by book.
pub(crate) struct FindingsCache {
    books: VersionCache<BookId, BookVersion, Arc<CachedFindings>>,
}

/// What was found in a book.
pub(crate) struct CachedFindings {
    pub(crate) findings: BookFindings,
    /// What need not be checked again the next time.
    kept: Option<KeptFindings>,
    by_paragraph: OnceLock<HashMap<ParagraphId, Vec<usize>>>,
    by_chapter: OnceLock<HashMap<u32, Vec<usize>>>,
    /// What was asked for of it, by the words for that.
    sorted: Mutex<HashMap<String, Arc<Vec<Arc<BookFinding>>>>>,
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
    pub(crate) async fn get(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        let state = async { Ok(library.book_version(book.id).await?) };
        // Whatever was last found, of an older state or not: the check itself looks for what has changed since.
        let make = async {
            let before = self.books.last(&book.id).map(|(_, found)| found);
            let kept = before.as_ref().and_then(|found| found.kept.as_ref());
            check(library, dictionaries, book, kept).await
        };
        self.books.get(library, book.id, state, Box::pin(make)).await
    }

    /// Checks a book from nothing.
    pub(crate) async fn anew(
        &self,
        library: &Library,
        dictionaries: &Arc<dyn Dictionaries>,
        book: &BookSummary,
    ) -> Result<Arc<CachedFindings>, Problem> {
        let state = async { Ok(library.book_version(book.id).await?) };
        self.books.make(library, book.id, state, Box::pin(check(library, dictionaries, book, None))).await
    }
}

async fn check(
    library: &Library,
    dictionaries: &Arc<dyn Dictionaries>,
    book: &BookSummary,
    before: Option<&KeptFindings>,
) -> Result<Arc<CachedFindings>, Problem> {
    // A caller that waited for another's check may know the book as it was before.
    let book = library.book(book.id).await?;
    let target = translated_into(&book)?;
    let check_context = CheckContext { target: &target, dictionaries };
    let (findings, kept) = kept_findings::check(library, &book, check_context, before).await?;
    let kept = Some(kept).filter(|_| findings.n_checked <= MAX_KEPT_PARAGRAPHS);
    Ok(Arc::new(CachedFindings {
        findings,
        kept,
        by_paragraph: OnceLock::new(),
        by_chapter: OnceLock::new(),
        sorted: Mutex::default(),
    }))
}

/// The paragraphs whose findings may be others now; none if there are too many changes to tell.
async fn changed_since(
    library: &Library,
    book: BookId,
    version: &BookVersion,
) -> Result<Option<HashSet<ParagraphId>>, StoreError> {
    let effects = library.effects_since(book, version.change, MAX_CHANGES).await?;
    Ok(effects.map(|effects| effects.iter().filter_map(checked_anew).collect()))
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
        | Effect::Retargeted { .. }
        | Effect::ChapterTitled { .. }
        | Effect::BookTitled { .. }
        | Effect::BookTitleCorrected { .. }
        | Effect::Instructed { .. }
        | Effect::SeriesInstructed { .. } => None,
    }
}

impl CachedFindings {
    /// What a sieve lets through, the worst first.
    pub(crate) fn worst_first(&self, sieve: &Sieve) -> Arc<Vec<Arc<BookFinding>>> {
        let key = format!("{sieve:?}");
        let mut sorted = self.sorted.lock().unwrap_or_else(PoisonError::into_inner);
        if sorted.len() >= MAX_SIEVES && !sorted.contains_key(&key) {
            sorted.clear();
        }
        let sort = || {
            let wanted = self.findings.findings.iter().filter(|one| sieve.lets_through(one));
            let mut wanted: Vec<Arc<BookFinding>> = wanted.map(Arc::clone).collect();
            sort_worst_first(&mut wanted);
            Arc::new(wanted)
        };
        Arc::clone(sorted.entry(key).or_insert_with(sort))
    }

    fn in_paragraph(&self, paragraph: ParagraphId) -> impl Iterator<Item = &BookFinding> {
        let by_paragraph = self.by_paragraph.get_or_init(|| {
            let mut by_paragraph: HashMap<ParagraphId, Vec<usize>> = HashMap::new();
            for (at, spotted) in self.findings.findings.iter().enumerate() {
                for paragraph in &spotted.paragraphs {
                    by_paragraph.entry(*paragraph).or_default().push(at);
                }
            }
            by_paragraph
        });
        self.at(by_paragraph.get(&paragraph))
    }

    fn in_chapter(&self, chapter: u32) -> impl Iterator<Item = &BookFinding> {
        let by_chapter = self.by_chapter.get_or_init(|| {
            let mut by_chapter: HashMap<u32, Vec<usize>> = HashMap::new();
            for (at, spotted) in self.findings.findings.iter().enumerate() {
                if let Some(chapter) = spotted.chapter {
                    by_chapter.entry(chapter).or_default().push(at);
                }
            }
            by_chapter
        });
        self.at(by_chapter.get(&chapter))
    }

    fn at<'a>(&'a self, places: Option<&'a Vec<usize>>) -> impl Iterator<Item = &'a BookFinding> {
        let places = places.into_iter().flatten();
        places.filter_map(|at| self.findings.findings.get(*at)).map(Arc::as_ref)
    }
}

impl KnownFindings {
    /// The findings in a paragraph that are not acknowledged.
    pub(crate) fn open_in(&self, paragraph: ParagraphId) -> Vec<ParagraphFinding> {
        let spotted = self.found.in_paragraph(paragraph);
        spotted.filter(|spotted| self.is_open(spotted)).map(to_dto).collect()
    }

    /// How many findings in a chapter are not acknowledged.
    pub(crate) fn n_open_in(&self, chapter: u32) -> u32 {
        let open = self.found.in_chapter(chapter).filter(|spotted| self.is_open(spotted));
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
