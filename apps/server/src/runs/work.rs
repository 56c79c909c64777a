//! What a run does, wired to its events: books are worked on, or only read.

use crate::context::ServerContext;
use crate::problem::Problem;
use book::id::{BookId, ParagraphId, RunId};
use runner::bus::Bus;
use runner::earlier::{self, EarlierSessions};
use runner::event::RunEvent;
use runner::event_json::EventPublisher;
use runner::questions::PendingAnswers;
use runner::report::Ending;
use runner::run::StopSignal;
use runner::run::{self, RunConfig, RunError, RunModel};
use runner::spec::{RunSpec, Work as SpecWork};
use runner::survey::{self, SurveyConfig, SurveyEvent};
use std::collections::HashSet;
use std::sync::Arc;
use store::error::StoreError;
use store::record::BookSummary;
use store::stats::ClaimRecord;
use store::store::Store;
use store::work::RunRecord;

/// A run, ready to begin.
pub(super) struct PreparedRun {
    pub(super) work: Work,
    pub(super) session: u64,
    pub(super) bus: Arc<Bus>,
    pub(super) waiting: Arc<PendingAnswers>,
}

/// What it does.
pub(super) enum Work {
    /// Works on the text.
    Text(Box<RunConfig>),
    /// Reads the book and learns.
    Survey(Box<SurveyConfig>),
}

/// Whether the run is new.
#[derive(Debug, Clone, Copy)]
pub(super) enum StartMode {
    New,
    Resume,
}

/// How a session of a run is told: its number, its events, and the paragraphs that are in their counts from before.
pub(super) struct Telling {
    pub(super) session: u64,
    pub(super) bus: Arc<Bus>,
    pub(super) settled: HashSet<ParagraphId>,
}

impl Telling {
    /// Of a run that is new.
    pub(super) fn new() -> Self {
        Self { session: 0, bus: Arc::new(Bus::of_session(0)), settled: HashSet::new() }
    }

    /// Of a run that goes on.
    pub(super) async fn going_on(context: &ServerContext, record: &RunRecord) -> Result<Self, StoreError> {
        let session = context.process_store().begin_run_session(record.id).await?;
        let EarlierSessions { sum, settled } = earlier::of_run(context.library(), record).await?;
        Ok(Self { session, bus: Arc::new(Bus::going_on(session, sum)), settled })
    }
}

/// Wires a wish to its events.
pub(super) fn prepare(
    context: &ServerContext,
    store: &Store,
    book: BookSummary,
    spec: RunSpec,
    models: Vec<RunModel>,
    budget: Arc<llm::Budget>,
    telling: Telling,
) -> Result<PreparedRun, Problem> {
    let Telling { session, bus, settled } = telling;
    let (events, asked_in) = (Arc::clone(&context.events), serde_json::json!({"book": book.id}));
    let waiting =
        Arc::new(PendingAnswers::new(Box::new(move || events.publish("comments_changed", &asked_in))));
    let host = Arc::clone(&context.host);
    let clock = Arc::new(move || host.now_ms());
    let (store, holder, cancel) = (store.outliving_request(), context.host.holder(), StopSignal::new());
    let work = if matches!(spec.work, SpecWork::Survey) {
        let (telling, metrics) = (Arc::clone(&bus), Arc::clone(&context.metrics));
        Work::Survey(Box::new(SurveyConfig {
            store,
            book,
            spec,
            model: models.into_iter().next().ok_or(RunError::NoModel)?,
            budget,
            holder,
            clock,
            events: Arc::new(move |event: SurveyEvent| {
                metrics.on_survey_event(&event);
                survey::event_json::publish(&telling, &event);
            }),
            cancel,
        }))
    } else {
        let publisher = EventPublisher::new(Arc::clone(&bus), settled);
        let metrics = Arc::clone(&context.metrics);
        Work::Text(Box::new(RunConfig {
            confirmed: None,
            store,
            dictionaries: context.host.dictionaries(),
            book,
            spec,
            models,
            budget,
            question_handler: Arc::clone(&waiting) as Arc<dyn run::QuestionHandler>,
            holder,
            clock,
            events: Arc::new(move |event: RunEvent| {
                metrics.on_event(&event);
                publisher.on_event(&event);
            }),
            cancel,
        }))
    };
    Ok(PreparedRun { work, session, bus, waiting })
}

impl Work {
    /// Says why it may not begin: a model without a price under a limit in money, or a book that is worked on.
    pub(super) async fn refuse(&self, context: &ServerContext) -> Result<(), RunError> {
        match self {
            Self::Text(config) => run::refuse_unpriced(&config.spec, &config.models)?,
            Self::Survey(config) => run::refuse_unpriced(&config.spec, std::slice::from_ref(&config.model))?,
        }
        let book = self.book();
        let now_ms = context.library().clock_ms(context.now_ms()).await?;
        let claim = context.library().claim(book).await?.filter(|claim| claim.holds_at(now_ms));
        match claim.filter(|claim| !(context.host.holder().is_gone)(&claim.holder)) {
            Some(ClaimRecord { run, holder, until_ms }) => {
                Err(StoreError::BookClaimed { book, run, holder, until_ms }.into())
            }
            None => Ok(()),
        }
    }

    /// Gives it a name before it begins.
    pub(super) async fn record(&mut self) -> Result<RunId, RunError> {
        match self {
            Self::Text(config) => run::record(config).await,
            Self::Survey(config) => survey::record(config).await,
        }
    }

    pub(super) fn book(&self) -> BookId {
        match self {
            Self::Text(config) => config.book.id,
            Self::Survey(config) => config.book.id,
        }
    }

    pub(super) fn cancel(&self) -> StopSignal {
        match self {
            Self::Text(config) => config.cancel.clone(),
            Self::Survey(config) => config.cancel.clone(),
        }
    }

    /// The library as the run changes it.
    pub(super) fn store(&self) -> Store {
        match self {
            Self::Text(config) => config.store.clone(),
            Self::Survey(config) => config.store.clone(),
        }
    }

    pub(super) const fn is_survey(&self) -> bool {
        matches!(self, Self::Survey(_))
    }

    /// Does it, and says how it came to rest.
    pub(super) async fn done(self, run: RunId, mode: StartMode) -> Result<Ending, RunError> {
        Ok(match (self, mode) {
            (Self::Text(config), StartMode::New) => run::begin(*config, run).await?.ending,
            (Self::Text(config), StartMode::Resume) => run::resume(*config, run).await?.ending,
            (Self::Survey(config), StartMode::New) => survey::begin(*config, run).await?.ending,
            (Self::Survey(config), StartMode::Resume) => survey::resume(*config, run).await?.ending,
        })
    }
}
