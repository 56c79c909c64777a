//! A run from beginning to rest: claim the book, finish what was begun, work through the chapters, say what remains.

use crate::claim::BookClaim;
pub use crate::claim::{ClaimOwner, delete_book, remove_book};
use crate::event::RunEvent;
use crate::pause;
use crate::plan::{self, ConfirmedPlan, Estimate, ModelFacts, RunPlan};
use crate::queue::{Attempt, ChapterWork};
use crate::repair::{self, RepairRound};
use crate::report::{Ending, Report};
use crate::reuse::reuse;
pub use crate::run_error::RunError;
pub use crate::run_model::RunModel;
use crate::run_session::{Counters, RunSession, State};
use crate::session_limits::{SessionLimits, SpendsOn};
use crate::spec::{RunSpec, Work};
pub use crate::spending::budget;
use crate::spending::chapter_budgets;
use crate::stale::prompt::{chapter_digests, prompt_digest};
use crate::titles;
use crate::worker::run_workers;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId, RunId};
use book::text::version::TaskKind;
use book::work::outcome::RunOutcome;
use checks::dictionary::Dictionaries;
use llm::Budget;
use operations::judge::{CheckContext, judge_of, submission_judge_of};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;
use store::work::{NewRun, RunNote, RunRecord, TaskRecord};
use task::cpu_limit::CpuLimiter;
pub use task::driver::{DeclineAll, QuestionHandler};
pub use task::model_delivery::ModelDelivery;
pub use task::model_prompts::{LONGEST_FILE, ModelPrompt, ModelPromptError};
use task::refused_texts::RefusedTexts;
use task::run_context::RunContext;
pub use task::stop_signal::StopSignal;
use tools::series_knowledge::KnowledgeCache;

/// Everything a run needs.
pub struct RunConfig {
    /// The library.
    pub store: Store,
    pub book: BookSummary,
    /// What the person wants.
    pub spec: RunSpec,
    /// The plan the person has agreed to, if one was made.
    pub confirmed: Option<ConfirmedPlan>,
    /// The model, and then the ones to fall back on.
    pub models: Vec<RunModel>,
    /// What they spend from.
    pub budget: Arc<Budget>,
    /// Where dictionaries come from, for the checks that want one.
    pub dictionaries: Arc<dyn Dictionaries>,
    /// Who answers questions.
    pub question_handler: Arc<dyn QuestionHandler>,
    /// Who runs it.
    pub holder: ClaimOwner,
    /// The time.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Told what happens.
    pub events: Arc<dyn Fn(RunEvent) + Send + Sync>,
    /// Stops the run at the next step.
    pub cancel: StopSignal,
}

/// Fewer new paragraphs than these are quick to make ready for a search when somebody searches.
const WORTH_PREPARING: u32 = 2_000;

/// The wish of a recorded run.
pub fn wish_of(run: &RunRecord) -> Result<RunSpec, RunError> {
    serde_json::from_str(&run.spec).map_err(|source| RunError::UnreadableSpec { run: run.id, source })
}

/// Starts a run.
#[boxed]
pub async fn start(mut config: RunConfig) -> Result<Report, RunError> {
    let run = record(&mut config).await?;
    begin(config, run).await
}

/// Records a run, so that it has a name before it begins.
#[boxed]
pub async fn record(config: &mut RunConfig) -> Result<RunId, RunError> {
    config.spec.digests.prompt = Some(prompt_digest(&config.book, &config.spec));
    config.spec.digests.chapters = chapter_digests(config.store.library(), &config.book).await?;
    let spec = serde_json::to_string(&config.spec)
        .map_err(|source| RunError::UnreadableSpec { run: RunId::from_number(0), source })?;
    let new =
        NewRun { book: config.book.id, kind: config.spec.kind(), spec: &spec, now_ms: (config.clock)() };
    Ok(config.store.create_run(&new).await?)
}

/// Begins a run that was recorded.
#[boxed]
pub async fn begin(config: RunConfig, run: RunId) -> Result<Report, RunError> {
    let (store, clock) = (config.store.clone(), Arc::clone(&config.clock));
    let worked = execute(config, run, StartMode::New).await;
    if worked.as_ref().is_err_and(is_refusal) {
        // A run that was turned away never began; it must not be what `resume` means.
        store.finish_run(run, RunOutcome::TurnedAway, clock()).await?;
    }
    worked
}

/// Whether a run was refused before anything was done for it.
const fn is_refusal(error: &RunError) -> bool {
    matches!(
        error,
        RunError::Store(StoreError::BookClaimed { .. } | StoreError::TranslatedInto { .. })
            | RunError::NoPrice { .. }
            | RunError::NoModel
    )
}

