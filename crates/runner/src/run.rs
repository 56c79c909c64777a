//! A run from beginning to rest: claim the book, finish what was begun, work through the chapters, say what remains.

use crate::chapter;
use crate::claim::Claiming;
pub use crate::claim::Holder;
use crate::event::RunEvent;
pub use crate::hired::Hired;
use crate::inputs::{chapter_marks, prompt_mark};
use crate::judge::{Lens, judge_of};
use crate::plan::{self, Agreed, ModelFacts, Plan};
use crate::repair::{self, Board};
use crate::report::{Ending, Report};
use crate::reuse::reuse;
use crate::sitting::{Attempt, ChapterWork, Sitting, State};
pub use crate::spending::budget;
use crate::spending::purses;
use crate::titles;
use crate::wish::Wish;
use book::id::{ChapterId, ParagraphId, RunId};
use book::text::version::TaskKind;
use book::work::ledger::Entry;
use checks::dictionary::Dictionaries;
use llm::Budget;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU32, AtomicUsize};
use std::sync::{Arc, Mutex};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;
use store::work::{NewRun, RunRecord, TaskRecord};
use task::driver::TaskError;
pub use task::driver::{Nobody, Person};
use task::seat::Table;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tools::known::Shelf;

/// Everything a run needs.
pub struct RunConfig {
    /// The library.
    pub store: Store,
    /// The book.
    pub book: BookSummary,
    /// What the person wants.
    pub wish: Wish,
    /// The plan the person has agreed to, if one was made.
    pub agreed: Option<Agreed>,
    /// The model, and then the ones to fall back on.
    pub models: Vec<Hired>,
    /// What they spend from.
    pub budget: Arc<Budget>,
    /// Where dictionaries come from, for the checks that want one.
    pub dictionaries: Arc<dyn Dictionaries>,
    /// Who answers questions.
    pub person: Arc<dyn Person>,
    /// Who runs it.
    pub holder: Holder,
    /// The time.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Told what happens.
    pub events: Arc<dyn Fn(RunEvent) + Send + Sync>,
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
    /// A worker was lost.
    #[error(
        "a part of the program broke off: {0}\nhint: report this; `tsumugi resume` goes on from the last step"
    )]
    Broken(#[from] tokio::task::JoinError),
    /// The run only reads the book.
    #[error("run `{run}` is a survey\nhint: `tsumugi resume {run}` goes on with it")]
    Survey {
        /// The run.
        run: RunId,
    },
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

/// Starts a run.
pub async fn start(mut config: RunConfig) -> Result<Report, RunError> {
    let run = record(&mut config).await?;
    begin(config, run).await
}

/// Records a run, so that it has a name before it begins.
pub async fn record(config: &mut RunConfig) -> Result<RunId, RunError> {
    config.wish.prompt = Some(prompt_mark(&config.book, &config.wish));
    config.wish.chapter_prompts = chapter_marks(config.store.library(), &config.book).await?;
    let wish = serde_json::to_string(&config.wish)
        .map_err(|source| RunError::Wish { run: RunId::from_number(0), source })?;
    let new = NewRun { book: config.book.id, kind: config.wish.kind, wish: &wish, now_ms: (config.clock)() };
    Ok(config.store.create_run(&new).await?)
}

/// Begins a run that was recorded.
pub async fn begin(config: RunConfig, run: RunId) -> Result<Report, RunError> {
    let (store, clock) = (config.store.clone(), Arc::clone(&config.clock));
    let worked = work(config, run, Sits::First).await;
    if let Err(RunError::Store(StoreError::BookClaimed { .. })) = &worked {
        // A run that was turned away never began; it must not be what `resume` means.
        store.finish_run(run, Ending::TURNED_AWAY, clock()).await?;
    }
    worked
}

/// Whether somebody is at work on a run: its claim holds, and who holds it is not known to be gone.
pub async fn is_at_work(
    library: &Library,
    run: &RunRecord,
    holder: &Holder,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let claim = library.claim(run.book).await?.filter(|claim| claim.run == run.id);
    Ok(claim.is_some_and(|claim| claim.until_ms > now_ms && !(holder.is_gone)(&claim.holder)))
}

/// Goes on with a run.
pub async fn resume(config: RunConfig, run: RunId) -> Result<Report, RunError> {
    if config.wish.survey {
        return Err(RunError::Survey { run });
    }
    work(config, run, Sits::Again).await
}

/// Which sitting of a run it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sits {
    First,
    Again,
}

async fn work(config: RunConfig, run: RunId, sits: Sits) -> Result<Report, RunError> {
    let RunConfig {
        store,
        book,
        wish,
        agreed,
        models,
        budget,
        dictionaries,
        person,
        holder,
        clock,
        events,
        cancel,
    } = config;
    let facts = models.first().ok_or(RunError::NoModel)?.facts(&book, &wish);
    let purses = purses(store.library(), &wish, run, &book).await?;
    let lens = Lens { target: &wish.target, dictionaries: &dictionaries };
    let judge = judge_of(store.library(), &book, lens).await?;
    let board = Arc::new(Board::new(&wish));
    let sitting = Arc::new(Sitting {
        manner: wish.manner(&book),
        store,
        shelf: Shelf::new(book.series.id),
        book,
        run,
        wish,
        models,
        judge: board.judge(Arc::clone(&judge)),
        plain_judge: judge,
        dictionaries,
        board,
        person,
        clock,
        events,
        // Its own, so that workers can be called back when one of them meets a broken library.
        cancel: cancel.child_token(),
        table: Table::of_this_machine(),
        state: Mutex::new(State::default()),
        purses,
        first_model: AtomicUsize::new(0),
        n_service_failures: AtomicU32::new(0),
        n_fruitless: AtomicU32::new(0),
        n_at_work: AtomicUsize::new(0),
    });
    let Sitting { store, clock, book, .. } = &*sitting;
    let claiming = Claiming { store, book: book.id, run, holder: &holder, clock: &**clock };
    claiming.claim().await?;
    claiming.work(sit(&sitting, &facts, sits, agreed)).await?;
    let report = sitting.report(budget.spent());
    store.finish_run(run, report.ending.as_str(), clock()).await?;
    sitting.tell(RunEvent::Ended(report.clone()));
    Ok(report)
}

