//! A run from beginning to rest: claim the book, finish what was begun, work through the chapters, say what remains.

use crate::chapter;
use crate::claim::while_claimed;
use crate::event::RunEvent;
use crate::plan::{self, ModelFacts, Plan, PlannedChapter};
use crate::report::{Ending, Report, Unresolved};
use crate::wish::Wish;
use book::id::{ChapterId, ParagraphId, RunId, TaskId};
use book::text::version::TaskKind;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use futures::{StreamExt, TryStreamExt};
use llm::{Budget, BudgetLimit, Model, Money, Price, Spent};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;
use store::work::{NewRun, RunRecord, TaskRecord};
use task::driver::TaskError;
pub use task::driver::{Nobody, Person};
use task::event::TaskEvent;
use task::machine::Machine;
use task::service::Manner;
use tokio_util::sync::CancellationToken;
use tools::judge::Judge;

/// So many failures of the service in a row, over all tasks, and the run stops rather than burn through the book.
const MAX_SERVICE_FAILURES: u32 = 3;

/// A model as a run hires it.
pub struct Hired {
    pub(crate) name: String,
    model: Arc<dyn Model>,
    pub(crate) max_output_tokens: Option<u32>,
    window: Option<u64>,
    price: Option<Price>,
    pricing: Box<dyn Fn(&llm::Usage) -> i64 + Send + Sync>,
}

impl Hired {
    /// A model with what is known about it. It must already spend from the run's budget.
    pub fn new(
        model: Arc<dyn Model>,
        price: Option<Price>,
        window: Option<u64>,
        max_output_tokens: Option<u32>,
    ) -> Self {
        let pricing = move |usage: &llm::Usage| {
            let money = price.map_or(Money::ZERO, |price| price.of(usage));
            i64::try_from(money.micro_dollars()).unwrap_or(i64::MAX)
        };
        Self {
            name: model.name().to_owned(),
            model,
            max_output_tokens,
            window,
            price,
            pricing: Box::new(pricing),
        }
    }

    /// The model itself.
    pub fn model(&self) -> &dyn Model {
        &*self.model
    }

    /// What so much usage costs, where the price is known.
    pub fn cost(&self, usage: &llm::Usage) -> Option<Money> {
        self.price.map(|price| price.of(usage))
    }

    pub(crate) fn pricing(&self) -> &(dyn Fn(&llm::Usage) -> i64 + Send + Sync) {
        &*self.pricing
    }

    /// What a plan has to know.
    pub fn facts(&self, book: &BookSummary, wish: &Wish) -> ModelFacts {
        ModelFacts {
            window: self.window,
            output_limit: self.max_output_tokens.map(u64::from),
            price: self.price,
            fixed_tokens: task::service::fixed_tokens(wish.kind, book, &wish.target, &wish.manner()),
        }
    }
}

/// Everything a run needs.
pub struct RunConfig<'a> {
    /// The library.
    pub store: &'a Store,
    /// The book.
    pub book: &'a BookSummary,
    /// What the person wants.
    pub wish: Wish,
    /// The model, and then the ones to fall back on.
    pub models: Vec<Hired>,
    /// What they spend from.
    pub budget: Arc<Budget>,
    /// What looks over each submission.
    pub judge: &'a dyn Judge,
    /// Who answers questions.
    pub person: &'a dyn Person,
    /// Who runs it, in words a person understands and different for every process.
    pub holder: String,
    /// The time.
    pub clock: &'a (dyn Fn() -> i64 + Send + Sync),
    /// Told what happens.
    pub events: &'a (dyn Fn(RunEvent) + Send + Sync),
    /// Stops the run at the next step.
    pub cancel: CancellationToken,
}

/// Why a run could not even begin, or broke off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The library failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A task could not go on.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// No model was given.
    #[error("no model to work with\nhint: name one with `--model`")]
    NoModel,
    /// The stored wish cannot be read.
    #[error("run `{run}` cannot be resumed: {source}\nhint: start a new run; what was accepted is kept")]
    Wish {
        /// The run.
        run: RunId,
        /// What is wrong.
        source: serde_json::Error,
    },
}

/// The wish of a recorded run.
pub fn wish_of(run: &RunRecord) -> Result<Wish, RunError> {
    serde_json::from_str(&run.wish).map_err(|source| RunError::Wish { run: run.id, source })
}