/// True if the run's claim has not expired and its owning process is not known to be dead.
#[boxed]
pub async fn is_at_work(
    library: &Library,
    run: &RunRecord,
    holder: &ClaimOwner,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let claim = library.claim(run.book).await?.filter(|claim| claim.run == run.id);
    let now_ms = library.clock_ms(now_ms).await?;
    Ok(claim.is_some_and(|claim| claim.holds_at(now_ms) && !(holder.is_gone)(&claim.holder)))
}

/// Begins a run that was recorded by another process, or goes on with it. A book that is claimed leaves the run as it is.
#[boxed]
pub async fn take_up(config: RunConfig, record: &RunRecord) -> Result<Report, RunError> {
    let mode = if record.n_tasks == 0 { StartMode::New } else { StartMode::Resume };
    execute(config, record.id, mode).await
}

/// Goes on with a run.
#[boxed]
pub async fn resume(config: RunConfig, run: RunId) -> Result<Report, RunError> {
    if matches!(config.spec.work, Work::Survey) {
        return Err(RunError::Survey { run });
    }
    refuse_other_layer(&config.store.library().run(run).await?, &config.spec)?;
    execute(config, run, StartMode::Resume).await
}

/// A rehearsal goes on as a rehearsal and a translation as a translation.
pub fn refuse_other_layer(run: &RunRecord, spec: &RunSpec) -> Result<(), RunError> {
    if wish_of(run)?.is_rehearsal() == spec.is_rehearsal() {
        return Ok(());
    }
    Err(RunError::OtherLayer { run: run.id })
}

/// Whether the run is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StartMode {
    New,
    Resume,
}

async fn execute(mut config: RunConfig, run: RunId, mode: StartMode) -> Result<Report, RunError> {
    refuse_unpriced(&config.spec, &config.models)?;
    if config.spec.is_rehearsal() {
        config.store = config.store.rehearsing();
    }
    let (store, clock, holder) = (config.store.clone(), Arc::clone(&config.clock), config.holder.clone());
    let (book, is_rehearsal) = (config.book.id, config.spec.is_rehearsal());
    let claim = BookClaim { store: &store, book, run, holder: &holder, clock: &*clock };
    claim.claim().await?;
    let events = Arc::clone(&config.events);
    config.store = store.under_claim(book, run, &holder.name);
    let report = claim.work(Box::pin(execute_to_rest(config, run, mode))).await?;
    events(RunEvent::Ended(report.clone()));
    if !is_rehearsal {
        prepare_search(&store, book, &report).await;
    }
    Ok(report)
}

/// Does now what the first search after a long run would make a person wait for, for as much as the run has written. A
/// short run leaves little to do.
async fn prepare_search(store: &Store, book: BookId, report: &Report) {
    let n_written = u32::try_from(report.n_accepted + report.n_reused).unwrap_or(u32::MAX);
    if report.ending == Ending::Finished
        && n_written >= WORTH_PREPARING
        && let Err(error) = store.library().prepare_search(book, n_written).await
    {
        // The first search does it then.
        tracing::debug!(%error, "search is not prepared");
    }
}

/// Executes a run whose book is claimed, and writes down how it came to rest while the claim is held.
async fn execute_to_rest(config: RunConfig, run: RunId, mode: StartMode) -> Result<Report, RunError> {
    let (store, clock) = (config.store.clone(), Arc::clone(&config.clock));
    let report = if config.spec.is_rehearsal() {
        Box::pin(execute_claimed(config, run, mode)).await?
    } else {
        execute_within_limits(config, run, mode).await?
    };
    store.finish_run(run, report.ending.outcome(), clock()).await?;
    if report.ending == Ending::Finished {
        store.remove_batches(run).await?;
    }
    Ok(report)
}

/// Executes a run within what its session shares with others.
async fn execute_within_limits(config: RunConfig, run: RunId, mode: StartMode) -> Result<Report, RunError> {
    let budget = Arc::clone(&config.budget);
    let what = SpendsOn::Run { book: config.book.id, run, holder: config.holder.name.clone() };
    let limits =
        SessionLimits::begin(&config.store, what, config.holder.lease, &config.clock, &budget).await?;
    let work = Box::pin(async {
        if budget.is_limited_in_money() {
            refuse_any_unpriced(&config.models)?;
        }
        Box::pin(execute_claimed(config, run, mode)).await
    });
    let report = limits.work(&budget, work).await?;
    let refused_by = limits.refusal().filter(|_| report.ending == Ending::Budget);
    Ok(Report { refused_by, ..report })
}

/// A limit in money needs the price of every model that may be asked.
pub fn refuse_unpriced(spec: &RunSpec, models: &[RunModel]) -> Result<(), RunError> {
    if spec.limits_money() { refuse_any_unpriced(models) } else { Ok(()) }
}

