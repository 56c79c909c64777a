//! Rounds of a run that come after a look at the book: attempts at repairs, and further candidates to choose from.

use super::plan::{AutoFix, RepairAttempts, RepairPlan, RepairScope, plan};
use super::{MOST_ATTEMPTS, RepairFilter};
use crate::event::RunEvent;
use crate::pause;
use crate::plan::{Estimate, ModelFacts, PlannedChapter, RunPlan};
use crate::risk::predicts_trouble;
use crate::run::{RunError, chapters, note_chunks};
use crate::run_session::RunSession;
use crate::worker::run_workers;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{ChapterId, ParagraphId, RunId};
use book::text::version::{Author, Selection, TaskKind};
use book::work::chunk::Chunk;
use book::work::failure::TaskFailure;
use book::work::outcome::LedgerState;
use checks::check::Severity;
use llm::Budget;
use operations::book_findings::check_book;
use operations::judge::CheckContext;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;
use store::work::TaskRecord;
use task::chunker;
use task::repair::{Repair, RepairWay, Repairs};
use task::run_context::RunContext;

/// Mends what the checks find, attempt by attempt, until nothing is left that may be tried.
pub(crate) async fn repair_rounds(
    session: &Arc<RunSession>,
    facts: &ModelFacts,
    budget: &Budget,
) -> Result<Option<Estimate>, RunError> {
    let mut before = History::load(session).await?;
    let mut planned = look(session, facts, &before).await?;
    if !planned.autofixes.is_empty() {
        let n_repaired = mend_in_run(session, &planned).await?;
        session.count_repaired(n_repaired);
        session.publish(RunEvent::Mended { n_paragraphs: n_repaired });
        planned = look(session, facts, &before).await?;
    }
    let n_planned = planned.plan.chapters.iter().map(|chapter| chapter.chunks.len()).sum();
    note_chunks(&session.context.store, session.context.run, n_planned).await?;
    let n_open = before.tried.open.len();
    let all = Arc::new(planned.plan.clone());
    session.publish(RunEvent::Started {
        run: session.context.run,
        kind: session.spec.kind_word(),
        plan: all,
        n_open,
    });
    let said = pause::arm(session, budget, (&planned.plan.estimate, 0), facts).await?;
    for _ in 0..=MOST_ATTEMPTS {
        if planned.plan.chapters.is_empty() && before.open.is_empty() || session.must_stop() {
            break;
        }
        session.take_unresolved();
        session.repair_round.set_repairs(std::mem::take(&mut planned.repairs));
        let work = chapters(session, &planned.plan, std::mem::take(&mut before.open)).await?;
        run_workers(session, work).await?;
        let aside = session.take_aside();
        if !aside.is_empty() && !session.must_stop() {
            run_workers(session, aside).await?;
        }
        before = History::load(session).await?;
        planned = look(session, facts, &before).await?;
    }
    if !session.must_stop() {
        say_what_remains(session, &planned);
    }
    Ok(said)
}

async fn look(session: &RunSession, facts: &ModelFacts, history: &History) -> Result<RepairPlan, StoreError> {
    let library = session.context.store.library();
    let usual = RepairFilter { only_blocking: false, checks: Vec::new() };
    let scope = RepairScope::for_run(&session.spec, &usual, &session.dictionaries);
    plan(library, &session.context.book, &scope, facts, &*session.plain_judge, &history.tried).await
}

async fn mend_in_run(session: &RunSession, planned: &RepairPlan) -> Result<usize, StoreError> {
    let RunContext { store, book, run, clock, .. } = &session.context;
    Ok(write(store, book, planned, Some(*run), clock()).await?.n_repaired)
}

/// What code has repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AutoFixed {
    /// How many paragraphs have a new translation.
    pub n_repaired: usize,
    /// The change that did it.
    pub change: Option<ChangeId>,
}

/// Writes what code can repair, outside any run; nothing is paid for it. A person's words are not touched: there it waits
/// as a suggestion. Gives back what was written, and the plan of what is left for a model.
#[boxed]
pub async fn repair_by_code(
    store: &Store,
    book: &BookSummary,
    scope: &RepairScope<'_>,
    planned: RepairPlan,
    now_ms: i64,
) -> Result<(AutoFixed, RepairPlan), StoreError> {
    if planned.autofixes.is_empty() {
        return Ok((AutoFixed::default(), planned));
    }
    let written = write(store, book, &planned, None, now_ms).await?;
    Ok((written, super::preview(store.library(), book, scope).await?))
}

async fn write(
    store: &Store,
    book: &BookSummary,
    planned: &RepairPlan,
    run: Option<RunId>,
    now_ms: i64,
) -> Result<AutoFixed, StoreError> {
    let version = |one: &AutoFix| Edit::AddVersion {
        paragraph: one.paragraph,
        text: one.text.as_str().to_owned(),
        author: Author::Checks,
        selection: Selection::Select,
    };
    let note = |one: &AutoFix| Edit::NoteChecks { paragraph: one.paragraph, note: one.note.clone() };
    let versions = planned.autofixes.iter().map(version);
    let edits: Vec<Edit> = versions.chain(planned.autofixes.iter().map(note)).collect();
    let cause = Cause { who: Author::Checks, run, task: None, note: "mended by the checks".to_owned() };
    let receipt = store.commit(book.id, &edits, &cause, now_ms).await?;
    let n_repaired = receipt.versions.iter().filter(|added| added.standing.is_selected()).count();
    Ok(AutoFixed { n_repaired, change: receipt.change })
}

