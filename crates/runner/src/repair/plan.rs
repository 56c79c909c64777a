//! What is to be repaired now: the checks' findings, each with its repair, in chunks a model can work on.

use super::table::way;
use super::targets::Targets;
use super::{MOST_ATTEMPTS, RepairFilter};
use crate::plan::{ModelFacts, PlannedChapter, RunPlan, Size, estimate, size};
use crate::spec::RunSpec;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::version::Author;
use book::work::checked::CheckNote;
use checks::dictionary::Dictionaries;
use operations::book_findings::{BookFinding, check_book};
use operations::judge::{CheckContext, judge_of};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use task::repair::Repairs;
use tools::judge::{Judge, Submission};

/// What is to be repaired, and how.
#[derive(Debug, Clone, Default)]
pub struct RepairPlan {
    /// Paragraphs with findings that are to be repaired, with the chapter's number and the checks' codes.
    pub flagged: BTreeMap<ParagraphId, FlaggedParagraph>,
    /// What code can repair without a model.
    pub autofixes: Vec<AutoFix>,
    /// What a model is to repair.
    pub plan: RunPlan,
    /// How each paragraph is repaired.
    pub repairs: Repairs,
    /// Findings that are left to a person, because no repair suits them.
    pub n_for_person: usize,
    /// Flagged paragraphs for which a suggestion already waits for a person.
    pub n_waiting: usize,
}

/// A paragraph with findings that are to be repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlaggedParagraph {
    /// The chapter's number, from one.
    pub chapter: u32,
    /// The codes of the checks, gravest first.
    pub checks: Vec<String>,
    /// Whether a suggestion already waits for a person.
    pub waits: bool,
}

/// A translation repaired by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutoFix {
    pub paragraph: ParagraphId,
    /// The repaired text.
    pub text: Marked,
    /// What was changed.
    pub note: CheckNote,
}

/// What a run has already done about paragraphs.
#[derive(Debug, Clone, Default)]
pub struct RepairAttempts {
    /// Attempts at each paragraph.
    pub attempts: HashMap<ParagraphId, u32>,
    /// Paragraphs of tasks that are still open.
    pub open: HashSet<ParagraphId>,
}

/// What a wish to repair is about.
#[derive(Debug, Clone, Copy)]
pub struct RepairScope<'a> {
    /// What the translation is looked at through.
    pub check_context: CheckContext<'a>,
    /// Which findings.
    pub repair: &'a RepairFilter,
    /// Only these chapters; all when empty.
    pub chapters: &'a [ChapterId],
    /// Only these paragraphs; all when empty.
    pub paragraphs: &'a [ParagraphId],
}

impl<'a> RepairScope<'a> {
    /// What a wish is about; `repair` is used where the wish does not say which findings.
    pub(super) fn for_run(
        spec: &'a RunSpec,
        repair: &'a RepairFilter,
        dictionaries: &'a Arc<dyn Dictionaries>,
    ) -> Self {
        Self {
            check_context: CheckContext { target: &spec.target, dictionaries },
            repair: spec.work.repair().unwrap_or(repair),
            chapters: &spec.scope.chapters,
            paragraphs: &spec.scope.paragraphs,
        }
    }
}

/// What would be repaired, before a model is chosen.
#[boxed]
pub async fn preview(
    library: &Library,
    book: &BookSummary,
    scope: &RepairScope<'_>,
) -> Result<RepairPlan, StoreError> {
    let judge = judge_of(library, book, scope.check_context).await?;
    plan(library, book, scope, &ModelFacts::default(), &*judge, &RepairAttempts::default()).await
}

/// What a wish would repair, and what it would take.
#[boxed]
pub async fn plan_of(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    facts: &ModelFacts,
    dictionaries: &Arc<dyn Dictionaries>,
) -> Result<RepairPlan, StoreError> {
    let usual = RepairFilter { only_blocking: false, checks: Vec::new() };
    let scope = RepairScope::for_run(spec, &usual, dictionaries);
    let judge = judge_of(library, book, scope.check_context).await?;
    plan(library, book, &scope, facts, &*judge, &RepairAttempts::default()).await
}

