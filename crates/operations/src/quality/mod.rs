//! The quality of a whole book on one page: chapters against checks, the worst paragraphs, costs, drift.

mod escape;
mod page;
mod pictures;
mod words;

use async_recursion::async_recursion as boxed;
pub use escape::{marked, visible};
pub use page::page;
pub use words::PageLanguage;

use crate::book_findings::{BookFinding, BookFindings};
use crate::knowledge::drifting;
use crate::review::weight;
use book::id::{ChapterId, ParagraphId, RunId};
use book::knowledge::drift::Drift;
use book::language::LanguageTag;
use book::text::markup::Marked;
use checks::check::Severity;
use checks::code::CheckCode;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};

/// What the page shows.
#[derive(Debug, Clone)]
pub struct Quality {
    pub book: BookSummary,
    /// The language of the translation.
    pub target: LanguageTag,
    /// When the page was made, in words.
    pub made: String,
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
    /// Translator's notes in the translations, where the style allows them.
    pub n_notes: usize,
    /// Open findings by severity, gravest first.
    pub counts: [(Severity, usize); 3],
    /// Findings a person lets stand.
    pub n_acknowledged: usize,
    /// Every chapter, in reading order.
    pub chapters: Vec<ChapterQuality>,
    /// Checks that found something, gravest first, with how often.
    pub checks: Vec<(&'static str, Severity, usize)>,
    /// The worst paragraphs first.
    pub worst: Vec<BadParagraph>,
    /// How many paragraphs have findings in all.
    pub n_bad: usize,
    /// What shows only over the whole book: names that drift, voices, forms of address.
    pub drift: Vec<Arc<BookFinding>>,
    /// What the runs on this book cost, latest first.
    pub runs: Vec<RunCost>,
    /// Names and terms over the chapters, the least consistent first.
    pub names: Vec<NameUse>,
}

/// How one name or term is rendered, chapter by chapter.
#[derive(Debug, Clone)]
pub struct NameUse {
    /// As in the source.
    pub source: String,
    /// The agreed form, or the most frequent one where none is used.
    pub form: String,
    /// The chapters it stands in, in reading order.
    pub chapters: Vec<NameInChapter>,
}

/// How one name is rendered in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameInChapter {
    /// The chapter's number, from one.
    pub chapter: u32,
    /// Paragraphs with the form.
    pub n_same: usize,
    /// Paragraphs with any recognised form.
    pub n_all: usize,
}

/// A row of the map.
#[derive(Debug, Clone)]
pub struct ChapterQuality {
    /// The chapter.
    pub id: ChapterId,
    /// Its number, from one.
    pub number: u32,
    /// Its title, translated where it is.
    pub title: String,
    /// Paragraphs with something to translate.
    pub n_work: u32,
    /// Paragraphs with a translation.
    pub n_translated: u32,
    /// Open findings by check.
    pub findings: BTreeMap<&'static str, usize>,
}

/// A paragraph with findings.
#[derive(Debug, Clone)]
pub struct BadParagraph {
    /// The paragraph.
    pub id: ParagraphId,
    pub chapter_id: ChapterId,
    /// The number of its chapter, from one.
    pub chapter: u32,
    /// Its place in the chapter.
    pub index: u32,
    /// The source as it is read.
    pub source: String,
    /// The translation as it is read.
    pub translation: String,
    /// What was found, gravest first.
    pub findings: Vec<Arc<BookFinding>>,
}

/// What a run cost.
#[derive(Debug, Clone)]
pub struct RunCost {
    /// The run.
    pub id: RunId,
    /// What it did.
    pub kind: &'static str,
    /// By which model.
    pub model: String,
    /// When it began, in milliseconds since 1970.
    pub started_at: i64,
    /// Tokens read.
    pub input: i64,
    /// Tokens of those that came from a cache.
    pub cached_input: i64,
    /// Tokens written.
    pub output: i64,
    /// In millionths of a dollar.
    pub cost_micros: i64,
}

/// Collects what the page shows from what the checks found; at most `n_worst` paragraphs.
#[boxed]
pub async fn gather(
    library: &Library,
    book: &BookSummary,
    target: &LanguageTag,
    checkup: BookFindings,
    runs: Vec<RunCost>,
    n_worst: usize,
    made: String,
) -> Result<Quality, StoreError> {
    let (open, acknowledged): (Vec<Arc<BookFinding>>, Vec<Arc<BookFinding>>) =
        checkup.findings.into_iter().partition(|spotted| spotted.acknowledged.is_none());
    let mut quality = Quality {
        book: book.clone(),
        target: target.clone(),
        made,
        n_checked: checkup.n_checked,
        n_untranslated: checkup.n_untranslated,
        n_notes: checkup.n_notes,
        counts: crate::book_findings::count(&open),
        n_acknowledged: acknowledged.len(),
        chapters: Vec::new(),
        checks: columns(&open),
        worst: Vec::new(),
        n_bad: 0,
        drift: open.iter().filter(|spotted| DRIFT.contains(&spotted.finding.check)).map(Arc::clone).collect(),
        runs,
        names: names(library, book).await?,
    };
    let mut by_chapter: HashMap<u32, BTreeMap<&'static str, usize>> = HashMap::new();
    for spotted in &open {
        if let Some(chapter) = spotted.chapter {
            let findings = by_chapter.entry(chapter).or_default();
            *findings.entry(spotted.finding.check.as_str()).or_default() += 1;
        }
    }
    for chapter in library.chapters(book.id).await? {
        let findings = by_chapter.remove(&chapter.number).unwrap_or_default();
        let title = chapter.title_translation.unwrap_or(chapter.title);
        let (id, number, n_translated) = (chapter.id, chapter.number, chapter.n_translated);
        quality.chapters.push(ChapterQuality {
            id,
            number,
            title,
            n_work: chapter.n_work,
            n_translated,
            findings,
        });
    }
    worst(library, &mut quality, &open, n_worst).await?;
    Ok(quality)
}

