//! One session of a queued run, from what the library says about the run to how it came to rest.

use super::WorkerConfig;
use super::answers::StoredAnswers;
use crate::report::Ending;
use crate::run::{self, RunConfig, RunError, budget, wish_of};
use crate::spec::Work;
use crate::survey::{self, SurveyConfig};
use messages::{Explain, Message};
use std::sync::Arc;
use store::error::StoreError;
use store::grant::Right;
use store::people::Role;
use store::queue::TakenRun;
use task::driver::TaskError;
use task::stop_signal::StopSignal;
use tokio::sync::Notify;
use tracing::field::{Empty, display};
use tracing::{Instrument, Span};

/// How a session ended.
pub(super) enum SessionEnd {
    /// The run is at rest; the word of its outcome.
    Rested(&'static str),
    /// The run was asked to stop, by a person or because the worker leaves.
    Interrupted,
    /// Another worker may go on in a while.
    PutBack,
    /// The run needs a person.
    Failed(Message),
}

/// Executes a run that was taken.
pub(super) async fn execute(
    config: Arc<WorkerConfig>,
    taken: TakenRun,
    woken: Arc<Notify>,
    stop: StopSignal,
) -> SessionEnd {
    // Book and person are known once the run was looked up.
    let span = tracing::info_span!("run", run = %taken.run, book = Empty, person = Empty);
    match run_session(&config, taken, woken, stop).instrument(span).await {
        Ok(Ending::Interrupted) => SessionEnd::Interrupted,
        Ok(ending) => SessionEnd::Rested(ending.as_str()),
        Err(SessionStop::Run(error)) if is_passing(&error) => SessionEnd::PutBack,
        Err(SessionStop::Run(error)) => SessionEnd::Failed(error.message()),
        Err(SessionStop::Refused(message)) => SessionEnd::Failed(message),
    }
}

/// Why a session could not go on.
enum SessionStop {
    Run(RunError),
    Refused(Message),
}

impl From<RunError> for SessionStop {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<StoreError> for SessionStop {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

/// Whether the same run may do better a little later, or with another worker.
fn is_passing(error: &RunError) -> bool {
    let (RunError::Store(error) | RunError::Task(TaskError::Store(error))) = error else { return false };
    matches!(
        error,
        StoreError::BookClaimed { .. }
            | StoreError::ClaimLost { .. }
            | StoreError::Unreachable { .. }
            // A frozen worker may hold what everybody needs, until the database ends its transaction.
            | StoreError::Busy { .. }
    )
}

async fn run_session(
    config: &WorkerConfig,
    taken: TakenRun,
    woken: Arc<Notify>,
    stop: StopSignal,
) -> Result<Ending, SessionStop> {
    let library = config.store.library();
    let record = library.run(taken.run).await?;
    let span = Span::current();
    span.record("book", display(record.book));
    span.record("person", record.person.as_ref().map(|person| display(person.id)));
    let spec = wish_of(&record)?;
    let book = library.book(record.book).await?;
    let budget = budget(&spec, Some(&record));
    let mut models = (config.models)(&spec, &budget).map_err(SessionStop::Refused)?;
    // A model works for the person who began the run, for as long as they may have it work.
    let store = match &record.person {
        Some(person) => config.store.grant(person.id, None, Right::in_book(Role::Editor, book.id)).await?,
        None => config.store.clone(),
    };
    let clock = Arc::clone(&config.clock);
    let holder = (config.holder)(taken.epoch);
    // A batch is answered within a day, so the session does not wait for it: a later one asks for the answers.
    let cancel = if spec.batch { cancelled_by_draining(&stop) } else { stop };
    if matches!(spec.work, Work::Survey) {
        if models.is_empty() {
            return Err(RunError::NoModel.into());
        }
        let model = models.swap_remove(0);
        let events = Arc::new(|_event| {});
        let survey = SurveyConfig { store, book, spec, model, budget, holder, clock, events, cancel };
        return Ok(survey::resume(survey, taken.run).await?.ending);
    }
    let run = RunConfig {
        confirmed: None,
        dictionaries: Arc::clone(&config.dictionaries),
        question_handler: Arc::new(StoredAnswers::new(store.clone(), woken)),
        store,
        book,
        spec,
        models,
        budget,
        holder,
        clock,
        events: Arc::new(|_event| {}),
        cancel,
    };
    Ok(run::take_up(run, &record).await?.ending)
}

/// Breaks off as soon as no further request may be sent.
fn cancelled_by_draining(stop: &StopSignal) -> StopSignal {
    let cancelled = stop.child();
    let child = cancelled.clone();
    tokio::spawn(async move {
        child.stopping().await;
        child.cancel();
    });
    cancelled
}