pub(crate) fn refuse_any_unpriced(models: &[RunModel]) -> Result<(), RunError> {
    match models.iter().find(|run_model| !run_model.has_price()) {
        Some(run_model) => Err(RunError::NoPrice { model: run_model.name.clone() }),
        None => Ok(()),
    }
}

/// Keeps what the run is to do by now: who resumes it may have changed its limits and its model.
#[boxed]
pub async fn note_spec(store: &Store, run: RunId, spec: &RunSpec) -> Result<(), RunError> {
    let text = serde_json::to_string(spec).map_err(|source| RunError::UnreadableSpec { run, source })?;
    Ok(store.note_run(run, RunNote::Spec(&text)).await?)
}

/// Keeps how many chunks the run has: those that were begun, and those that are planned.
pub(crate) async fn note_chunks(store: &Store, run: RunId, n_planned: usize) -> Result<(), StoreError> {
    let n_begun = store.library().run(run).await?.n_tasks;
    let n_chunks = usize::try_from(n_begun).unwrap_or_default() + n_planned;
    store.note_run(run, RunNote::Chunks(n_chunks)).await
}

/// The book in the run's language. It is changed only under the claim, so that a refused start changes nothing.
pub(crate) async fn in_target_language(
    store: &Store,
    book: BookSummary,
    spec: &RunSpec,
    now_ms: i64,
) -> Result<BookSummary, StoreError> {
    if book.target_language.as_ref() == Some(&spec.target) {
        return Ok(book);
    }
    store.set_target_language(book.id, &spec.target, now_ms).await?;
    store.library().book(book.id).await
}

/// Executes a run whose book is claimed.
async fn execute_claimed(config: RunConfig, run: RunId, mode: StartMode) -> Result<Report, RunError> {
    let RunConfig {
        store,
        book,
        spec,
        confirmed,
        models,
        budget,
        dictionaries,
        question_handler,
        holder,
        clock,
        events,
        cancel,
    } = config;
    let models: Vec<RunModel> = models.into_iter().map(|run_model| run_model.chosen(spec.delivery)).collect();
    let book = in_target_language(&store, book, &spec, clock()).await?;
    if mode == StartMode::Resume {
        note_spec(&store, run, &spec).await?;
    }
    if models.is_empty() {
        return Err(RunError::NoModel);
    }
    let facts = RunModel::facts_of(&models, &book, &spec);
    let chapter_budgets = chapter_budgets(store.library(), &spec, run, &book).await?;
    let check_context = CheckContext { target: &spec.target, dictionaries: &dictionaries };
    let judge = judge_of(store.library(), &book, check_context).await?;
    let submission_judge = submission_judge_of(store.library(), &book, check_context).await?;
    let repair_round = Arc::new(RepairRound::new(&spec));
    let context = RunContext {
        knowledge_cache: Some(Arc::new(KnowledgeCache::new(book.series.id))),
        task_options: spec.task_options(&book),
        store,
        book,
        run,
        holder: Some(holder.name),
        target: spec.target.clone(),
        refused: RefusedTexts::default(),
        answers_later: spec.batch,
        judge: repair_round.judge(submission_judge),
        question_handler,
        clock,
        // Its own, so that workers can be called back when one of them meets a broken library.
        cancel: cancel.child(),
    };
    let mut state = State::default();
    if spec.batch {
        state.queue_by_chunk();
    }
    let session = Arc::new(RunSession {
        context,
        spec,
        models,
        plain_judge: judge,
        dictionaries,
        repair_round,
        events,
        cpu_limiter: CpuLimiter::per_core(),
        chapter_budgets,
        counters: Counters::default(),
        state: Mutex::new(state),
    });
    let said = run_phases(&session, &facts, &budget, mode, confirmed).await?;
    let mut report = session.report(budget.spent());
    if let Some(said) = said.filter(|_| report.ending == Ending::Budget && budget.is_paused()) {
        report.pause = Some(pause::reason(&session, &said).await?);
    }
    Ok(report)
}

