//! Rounds of a run that come after a look at the book: attempts at repairs, and further candidates to choose from.

use super::plan::{ByCode, RepairPlan, Scope, Tried, plan};
use super::{MOST_ATTEMPTS, RepairWish};
use crate::checkup::check_book;
use crate::event::RunEvent;
use crate::judge::Lens;
use crate::plan::{ModelFacts, Plan, PlannedChapter};
use crate::risk::predicts_trouble;
use crate::run::{RunError, chapters, round};
use crate::sitting::Sitting;
use book::edit::Edit;
use book::id::{ChapterId, ParagraphId, RunId};
use book::text::version::{Author, Selection, TaskKind};
use book::work::chunk::Chunk;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use checks::check::Severity;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;
use store::work::TaskRecord;
use task::chunker;
use task::repair::{Repair, RepairWay, Repairs};

/// Mends what the checks find, attempt by attempt, until nothing is left that may be tried.
pub(crate) async fn mend(sitting: &Arc<Sitting>, facts: &ModelFacts) -> Result<(), RunError> {
    let mut before = History::of(sitting).await?;
    let mut planned = look(sitting, facts, &before).await?;
    if !planned.by_code.is_empty() {
        let n_mended = mend_in_run(sitting, &planned).await?;
        sitting.count_mended(n_mended);
        sitting.tell(RunEvent::Mended { n_paragraphs: n_mended });
        planned = look(sitting, facts, &before).await?;
    }
    let n_open = before.tried.open.len();
    let all = Arc::new(planned.plan.clone());
    sitting.tell(RunEvent::Started { run: sitting.run, plan: all, n_open });
    for _ in 0..=MOST_ATTEMPTS {
        if planned.plan.chapters.is_empty() && before.open.is_empty() || sitting.must_stop() {
            break;
        }
        sitting.take_unresolved();
        sitting.board.put(std::mem::take(&mut planned.repairs));
        let work = chapters(sitting, &planned.plan, std::mem::take(&mut before.open)).await?;
        round(sitting, work).await?;
        let aside = sitting.take_aside();
        if !aside.is_empty() && !sitting.must_stop() {
            round(sitting, aside).await?;
        }
        before = History::of(sitting).await?;
        planned = look(sitting, facts, &before).await?;
    }
    if !sitting.must_stop() {
        say_what_remains(sitting, &planned);
    }
    Ok(())
}

async fn look(sitting: &Sitting, facts: &ModelFacts, history: &History) -> Result<RepairPlan, StoreError> {
    let library = sitting.store.library();
    let usual = RepairWish { only_blocking: false, checks: Vec::new() };
    let scope = Scope::of(&sitting.wish, &usual, &sitting.dictionaries);
    plan(library, &sitting.book, &scope, facts, &*sitting.plain_judge, &history.tried).await
}

async fn mend_in_run(sitting: &Sitting, planned: &RepairPlan) -> Result<usize, StoreError> {
    let Sitting { store, book, run, clock, .. } = sitting;
    Ok(write(store, book, planned, Some(*run), clock()).await?.n_mended)
}

/// What code has mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MendedByCode {
    /// How many paragraphs have a new translation.
    pub n_mended: usize,
    /// The change that did it.
    pub change: Option<ChangeId>,
}

/// Writes what code could mend, outside any run; nothing is paid for it. A person's words are not touched: there it waits
/// as a suggestion.
pub async fn mend_by_code(
    store: &Store,
    book: &BookSummary,
    planned: &RepairPlan,
    now_ms: i64,
) -> Result<MendedByCode, StoreError> {
    write(store, book, planned, None, now_ms).await
}

async fn write(
    store: &Store,
    book: &BookSummary,
    planned: &RepairPlan,
    run: Option<RunId>,
    now_ms: i64,
) -> Result<MendedByCode, StoreError> {
    let version = |one: &ByCode| Edit::AddVersion {
        paragraph: one.paragraph,
        text: one.text.as_str().to_owned(),
        author: Author::Checks,
        selection: Selection::Select,
    };
    let note = |one: &ByCode| Edit::NoteChecks { paragraph: one.paragraph, note: one.note.clone() };
    let versions = planned.by_code.iter().map(version);
    let edits: Vec<Edit> = versions.chain(planned.by_code.iter().map(note)).collect();
    let cause = Cause { who: Author::Checks, run, task: None, note: "mended by the checks".to_owned() };
    let receipt = store.commit(book.id, &edits, &cause, now_ms).await?;
    let n_mended = receipt.versions.iter().filter(|added| added.standing.is_selected()).count();
    Ok(MendedByCode { n_mended, change: receipt.change })
}