/// The most names shown over the chapters.
const MAX_NAMES: usize = 20;

async fn names(library: &Library, book: &BookSummary) -> Result<Vec<NameUse>, StoreError> {
    let knowledge = library.knowledge(book.series.id).await?;
    if knowledge.terms.is_empty() && knowledge.characters.is_empty() {
        // Of nothing there is no drift, and the book need not be read for it.
        return Ok(Vec::new());
    }
    let drifts = drifting::of_book(library, book, &knowledge).await?;
    Ok(drifts.iter().filter_map(name_use).take(MAX_NAMES).collect())
}

fn name_use(drift: &Drift) -> Option<NameUse> {
    let same = drift.renderings.iter().find(|one| one.is_agreed).or_else(|| drift.renderings.first())?;
    let mut chapters: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for rendering in &drift.renderings {
        for (chapter, n) in &rendering.chapters {
            let counts = chapters.entry(*chapter).or_default();
            counts.1 += n;
            if rendering.is_agreed || rendering.form == same.form {
                counts.0 += n;
            }
        }
    }
    let chapters = chapters.into_iter();
    let chapters = chapters.map(|(chapter, (n_same, n_all))| NameInChapter { chapter, n_same, n_all });
    Some(NameUse { source: drift.source.clone(), form: same.form.clone(), chapters: chapters.collect() })
}

/// Checks that see drift over a book.
const DRIFT: [CheckCode; 5] = [CheckCode::C2, CheckCode::C7, CheckCode::C9, CheckCode::C11, CheckCode::B4];

fn columns(open: &[Arc<BookFinding>]) -> Vec<(&'static str, Severity, usize)> {
    let mut columns: BTreeMap<&'static str, (Severity, usize)> = BTreeMap::new();
    for spotted in open {
        let entry = columns.entry(spotted.finding.check.as_str()).or_insert((spotted.finding.severity, 0));
        entry.0 = entry.0.min(spotted.finding.severity);
        entry.1 += 1;
    }
    let mut columns: Vec<_> = columns.into_iter().map(|(code, (severity, n))| (code, severity, n)).collect();
    columns.sort_by_key(|(code, severity, n)| (*severity, Reverse(*n), *code));
    columns
}

async fn worst(
    library: &Library,
    quality: &mut Quality,
    open: &[Arc<BookFinding>],
    n_worst: usize,
) -> Result<(), StoreError> {
    let mut by_paragraph: HashMap<ParagraphId, Vec<&Arc<BookFinding>>> = HashMap::new();
    for spotted in open.iter().filter(|spotted| spotted.finding.severity != Severity::Info) {
        for paragraph in &spotted.paragraphs {
            by_paragraph.entry(*paragraph).or_default().push(spotted);
        }
    }
    quality.n_bad = by_paragraph.len();
    let heaviness =
        |found: &[&Arc<BookFinding>]| found.iter().map(|one| weight(one.finding.severity)).sum::<u64>();
    let mut ranked: Vec<(ParagraphId, Vec<&Arc<BookFinding>>)> = by_paragraph.into_iter().collect();
    ranked.sort_by_key(|(id, found)| (Reverse(heaviness(found)), *id));
    ranked.truncate(n_worst);
    let ids: Vec<ParagraphId> = ranked.iter().map(|(id, _)| *id).collect();
    let records = library.paragraphs(quality.book.id, &ids).await?;
    let records: HashMap<ParagraphId, ParagraphRecord> =
        records.into_iter().map(|one| (one.id, one)).collect();
    let numbers: HashMap<ChapterId, u32> = quality.chapters.iter().map(|one| (one.id, one.number)).collect();
    for (id, mut found) in ranked {
        found.sort_by_key(|one| one.finding.severity);
        // A newer edition may have dropped it since.
        let Some(record) = records.get(&id) else { continue };
        quality.worst.push(BadParagraph {
            id,
            chapter_id: record.chapter,
            chapter: numbers.get(&record.chapter).copied().unwrap_or_default(),
            index: record.index,
            source: record.text.plain().into_owned(),
            translation: record.translation.as_ref().map(Marked::plain).unwrap_or_default().into_owned(),
            findings: found.into_iter().map(Arc::clone).collect(),
        });
    }
    Ok(())
}
