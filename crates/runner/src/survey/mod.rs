//! Reading a book before it is translated: a model proposes what its translators must agree on, the text bears it out,
//! and a person has the last word. A survey is a run like any other: it can be stopped, resumed and paid for once.

pub mod event_json;
pub mod piece_result;
pub mod review;

mod merge;
mod pieces;
mod reading;

use crate::claim::BookClaim;
use crate::plan::Estimate;
use crate::report::Ending;
use crate::run::{self, ClaimOwner, RunError};
use crate::run_model::RunModel;
use crate::session_limits::{SessionLimits, SpendsOn};
use crate::spec::{RunSpec, Work};
use async_recursion::async_recursion as boxed;
use book::id::RunId;
use book::work::outcome::RunOutcome;
use llm::{BatchEvent, Budget, Spent, Usage};
use std::sync::Arc;
use store::budget::BudgetRefusal;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;
use store::work::NewRun;
use task::stop_signal::StopSignal;
use task::survey::ask::Asking;
pub use task::survey::candidates::{Candidate, Sign};

/// Everything a survey needs.
pub struct SurveyConfig {
    /// The library.
    pub store: Store,
    pub book: BookSummary,
    /// What the person wants; of chapters, piece size, limits and model the same as for any run.
    pub spec: RunSpec,
    /// The model that reads.
    pub model: RunModel,
    /// What it spends from.
    pub budget: Arc<Budget>,
    /// Who runs it.
    pub holder: ClaimOwner,
    /// The time.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Told what happens.
    pub events: Arc<dyn Fn(SurveyEvent) + Send + Sync>,
    /// Stops it before the next piece.
    pub cancel: StopSignal,
}

/// What happens in a survey.
#[derive(Debug, Clone)]
pub enum SurveyEvent {
    /// It begins.
    Began {
        run: RunId,
        /// Pieces of the book.
        n_pieces: usize,
        /// Those an earlier session has read.
        n_read: usize,
    },
    /// A piece is handed to the model.
    PieceStarted {
        /// The chapter it begins in, from one.
        chapter: u32,
        /// How many paragraphs it has.
        n_paragraphs: usize,
        model: String,
    },
    /// The model has replied.
    Replied {
        /// The chapter the piece begins in, from one.
        chapter: u32,
        /// What it used.
        usage: Usage,
        /// What it cost, in millionths of a dollar.
        cost_micros: i64,
        /// How long it took.
        took_ms: u64,
    },
    /// A piece was read.
    Read {
        /// The chapter it begins in, from one.
        chapter: u32,
        /// Terms the text bears out.
        n_terms: usize,
        /// Characters the text bears out.
        n_characters: usize,
        /// Claims the text does not bear out.
        n_dropped: usize,
        /// What the survey has cost so far.
        spent: Spent,
    },
    /// A piece could not be read.
    Failed {
        /// The chapter it begins in, from one.
        chapter: u32,
        /// Why.
        reason: String,
    },
    /// Requests were handed in as a batch, are waited for, or came back.
    Batch(BatchEvent),
    /// It came to rest.
    Ended(Box<SurveyReport>),
}

/// The result of a survey.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyReport {
    pub run: RunId,
    /// How it ended.
    pub ending: Ending,
    /// Pieces of the book.
    pub n_pieces: usize,
    /// Those that are read.
    pub n_read: usize,
    /// Why others are not, with the chapter each begins in.
    pub failed: Vec<(u32, String)>,
    /// What was learnt.
    pub learnt: Learnt,
    /// What it cost, all sessions together.
    pub spent: Spent,
    /// The monthly budget that ended it, if one did.
    pub refused_by: Option<BudgetRefusal>,
}

/// What was learnt from all pieces together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Learnt {
    /// New terms.
    pub n_terms: usize,
    /// New characters.
    pub n_characters: usize,
    /// New or renewed summaries.
    pub n_summaries: usize,
    /// Proposals of earlier times that have grown.
    pub n_grown: usize,
    /// Claims that the cited paragraphs do not bear out.
    pub n_dropped: usize,
    /// Claims that were no terms or names: chatter, everyday words, identical pairs, collisions.
    pub n_refused: usize,
    /// Found again though a person has decided on them.
    pub n_settled: usize,
    /// Contradictions a person has to decide.
    pub n_conflicts: usize,
}

/// What a survey will take, before anything is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyPlan {
    pub n_pieces: usize,
    pub n_chapters: usize,
    /// Tokens and money, about.
    pub estimate: Estimate,
    /// What stands out without a model, the most frequent first.
    pub candidates: Vec<Candidate>,
}

/// What stands out in the chosen chapters, without a model.
#[boxed]
pub async fn candidates(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
) -> Result<Vec<Candidate>, StoreError> {
    let parts = pieces::parts(library, book, spec).await?;
    Ok(pieces::candidates(&parts))
}

