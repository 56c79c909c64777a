//! The runs under way in this program: begun, watched, stopped, answered.

pub(crate) mod spec;

mod problem;
pub(crate) mod queued;
mod work;

use crate::api::run::{ResumeRequest, RunState};
use crate::context::ServerContext;
use crate::problem::Problem;
use crate::team::revoked::revoked;
use axum::http::StatusCode;
use book::id::{BookId, RunId, TaskId};
use book::work::outcome::RunOutcome;
use book::work::question::PersonAnswer;
use messages::Message;
use runner::bus::Bus;
use runner::questions::PendingAnswers;
use runner::report::Ending;
use runner::run::StopSignal;
use runner::run::{RunError, budget, wish_of};
use runner::spec::{NamedBy, RunSpec};
use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::error::StoreError;
use store::store::Store;
use store::work::RunRecord;
use tokio::task::{JoinError, JoinHandle};
use tokio_util::task::TaskTracker;
use tracing::Instrument;
use work::{PreparedRun, StartMode, Telling, Work};

/// The most resting runs whose events can still be replayed.
const MAX_RESTED: usize = 16;

/// A session counts when it begins and when it claims its book; with a higher count another process has worked on the run.
const SESSIONS_COUNTED: u64 = 2;

/// All of them; clones share the same.
#[derive(Clone, Default)]
pub(crate) struct Runs {
    live: Arc<Mutex<VecDeque<Live>>>,
    tracker: TaskTracker,
}

struct Live {
    run: RunId,
    book: BookId,
    /// The session of the run that is told here.
    session: u64,
    bus: Arc<Bus>,
    waiting: Arc<PendingAnswers>,
    cancel: StopSignal,
    at_work: bool,
}

impl Runs {
    /// Records a run and has it begin; returns once it is under way, or says why it is not.
    pub(crate) async fn begin(
        &self,
        context: &Arc<ServerContext>,
        store: &Store,
        book: BookId,
        spec: RunSpec,
    ) -> Result<RunId, Problem> {
        self.refuse_when_stopping()?;
        context.host.note_typed(&spec)?;
        let budget = budget(&spec, None);
        let models = context.host.open_models(&spec, &budget)?;
        let book = context.library().book(book).await?;
        let mut wired = work::prepare(context, store, book, spec, models, budget, Telling::new())?;
        // What is refused is refused before it is recorded, so that nothing of it stays behind.
        wired.work.refuse(context).await?;
        let run = wired.work.record().await?;
        if context.has_workers {
            return queued::queue(context, store, run).await;
        }
        self.watch(context, run, wired, StartMode::New).await
    }