/// Goes through the phases of a run. Gives what it was said to take, where it pauses before it takes much more.
async fn run_phases(
    session: &Arc<RunSession>,
    facts: &ModelFacts,
    budget: &Budget,
    mode: StartMode,
    confirmed: Option<ConfirmedPlan>,
) -> Result<Option<Estimate>, RunError> {
    let RunSession { context: RunContext { store, book, run, clock, .. }, spec, .. } = &**session;
    store.reopen_run(*run, clock()).await?;
    if spec.work.repair().is_some() {
        return Box::pin(repair::repair_rounds(session, facts, budget)).await;
    }
    let n_reused = match mode {
        StartMode::New => reuse(store, book, spec, *run, clock()).await?,
        // It was looked for in the first session; looking again would read the whole series again.
        StartMode::Resume => 0,
    };
    if n_reused > 0 {
        session.count_reused(n_reused);
        session.publish(RunEvent::Reused { n_paragraphs: n_reused });
    }
    let BegunTasks { open, settled, n_open } = begun(session).await?;
    let confirmed = match confirmed.filter(|_| settled.is_empty()) {
        Some(confirmed) => confirmed.still(store.library(), book).await?,
        None => None,
    };
    let plan = match confirmed {
        Some(plan) => plan,
        None => Arc::new(plan::plan(store.library(), book, spec, &settled, facts).await?),
    };
    note_chunks(store, *run, plan.estimate.n_chunks).await?;
    session.expect(plan.n_paragraphs() + n_open);
    session.publish(RunEvent::Started { run: *run, kind: spec.kind_word(), plan: Arc::clone(&plan), n_open });
    let said = pause::arm(session, budget, (&plan.estimate, n_open), facts).await?;
    let least = plan.estimate.least;
    let chapters = chapters(session, &plan, open).await?;
    drop(plan);
    run_workers(session, chapters).await?;
    // What the service was away for is tried once more, now that everything else is done.
    let aside = session.take_aside();
    if !aside.is_empty() && !session.must_stop() {
        run_workers(session, aside).await?;
    }
    if spec.kind() == TaskKind::Translation && spec.work.candidates() > 1 {
        Box::pin(repair::with_candidates(session, facts)).await?;
    }
    if spec.kind() == TaskKind::Translation {
        titles::from_headings(store, book, *run, clock()).await?;
    }
    if mode == StartMode::New && !session.must_stop() {
        session.note_reading(&least, &budget.spent().usage);
    }
    Ok(said)
}

/// What earlier sessions have begun.
#[derive(Default)]
struct BegunTasks {
    open: HashMap<ChapterId, VecDeque<TaskRecord>>,
    /// Paragraphs that are not to be planned: dealt with, or an open task's own to finish.
    settled: HashSet<ParagraphId>,
    /// Paragraphs that open tasks have still to settle.
    n_open: usize,
}

async fn begun(session: &RunSession) -> Result<BegunTasks, StoreError> {
    let library = session.context.store.library();
    // What a task translated is seen in the book; only where that does not tell, every task has to be asked.
    let book_tells = session.spec.kind() == TaskKind::Translation && !session.spec.work.is_all_again();
    // A suggestion for a locked paragraph is no translation: only its task knows that it was made.
    let suggested = library.suggestions(session.context.book.id).await?;
    let untold: HashSet<ParagraphId> = suggested
        .iter()
        .filter(|suggestion| suggestion.paragraph.translation.is_none())
        .map(|suggestion| suggestion.paragraph.id)
        .collect();
    let tasks = if book_tells && untold.is_empty() {
        library.unfinished_tasks(session.context.run).await?
    } else {
        library.tasks(session.context.run).await?
    };
    let mut begun = BegunTasks::default();
    for task in tasks {
        let is_open = task.outcome.is_none();
        for entry in library.ledger(task.id).await? {
            let is_done = entry.state.is_done();
            if is_open || (is_done && (!book_tells || untold.contains(&entry.paragraph))) {
                begun.settled.insert(entry.paragraph);
            }
            begun.n_open += usize::from(is_open && !is_done);
        }
        if is_open {
            begun.open.entry(task.chapter).or_default().push_back(task);
        }
    }
    Ok(begun)
}

/// The chapters with anything to do in them, in reading order.
pub(crate) async fn chapters(
    session: &RunSession,
    plan: &RunPlan,
    mut open: HashMap<ChapterId, VecDeque<TaskRecord>>,
) -> Result<Vec<ChapterWork>, StoreError> {
    let mut chapters: Vec<ChapterWork> = plan
        .chapters
        .iter()
        .map(|planned| {
            let shareable = (planned.chunks.len() == 1).then_some(planned.source_tokens);
            let attempts = planned.chunks.iter().rev().map(|one| Attempt::planned(one.clone(), shareable));
            ChapterWork {
                number: planned.number,
                open: open.remove(&planned.id).unwrap_or_default(),
                pending: attempts.collect(),
            }
        })
        .collect();
    if !open.is_empty() {
        for chapter in session.context.store.library().chapters(session.context.book.id).await? {
            let begun = open.remove(&chapter.id);
            chapters.extend(begun.map(|open| ChapterWork {
                number: chapter.number,
                open,
                pending: Vec::new(),
            }));
        }
        chapters.sort_by_key(|chapter| chapter.number);
    }
    Ok(chapters)
}