/// Plans a survey with this model.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    model: &RunModel,
) -> Result<SurveyPlan, StoreError> {
    let parts = pieces::parts(library, book, spec).await?;
    let n_chapters = parts.len();
    let candidates = pieces::candidates(&parts);
    let pieces = pieces::cut(parts, spec, model);
    let fixed = asking(book, spec, model).fixed_tokens();
    let n_pieces = u64::try_from(pieces.len()).unwrap_or_default();
    let source: u64 = pieces.iter().map(|piece| piece.tokens).sum();
    // A tenth to a third of what is read comes back as notes; a piece that fails is asked about once more.
    let input = n_pieces * (fixed + 250) + source;
    let least = Usage { input, output: source / 10 + n_pieces * 150, ..Usage::default() };
    let most = Usage { input: input * 6 / 5, output: source / 3 + n_pieces * 400, ..Usage::default() };
    let estimate = Estimate {
        n_paragraphs: pieces.iter().map(|piece| piece.paragraphs().count()).sum(),
        n_chunks: pieces.len(),
        source_tokens: source,
        least,
        most,
        least_money: model.cost(&least),
        most_money: model.cost(&most),
    };
    Ok(SurveyPlan { n_pieces: pieces.len(), n_chapters, estimate, candidates })
}

fn asking(book: &BookSummary, spec: &RunSpec, model: &RunModel) -> Asking {
    let most = model.max_output_tokens().map_or(MAX_OUTPUT, |limit| limit.min(MAX_OUTPUT));
    let instructions = spec.all_instructions(book);
    Asking::new(book, &spec.target, instructions.as_deref(), spec.temperature, Some(most))
}

/// No answer about a piece needs more, thinking included.
const MAX_OUTPUT: u32 = 24_000;

/// Starts a survey.
#[boxed]
pub async fn start(mut config: SurveyConfig) -> Result<SurveyReport, RunError> {
    let run = record(&mut config).await?;
    begin(config, run).await
}

/// Records a survey, so that it has a name before it begins.
#[boxed]
pub async fn record(config: &mut SurveyConfig) -> Result<RunId, RunError> {
    config.spec.work = Work::Survey;
    let spec = serde_json::to_string(&config.spec)
        .map_err(|source| RunError::UnreadableSpec { run: RunId::from_number(0), source })?;
    let new =
        NewRun { book: config.book.id, kind: config.spec.kind(), spec: &spec, now_ms: (config.clock)() };
    Ok(config.store.create_run(&new).await?)
}

/// Begins a survey that was recorded.
#[boxed]
pub async fn begin(config: SurveyConfig, run: RunId) -> Result<SurveyReport, RunError> {
    let (store, clock) = (config.store.clone(), Arc::clone(&config.clock));
    let surveyed = resume(config, run).await;
    if let Err(RunError::Store(StoreError::BookClaimed { .. })) = &surveyed {
        store.finish_run(run, RunOutcome::TurnedAway, clock()).await?;
    }
    surveyed
}

/// Goes on with a survey: pieces that were read are not read again.
#[boxed]
pub async fn resume(mut config: SurveyConfig, run: RunId) -> Result<SurveyReport, RunError> {
    let (store, holder, clock) = (config.store.clone(), config.holder.clone(), Arc::clone(&config.clock));
    let claim = BookClaim { store: &store, book: config.book.id, run, holder: &holder, clock: &*clock };
    run::refuse_unpriced(&config.spec, std::slice::from_ref(&config.model))?;
    claim.claim().await?;
    let events = Arc::clone(&config.events);
    config.store = store.under_claim(config.book.id, run, &holder.name);
    let report = claim.work(Box::pin(survey_within_limits(config, run))).await?;
    events(SurveyEvent::Ended(Box::new(report.clone())));
    Ok(report)
}

/// Surveys a book that is claimed, within what the session shares with others.
async fn survey_within_limits(config: SurveyConfig, run: RunId) -> Result<SurveyReport, RunError> {
    let budget = Arc::clone(&config.budget);
    let what = SpendsOn::Run { book: config.book.id, run, holder: config.holder.name.clone() };
    let limits =
        SessionLimits::begin(&config.store, what, config.holder.lease, &config.clock, &budget).await?;
    let work = Box::pin(async {
        if budget.is_limited_in_money() {
            run::refuse_any_unpriced(std::slice::from_ref(&config.model))?;
        }
        survey_claimed(config, run).await
    });
    let report = limits.work(&budget, work).await?;
    let refused_by = limits.refusal().filter(|_| report.ending == Ending::Budget);
    Ok(SurveyReport { refused_by, ..report })
}

/// Surveys a book that is claimed.
async fn survey_claimed(mut config: SurveyConfig, run: RunId) -> Result<SurveyReport, RunError> {
    config.book = run::in_target_language(&config.store, config.book, &config.spec, (config.clock)()).await?;
    run::note_spec(&config.store, run, &config.spec).await?;
    config.store.reopen_run(run, (config.clock)()).await?;
    let report = reading::survey(&config, run).await?;
    config.store.finish_run(run, report.ending.outcome(), (config.clock)()).await?;
    if report.ending == Ending::Finished {
        config.store.remove_batches(run).await?;
    }
    Ok(report)
}