/// What a run may spend: the wish's limits, less what the run has spent before.
pub fn budget(wish: &Wish, resumed: Option<&RunRecord>) -> Arc<Budget> {
    let micros = |micros: i64| Money::from_micro_dollars(u64::try_from(micros).unwrap_or_default());
    let limit = BudgetLimit { tokens: wish.max_tokens, money: wish.max_cost_micros.map(micros) };
    let spent = resumed.map_or_else(Spent::default, |run| {
        let count = |tokens: i64| u64::try_from(tokens).unwrap_or_default();
        let usage = llm::Usage {
            input: count(run.usage.input - run.usage.cached_input),
            cached_input: count(run.usage.cached_input),
            output: count(run.usage.output),
            reasoning: count(run.usage.reasoning),
            ..llm::Usage::default()
        };
        Spent { usage, money: micros(run.usage.cost_micros), ..Spent::default() }
    });
    Budget::resuming(limit, spent)
}

/// Starts a run.
pub async fn start(config: RunConfig<'_>) -> Result<Report, RunError> {
    let wish = serde_json::to_string(&config.wish)
        .map_err(|source| RunError::Wish { run: RunId::from_number(0), source })?;
    let new = NewRun { book: config.book.id, kind: config.wish.kind, wish: &wish, now_ms: (config.clock)() };
    let run = config.store.create_run(&new).await?;
    work(config, run).await
}

/// Goes on with a run.
pub async fn resume(config: RunConfig<'_>, run: RunId) -> Result<Report, RunError> {
    config.store.reopen_run(run, (config.clock)()).await?;
    work(config, run).await
}

async fn work(config: RunConfig<'_>, run: RunId) -> Result<Report, RunError> {
    let RunConfig { store, book, wish, models, budget, judge, person, holder, clock, events, cancel } =
        config;
    let first_model = models.first().ok_or(RunError::NoModel)?;
    let task_events = |task: TaskId, event: TaskEvent| events(RunEvent::Task { task, event });
    let manner = wish.manner();
    let sitting = Sitting {
        store,
        book,
        run,
        wish: &wish,
        manner,
        models: &models,
        first_model,
        judge,
        person,
        clock,
        events,
        task_events: &task_events,
        cancel,
        tally: Mutex::new(Tally::default()),
        service_failures: AtomicU32::new(0),
    };
    let working = async {
        let (plan, unfinished) = sitting.prepare(first_model.facts(book, &wish)).await?;
        events(RunEvent::Started { run, plan: plan.clone() });
        sitting.work_through(plan.chapters, unfinished).await
    };
    while_claimed(store, book.id, run, &holder, clock, working).await??;
    let report = sitting.report(budget.spent());
    store.finish_run(run, report.ending.as_str(), clock()).await?;
    events(RunEvent::Ended(report.clone()));
    Ok(report)
}

/// One sitting of a run: what its chapters share while the program lives.
pub(crate) struct Sitting<'a> {
    pub(crate) store: &'a Store,
    pub(crate) book: &'a BookSummary,
    pub(crate) run: RunId,
    pub(crate) wish: &'a Wish,
    pub(crate) manner: Manner,
    pub(crate) models: &'a [Hired],
    pub(crate) first_model: &'a Hired,
    pub(crate) judge: &'a dyn Judge,
    pub(crate) person: &'a dyn Person,
    pub(crate) clock: &'a (dyn Fn() -> i64 + Send + Sync),
    events: &'a (dyn Fn(RunEvent) + Send + Sync),
    pub(crate) task_events: &'a (dyn Fn(TaskId, TaskEvent) + Send + Sync),
    pub(crate) cancel: CancellationToken,
    tally: Mutex<Tally>,
    service_failures: AtomicU32,
}

#[derive(Default)]
struct Tally {
    n_accepted: usize,
    n_kept: usize,
    n_suggested: usize,
    unresolved: Vec<Unresolved>,
    stopped: Option<Ending>,
}