/// Every paragraph in which the checks still find something that was to be repaired, unless a reason is known already.
fn say_what_remains(session: &RunSession, planned: &RepairPlan) {
    let known = session.take_unresolved();
    for (paragraph, flagged) in planned.flagged.iter().filter(|(_, flagged)| !flagged.waits) {
        let earlier = known.iter().find(|left| left.paragraph == *paragraph).map(|left| left.reason.clone());
        // A repair that was refused is told by what it was to repair.
        let earlier = earlier.filter(|reason| !matches!(reason, TaskFailure::Check { .. }));
        let check = flagged.checks.first().cloned().unwrap_or_default();
        let reason = earlier.unwrap_or(TaskFailure::Check { check });
        session.leave(flagged.chapter, &[(*paragraph, reason)]);
    }
}

/// Asks for further candidates where the source predicts trouble or the checks found something, and lets the score choose.
pub(crate) async fn with_candidates(session: &Arc<RunSession>, facts: &ModelFacts) -> Result<(), RunError> {
    for _ in 1..session.spec.work.candidates() {
        if session.must_stop() {
            return Ok(());
        }
        let plan = candidates(session, facts).await?;
        if plan.chapters.is_empty() {
            return Ok(());
        }
        let ids = plan.chapters.iter().flat_map(|chapter| &chapter.chunks).flat_map(Chunk::paragraph_ids);
        let another = |id: &ParagraphId| {
            (*id, Repair { way: RepairWay::Candidate, findings: Vec::new(), sentences: Vec::new() })
        };
        let repairs: Repairs = ids.map(another).collect();
        session.repair_round.set_repairs(repairs);
        session.repair_round.compete();
        // A candidate that fails leaves the paragraph with the translation it has.
        let unresolved = session.take_unresolved();
        let work = chapters(session, &plan, HashMap::new()).await?;
        run_workers(session, work).await?;
        session.take_aside();
        session.put_unresolved(unresolved);
    }
    Ok(())
}

/// The paragraphs of the run that another candidate is worth its price for.
async fn candidates(session: &RunSession, facts: &ModelFacts) -> Result<RunPlan, StoreError> {
    let RunSession { context: RunContext { store, book, .. }, spec, .. } = session;
    let library = store.library();
    let history = History::load(session).await?;
    let grave = |severity| matches!(severity, Severity::Block | Severity::Queue);
    let check_context = CheckContext { target: &spec.target, dictionaries: &session.dictionaries };
    let checkup = check_book(library, book, check_context).await?;
    let flagged: HashSet<ParagraphId> = checkup
        .findings
        .iter()
        .filter(|spotted| spotted.acknowledged.is_none() && grave(spotted.finding.severity))
        .filter_map(|spotted| <[ParagraphId; 1]>::try_from(spotted.paragraphs.as_slice()).ok())
        .map(|[paragraph]| paragraph)
        .collect();
    let budget = chunker::budget(spec.chunk_tokens, facts.window, facts.output_limit, facts.delivery);
    let mut plan = RunPlan::default();
    for chapter in library.chapters(book.id).await? {
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let wanted: HashSet<ParagraphId> = paragraphs
            .iter()
            .filter(|paragraph| !paragraph.locked)
            .filter(|paragraph| {
                let n_there = history.accepted.get(&paragraph.id).copied().unwrap_or_default();
                (1..spec.work.candidates()).contains(&n_there)
                    && (flagged.contains(&paragraph.id) || predicts_trouble(paragraph))
            })
            .map(|paragraph| paragraph.id)
            .collect();
        if !wanted.is_empty() {
            let chunks = chunker::chunks(TaskKind::Translation, chapter.id, &paragraphs, &wanted, budget);
            let (id, number, title) = (chapter.id, chapter.number, chapter.title);
            plan.chapters.push(PlannedChapter { id, number, title, chunks, source_tokens: 0 });
        }
    }
    Ok(plan)
}

/// What the run's tasks have done so far.
#[derive(Default)]
struct History {
    open: HashMap<ChapterId, VecDeque<TaskRecord>>,
    tried: RepairAttempts,
    /// How many texts were accepted for each paragraph.
    accepted: HashMap<ParagraphId, u32>,
}

impl History {
    async fn load(session: &RunSession) -> Result<Self, StoreError> {
        let library = session.context.store.library();
        let mut history = Self::default();
        for task in library.tasks(session.context.run).await? {
            let is_open = task.outcome.is_none();
            for entry in library.ledger(task.id).await? {
                let is_accepted = entry.state == LedgerState::Accepted;
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