/// Every paragraph in which the checks still find something that was to be mended, unless a reason is known already.
fn say_what_remains(sitting: &Sitting, planned: &RepairPlan) {
    let known = sitting.take_unresolved();
    for (paragraph, flagged) in planned.flagged.iter().filter(|(_, flagged)| !flagged.waits) {
        let earlier = known.iter().find(|left| left.paragraph == *paragraph).map(|left| left.reason.clone());
        // A repair that was refused is told by what it was to mend.
        let earlier = earlier.filter(|reason| !matches!(reason, Failure::Check { .. }));
        let check = flagged.checks.first().cloned().unwrap_or_default();
        let reason = earlier.unwrap_or(Failure::Check { check });
        sitting.leave(flagged.chapter, &[(*paragraph, reason)]);
    }
}

/// Asks for further candidates where the source predicts trouble or the checks found something, and lets the score choose.
pub(crate) async fn with_candidates(sitting: &Arc<Sitting>, facts: &ModelFacts) -> Result<(), RunError> {
    for _ in 1..sitting.wish.candidates {
        if sitting.must_stop() {
            return Ok(());
        }
        let plan = candidates(sitting, facts).await?;
        if plan.chapters.is_empty() {
            return Ok(());
        }
        let ids = plan.chapters.iter().flat_map(|chapter| &chapter.chunks).flat_map(Chunk::paragraph_ids);
        let another = |id: &ParagraphId| {
            (*id, Repair { way: RepairWay::Candidate, findings: Vec::new(), sentences: Vec::new() })
        };
        let repairs: Repairs = ids.map(another).collect();
        sitting.board.put(repairs);
        sitting.board.compete();
        // A candidate that fails leaves the paragraph with the translation it has.
        let unresolved = sitting.take_unresolved();
        let work = chapters(sitting, &plan, HashMap::new()).await?;
        round(sitting, work).await?;
        sitting.take_aside();
        sitting.put_unresolved(unresolved);
    }
    Ok(())
}

/// The paragraphs of the run that another candidate is worth its price for.
async fn candidates(sitting: &Sitting, facts: &ModelFacts) -> Result<Plan, StoreError> {
    let Sitting { store, book, wish, .. } = sitting;
    let library = store.library();
    let history = History::of(sitting).await?;
    let grave = |severity| matches!(severity, Severity::Block | Severity::Queue);
    let lens = Lens { target: &wish.target, dictionaries: &sitting.dictionaries };
    let checkup = check_book(library, book, lens).await?;
    let flagged: HashSet<ParagraphId> = checkup
        .spotted
        .iter()
        .filter(|spotted| spotted.acknowledged.is_none() && grave(spotted.finding.severity))
        .filter_map(|spotted| <[ParagraphId; 1]>::try_from(spotted.paragraphs.as_slice()).ok())
        .map(|[paragraph]| paragraph)
        .collect();
    let budget = chunker::budget(wish.chunk_tokens, facts.window, facts.output_limit);
    let mut plan = Plan::default();
    for chapter in library.chapters(book.id).await? {
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let wanted: HashSet<ParagraphId> = paragraphs
            .iter()
            .filter(|paragraph| !paragraph.locked)
            .filter(|paragraph| {
                let n_there = history.accepted.get(&paragraph.id).copied().unwrap_or_default();
                (1..wish.candidates).contains(&n_there)
                    && (flagged.contains(&paragraph.id) || predicts_trouble(paragraph))
            })
            .map(|paragraph| paragraph.id)
            .collect();
        if !wanted.is_empty() {
            let chunks = chunker::chunks(TaskKind::Translation, chapter.id, &paragraphs, &wanted, budget);
            let (id, number, title) = (chapter.id, chapter.number, chapter.title);
            plan.chapters.push(PlannedChapter { id, number, title, chunks });
        }
    }
    Ok(plan)
}

/// What the run's tasks have done so far.
#[derive(Default)]
struct History {
    open: HashMap<ChapterId, VecDeque<TaskRecord>>,
    tried: Tried,
    /// How many texts were accepted for each paragraph.
    accepted: HashMap<ParagraphId, u32>,
}

impl History {
    async fn of(sitting: &Sitting) -> Result<Self, StoreError> {
        let library = sitting.store.library();
        let mut history = Self::default();
        for task in library.tasks(sitting.run).await? {
            let is_open = task.outcome.is_none();
            for entry in library.ledger(task.id).await? {
                let is_accepted = entry.state == Entry::Accepted.as_str();
                *history.accepted.entry(entry.paragraph).or_default() += u32::from(is_accepted);
                *history.tried.attempts.entry(entry.paragraph).or_default() += 1;
                if is_open {
                    history.tried.open.insert(entry.paragraph);
                }
            }
            if is_open {
                history.open.entry(task.chapter).or_default().push_back(task);
            }
        }
        Ok(history)
    }
}