impl Sitting<'_> {
    /// What is left to do: tasks begun and not ended, and chunks for everything no task has settled.
    async fn prepare(
        &self,
        facts: ModelFacts,
    ) -> Result<(Plan, HashMap<ChapterId, Vec<TaskRecord>>), StoreError> {
        let library = self.store.library();
        let mut settled = HashSet::new();
        let mut unfinished: HashMap<ChapterId, Vec<TaskRecord>> = HashMap::new();
        for task in library.tasks(self.run).await? {
            let open = task.outcome.is_none();
            for entry in library.ledger(task.id).await? {
                let dealt_with =
                    entry.state == Entry::Accepted.as_str() || entry.state == Entry::Kept.as_str();
                // What an open task holds is its own to finish; what a task translated is also seen in the book.
                if open || (dealt_with && (self.wish.again || self.wish.kind != TaskKind::Translation)) {
                    settled.insert(entry.paragraph);
                }
            }
            if open {
                unfinished.entry(task.chapter).or_default().push(task);
            }
        }
        let plan = plan::plan(library, self.book, self.wish, &settled, &facts).await?;
        Ok((plan, unfinished))
    }

    async fn work_through(
        &self,
        mut chapters: Vec<PlannedChapter>,
        mut unfinished: HashMap<ChapterId, Vec<TaskRecord>>,
    ) -> Result<(), RunError> {
        for chapter in self.store.library().chapters(self.book.id).await? {
            let planned = chapters.iter().any(|planned| planned.id == chapter.id);
            if unfinished.contains_key(&chapter.id) && !planned {
                let (id, number, title) = (chapter.id, chapter.number, chapter.title);
                chapters.push(PlannedChapter { id, number, title, chunks: Vec::new() });
            }
        }
        chapters.sort_by_key(|chapter| chapter.number);
        let work: Vec<_> = chapters
            .into_iter()
            .map(|chapter| {
                let open = unfinished.remove(&chapter.id).unwrap_or_default();
                chapter::work_through(self, chapter, open)
            })
            .collect();
        futures::stream::iter(work)
            .buffer_unordered(self.wish.concurrency.max(1))
            .try_collect::<Vec<()>>()
            .await?;
        Ok(())
    }

    fn report(&self, spent: Spent) -> Report {
        let mut tally = self.tally();
        let mut unresolved = std::mem::take(&mut tally.unresolved);
        unresolved.sort_by_key(|left| left.chapter);
        let ending = match tally.stopped.take() {
            Some(ending) => ending,
            None if unresolved.is_empty() => Ending::Finished,
            None => Ending::Unresolved,
        };
        let (n_accepted, n_kept, n_suggested) = (tally.n_accepted, tally.n_kept, tally.n_suggested);
        Report { run: self.run, ending, n_accepted, n_kept, n_suggested, unresolved, spent }
    }

    pub(crate) fn tell(&self, event: RunEvent) {
        (self.events)(event);
    }

    /// Whether no new work may begin.
    pub(crate) fn must_stop(&self) -> bool {
        let stopped = self.tally().stopped.is_some();
        if !stopped && self.cancel.is_cancelled() {
            self.interrupt();
        }
        stopped || self.cancel.is_cancelled()
    }

    pub(crate) fn interrupt(&self) {
        self.tally().stopped.get_or_insert(Ending::Interrupted);
    }

    pub(crate) fn stop(&self, failure: &Failure) {
        let ending = match failure {
            Failure::Budget => Ending::Budget,
            Failure::Cancelled => Ending::Interrupted,
            failure => Ending::Failed { reason: failure.to_string() },
        };
        self.tally().stopped.get_or_insert(ending);
    }

    /// Counts what a task settled.
    pub(crate) fn count(&self, machine: &Machine) {
        let ledger = &machine.desk().ledger;
        let mut tally = self.tally();
        tally.n_accepted += ledger.count(Entry::Accepted.as_str());
        tally.n_kept += ledger.count(Entry::Kept.as_str());
    }

    pub(crate) fn leave(&self, chapter: u32, paragraphs: &[ParagraphId], reason: &Failure) {
        let left = paragraphs.iter().map(|paragraph| Unresolved {
            paragraph: *paragraph,
            chapter,
            reason: reason.clone(),
        });
        self.tally().unresolved.extend(left);
    }

    pub(crate) fn service_works(&self) {
        self.service_failures.store(0, Ordering::Relaxed);
    }

    /// Counts a failure of the service; true when there were too many in a row.
    pub(crate) fn service_failed(&self) -> bool {
        self.service_failures.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_SERVICE_FAILURES
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