    /// Goes on with a run.
    pub(crate) async fn resume(
        &self,
        context: &Arc<ServerContext>,
        store: &Store,
        record: RunRecord,
        request: ResumeRequest,
        named_by: NamedBy,
    ) -> Result<RunId, Problem> {
        self.refuse_when_stopping()?;
        if self.is_at_work(record.id) {
            return Err(Problem::new(StatusCode::CONFLICT, "at_work", Message::new("run_at_work")));
        }
        let state = self.state(context, &record).await?;
        if context.has_workers && matches!(state, RunState::Elsewhere | RunState::Waiting) {
            return Err(Problem::new(StatusCode::CONFLICT, "at_work", Message::new("run_at_work")));
        }
        if state == RunState::Over {
            return Err(Problem::new(StatusCode::CONFLICT, "over", Message::new("run_over")));
        }
        let mut spec = spec::named_at_most(wish_of(&record)?, named_by);
        if let Some(model) = request.model {
            spec.model = model;
            spec.endpoint = None;
        }
        if !spec.has_model() {
            let message = Message::new("run_lost_its_model").with("run", record.id);
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "model_missing", message));
        }
        runner::run::refuse_other_layer(&record, &spec)?;
        spec.limit.micros = request.max_cost_micros.or(spec.limit.micros);
        spec.limit.tokens = request.max_tokens.or(spec.limit.tokens);
        let budget = budget(&spec, Some(&record));
        let models = context.host.open_models(&spec, &budget)?;
        if context.has_workers {
            runner::run::refuse_unpriced(&spec, &models)?;
            runner::run::note_spec(store, record.id, &spec).await?;
            return queued::queue(context, store, record.id).await;
        }
        let book = context.library().book(record.book).await?;
        let telling = Telling::going_on(context, &record).await?;
        let wired = work::prepare(context, store, book, spec, models, budget, telling)?;
        self.watch(context, record.id, wired, StartMode::Resume).await
    }

    /// Stops a run at its next step.
    pub(crate) async fn stop(&self, context: &ServerContext, run: RunId) -> Result<(), Problem> {
        if self.cancel_here(run) || queued::stop(context, run).await? {
            return Ok(());
        }
        Err(Problem::new(StatusCode::CONFLICT, "not_at_work", Message::new("run_not_at_work")))
    }

    fn cancel_here(&self, run: RunId) -> bool {
        let live = self.live();
        let here = live.iter().find(|live| live.run == run && live.at_work);
        here.inspect(|live| live.cancel.cancel()).is_some()
    }

    /// Lets no further run begin, has those at work finish the replies in flight, and waits until they rest.
    pub(crate) async fn drain(&self) {
        self.tracker.close();
        for live in self.live().iter() {
            live.cancel.drain();
        }
        self.tracker.wait().await;
    }

    /// Breaks all of them off and waits until they rest.
    pub(crate) async fn stop_all(&self) {
        self.tracker.close();
        for live in self.live().iter() {
            live.cancel.cancel();
        }
        self.tracker.wait().await;
    }

    /// How many are at work here.
    pub(crate) fn n_at_work(&self) -> usize {
        self.live().iter().filter(|live| live.at_work).count()
    }

    fn refuse_when_stopping(&self) -> Result<(), Problem> {
        if self.tracker.is_closed() { Err(Problem::stopping()) } else { Ok(()) }
    }

    /// The run that works on a book.
    pub(crate) fn of_book(&self, book: BookId) -> Option<RunId> {
        self.live().iter().find(|live| live.book == book && live.at_work).map(|live| live.run)
    }

    /// The events of a run, if it works here, or rests and no other process has worked on it since.
    pub(crate) fn bus(&self, record: &RunRecord) -> Option<Arc<Bus>> {
        let is_last = |live: &&Live| live.at_work || record.n_sessions <= live.session + SESSIONS_COUNTED;
        let live = self.live();
        live.iter().find(|live| live.run == record.id).filter(is_last).map(|live| Arc::clone(&live.bus))
    }

    /// The number of the last event of a run, if it works here.
    pub(crate) fn last_event(&self, run: RunId) -> Option<u64> {
        self.bus_at_work(run).map(|bus| bus.last())
    }

    /// Whether a task of the run waits for an answer right now.
    pub(crate) fn is_waiting(&self, run: RunId, task: TaskId) -> bool {
        self.live().iter().any(|live| live.run == run && live.at_work && live.waiting.is_waiting(task))
    }

    /// Passes an answer on to the task that waits for it.
    pub(crate) fn answer(&self, run: RunId, task: TaskId, answer: &PersonAnswer) -> bool {
        let live = self.live();
        live.iter().any(|live| live.run == run && live.at_work && live.waiting.answer(task, answer.clone()))
    }

    /// Whether the run is at work here.
    pub(crate) fn is_at_work(&self, run: RunId) -> bool {
        self.bus_at_work(run).is_some()
    }

    fn bus_at_work(&self, run: RunId) -> Option<Arc<Bus>> {
        self.live().iter().find(|live| live.run == run && live.at_work).map(|live| Arc::clone(&live.bus))
    }

    fn live(&self) -> MutexGuard<'_, VecDeque<Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the run work, and waits for its first word or its refusal.
    async fn watch(
        &self,
        context: &Arc<ServerContext>,
        run: RunId,
        wired: PreparedRun,
        mode: StartMode,
    ) -> Result<RunId, Problem> {
        let PreparedRun { work, session, bus, waiting } = wired;
        let (book, cancel) = (work.book(), work.cancel());
        self.keep(Live { run, book, session, bus: Arc::clone(&bus), waiting, cancel, at_work: true });
        let mut first_word = bus.reader(Some(bus.last()));
        let mut work: JoinHandle<Result<(), RunError>> =
            self.tracker.spawn(self.clone().execute(Arc::clone(context), run, work, mode).in_current_span());
        tokio::select! {
            biased;
            ended = &mut work => self.refused_or_over(run, ended),
            words = first_word.next() => {
                // A refusal is told on the bus, too, and the reason is the answer.
                if words.is_some_and(|words| words.first().is_some_and(|word| word.name == "failed")) {
                    return self.refused_or_over(run, work.await);
                }
                Ok(run)
            }
        }
    }

    /// What a run that has ended answers to the request that began it. What was refused was never at work here.
    fn refused_or_over(
        &self,
        run: RunId,
        ended: Result<Result<(), RunError>, JoinError>,
    ) -> Result<RunId, Problem> {
        let answer = match ended {
            Ok(Ok(())) => Ok(run),
            Ok(Err(error)) => Err(error.into()),
            Err(error) => Err(Problem::failed(&error)),
        };
        if answer.is_err() {
            self.live().retain(|live| live.run != run);
        }
        answer
    }

    fn keep(&self, one: Live) {
        let mut live = self.live();
        live.retain(|live| live.run != one.run);
        live.push_back(one);
        while live.iter().filter(|live| !live.at_work).count() > MAX_RESTED {
            if let Some(oldest) = live.iter().position(|live| !live.at_work) {
                live.remove(oldest);
            }
        }
    }

    /// A run to its rest, with the library told when it begins and ends.
    async fn execute(
        self,
        context: Arc<ServerContext>,
        run: RunId,
        work: Work,
        mode: StartMode,
    ) -> Result<(), RunError> {
        let book = work.book();
        let told = serde_json::json!({"run": run, "book": book});
        context.events.publish("run_started", &told);
        let (is_survey, store, cancel) = (work.is_survey(), work.store(), work.cancel());
        let span = tracing::info_span!("run", %run, %book);
        let mut done = pin!(work.done(run, mode).instrument(span));
        let done = tokio::select! {
            biased;
            done = &mut done => done,
            () = revoked(&context, &store) => {
                cancel.cancel();
                done.await
            }
        };
        if let Err(RunError::Store(StoreError::ClaimLost { .. })) = &done {
            context.metrics.claim_lost();
        }
        if let (Err(error), Some(bus)) = (&done, self.bus_at_work(run)) {
            let reason = error.to_string();
            bus.publish("failed", &serde_json::json!({"run": run, "reason": reason}));
            // Every stream of a run ends with the same word.
            bus.publish("ended", &serde_json::json!({"run": run, "ending": "failed", "reason": reason}));
        }
        self.rest(&context, run).await;
        if is_survey {
            context.events.publish("knowledge_changed", &serde_json::json!({"book": book}));
        }
        let ending = done.as_ref().map_or("failed", Ending::as_str);
        context.events.publish("run_ended", &serde_json::json!({"run": run, "book": book, "ending": ending}));
        done.map(|_ending| ())
    }

    /// Whether a run is at work, here or elsewhere, or can go on.
    pub(crate) async fn state(
        &self,
        context: &ServerContext,
        record: &RunRecord,
    ) -> Result<RunState, Problem> {
        if self.is_at_work(record.id) {
            return Ok(RunState::Running);
        }
        if let Some(state) = queued::state(context, record).await? {
            return Ok(state);
        }
        if record.outcome.is_some_and(RunOutcome::is_over) {
            return Ok(RunState::Over);
        }
        if record.outcome.is_none()
            && runner::run::is_at_work(context.library(), record, &context.host.holder(), context.now_ms())
                .await?
        {
            return Ok(RunState::Elsewhere);
        }
        Ok(RunState::Resting)
    }

    /// Notes the number of the last event, so that a later server does not repeat it to a subscriber that has seen it.
    async fn rest(&self, context: &ServerContext, run: RunId) {
        let rested = self.live().iter_mut().find(|live| live.run == run && live.at_work).map(|live| {
            // First of all, because who was told that it ended may resume it at once.
            live.at_work = false;
            live.bus.close();
            (live.session, live.bus.last())
        });
        let Some((session, last)) = rested else { return };
        if let Err(error) =
            context.process_store().end_run_session(run, session + SESSIONS_COUNTED, last).await
        {
            tracing::warn!(%error, "the last event of a run was not noted");
        }
    }
}