async fn sit(
    sitting: &Arc<Sitting>,
    facts: &ModelFacts,
    sits: Sits,
    agreed: Option<Agreed>,
) -> Result<(), RunError> {
    let Sitting { store, book, wish, run, clock, .. } = &**sitting;
    store.reopen_run(*run, clock()).await?;
    if wish.repair.is_some() {
        return Box::pin(repair::mend(sitting, facts)).await;
    }
    let n_reused = match sits {
        Sits::First => reuse(store, book, wish, *run, clock()).await?,
        // It was looked for in the first sitting; looking again would read the whole series again.
        Sits::Again => 0,
    };
    if n_reused > 0 {
        sitting.count_reused(n_reused);
        sitting.tell(RunEvent::Reused { n_paragraphs: n_reused });
    }
    let Begun { open, settled, n_open } = begun(sitting).await?;
    let agreed = match agreed.filter(|_| settled.is_empty()) {
        Some(agreed) => agreed.still(store.library(), book).await?,
        None => None,
    };
    let plan = match agreed {
        Some(plan) => plan,
        None => Arc::new(plan::plan(store.library(), book, wish, &settled, facts).await?),
    };
    sitting.expect(plan.n_paragraphs() + n_open);
    sitting.tell(RunEvent::Started { run: *run, plan: Arc::clone(&plan), n_open });
    let chapters = chapters(sitting, &plan, open).await?;
    drop(plan);
    round(sitting, chapters).await?;
    // What the service was away for is tried once more, now that everything else is done.
    let aside = sitting.take_aside();
    if !aside.is_empty() && !sitting.must_stop() {
        round(sitting, aside).await?;
    }
    if wish.kind == TaskKind::Translation && wish.candidates > 1 {
        Box::pin(repair::with_candidates(sitting, facts)).await?;
    }
    if wish.kind == TaskKind::Translation {
        titles::from_headings(store, book, *run, clock()).await?;
    }
    Ok(())
}

/// What earlier sittings have begun.
#[derive(Default)]
struct Begun {
    open: HashMap<ChapterId, VecDeque<TaskRecord>>,
    /// Paragraphs that are not to be planned: dealt with, or an open task's own to finish.
    settled: HashSet<ParagraphId>,
    /// Paragraphs that open tasks have still to settle.
    n_open: usize,
}

async fn begun(sitting: &Sitting) -> Result<Begun, StoreError> {
    let library = sitting.store.library();
    // What a task translated is seen in the book; only where that does not tell, every task has to be asked.
    let book_tells = sitting.wish.kind == TaskKind::Translation && !sitting.wish.again;
    let tasks = if book_tells {
        library.unfinished_tasks(sitting.run).await?
    } else {
        library.tasks(sitting.run).await?
    };
    let mut begun = Begun::default();
    for task in tasks {
        let is_open = task.outcome.is_none();
        for entry in library.ledger(task.id).await? {
            let is_done = entry.state == Entry::Accepted.as_str() || entry.state == Entry::Kept.as_str();
            if is_open || is_done {
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
    sitting: &Sitting,
    plan: &Plan,
    mut open: HashMap<ChapterId, VecDeque<TaskRecord>>,
) -> Result<Vec<ChapterWork>, StoreError> {
    let attempt = |chunk: &_| Attempt { chunk: Clone::clone(chunk), model: 0, is_last_round: false };
    let mut chapters: Vec<ChapterWork> = plan
        .chapters
        .iter()
        .map(|planned| ChapterWork {
            number: planned.number,
            open: open.remove(&planned.id).unwrap_or_default(),
            pile: planned.chunks.iter().rev().map(attempt).collect(),
        })
        .collect();
    if !open.is_empty() {
        for chapter in sitting.store.library().chapters(sitting.book.id).await? {
            let begun = open.remove(&chapter.id);
            chapters.extend(begun.map(|open| ChapterWork { number: chapter.number, open, pile: Vec::new() }));
        }
        chapters.sort_by_key(|chapter| chapter.number);
    }
    Ok(chapters)
}

/// Has the chapters worked through by as many workers as are wished for.
pub(crate) async fn round(sitting: &Arc<Sitting>, chapters: Vec<ChapterWork>) -> Result<(), RunError> {
    let mut n_workers = sitting.fill(chapters).min(sitting.wish.concurrency.max(1));
    let mut first_error = None;
    while n_workers > 0 {
        let mut workers = JoinSet::new();
        for _ in 0..n_workers {
            workers.spawn(chapter::work(Arc::clone(sitting)));
        }
        while let Some(ended) = workers.join_next().await {
            let ended = ended.map_err(RunError::from).and_then(|worked| worked.map_err(RunError::from));
            if let Err(error) = ended {
                // The others come to rest at their next step; what they have committed is kept.
                sitting.cancel.cancel();
                first_error.get_or_insert(error);
            }
        }
        // Workers that left because too much was under way at once may have left work behind; one alone goes on.
        n_workers = usize::from(!sitting.must_stop() && sitting.fill([]) > 0);
    }
    first_error.map_or(Ok(()), Err)
}