/// Looks at the book and says what is to be repaired.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    scope: &RepairScope<'_>,
    facts: &ModelFacts,
    judge: &dyn Judge,
    tried: &RepairAttempts,
) -> Result<RepairPlan, StoreError> {
    let checkup = check_book(library, book, scope.check_context).await?;
    let mut planned = RepairPlan::default();
    let mut found: HashMap<ParagraphId, Vec<Arc<BookFinding>>> = HashMap::new();
    for spotted in checkup.findings {
        let finding = &spotted.finding;
        if spotted.acknowledged.is_some() || !scope.repair.is_about(finding.check.as_str(), finding.severity)
        {
            continue;
        }
        // What shows over several paragraphs cannot be judged in one; a person looks at it.
        match (spotted.paragraphs.as_slice(), way(finding.check, spotted.length_z)) {
            ([paragraph], Some(_)) => found.entry(*paragraph).or_default().push(spotted),
            _ => planned.n_for_person += 1,
        }
    }
    let waiting: HashSet<ParagraphId> =
        library.suggestions(book.id).await?.into_iter().map(|one| one.paragraph.id).collect();
    let mut sizes = Vec::new();
    let mut repairs = Vec::new();
    for chapter in library.chapters(book.id).await? {
        if !scope.chapters.is_empty() && !scope.chapters.contains(&chapter.id) {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let mut targets = Targets::default();
        for paragraph in &paragraphs {
            let Some(spotted) = found.get(&paragraph.id).filter(|_| is_wished(scope, paragraph)) else {
                continue;
            };
            let waits = waiting.contains(&paragraph.id);
            planned.n_waiting += usize::from(waits);
            planned.flagged.insert(paragraph.id, flagged(chapter.number, spotted, waits));
            let attempt = tried.attempts.get(&paragraph.id).copied().unwrap_or_default();
            if waits || tried.open.contains(&paragraph.id) {
                continue;
            }
            if let Some(mended) = autofixes(judge, paragraph, spotted).filter(|_| attempt == 0) {
                planned.autofixes.push(mended);
            } else if attempt < most_attempts(library, book, paragraph).await? {
                targets.add(paragraph, spotted, attempt);
            }
        }
        let chunks = targets.chunks(chapter.id, &paragraphs);
        repairs.extend(targets.repairs);
        sizes.extend(chunks.iter().map(|chunk| size(chunk, &paragraphs)));
        if !chunks.is_empty() {
            let (id, number, title) = (chapter.id, chapter.number, chapter.title);
            planned.plan.chapters.push(PlannedChapter { id, number, title, chunks, source_tokens: 0 });
        }
    }
    planned.repairs = repairs.into_iter().collect();
    planned.plan.estimate = estimate(&sizes as &[Size], facts);
    Ok(planned)
}

fn is_wished(scope: &RepairScope<'_>, paragraph: &ParagraphRecord) -> bool {
    scope.paragraphs.is_empty() || scope.paragraphs.contains(&paragraph.id)
}

fn flagged(chapter: u32, spotted: &[Arc<BookFinding>], waits: bool) -> FlaggedParagraph {
    let mut gravest: Vec<&BookFinding> = spotted.iter().map(Arc::as_ref).collect();
    gravest.sort_by_key(|one| one.finding.severity);
    let mut checks: Vec<String> = gravest.iter().map(|one| one.finding.check.as_str().to_owned()).collect();
    checks.dedup();
    FlaggedParagraph { chapter, checks, waits }
}

/// What is a person's to change gets one suggestion, not two.
async fn most_attempts(
    library: &Library,
    book: &BookSummary,
    paragraph: &ParagraphRecord,
) -> Result<u32, StoreError> {
    if paragraph.locked || paragraph.review.is_reviewed() {
        return Ok(1);
    }
    let versions = library.versions(book.id, paragraph.id).await?;
    let by_person = versions.iter().any(|version| version.selected && version.author == Author::Person);
    Ok(if by_person { 1 } else { MOST_ATTEMPTS })
}

/// The text as code repairs it, if that helps and makes nothing worse.
fn autofixes(
    judge: &dyn Judge,
    paragraph: &ParagraphRecord,
    spotted: &[Arc<BookFinding>],
) -> Option<AutoFix> {
    let can_mend = spotted.iter().any(|one| one.finding.fix.is_some());
    let present = paragraph.translation.as_ref().filter(|_| can_mend)?;
    let submission =
        Submission { source: paragraph, translation: present, before: None, after: None, known: None };
    let judgement = judge.judge(&submission);
    let text = judgement.fixed.filter(|fixed| fixed != present)?;
    paragraph.text.read_translation(text.as_str()).ok()?;
    let mended = Submission { translation: &text, ..submission };
    // The judge repairs before it judges, so it sees the fault in neither; that there is one is why we are here.
    let is_no_worse = judge.worse_than(&mended, present).is_empty();
    let note = CheckNote { submitted: Some(present.to_string()), ..judgement.note };
    is_no_worse.then_some(AutoFix { paragraph: paragraph.id, text, note })
}
