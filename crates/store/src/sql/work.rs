//! Runs, their sessions, and tasks with their steps.

use super::scope::Scope;
use super::tasks::NoteKind;
use super::{Database, SqlLibrary, knowledge, step, tasks};
use crate::change::Receipt;
use crate::error::StoreError;
use crate::layer::Layer;
use crate::people::PersonId;
use crate::work::{NewRun, NewTask, RunNote, Step, TaskNote};
use book::id::{RunId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::work::outcome::RunOutcome;
use std::time::{Duration, Instant};

impl SqlLibrary {
    pub(crate) async fn create_run(
        &self,
        new: &NewRun<'_>,
        person: Option<PersonId>,
    ) -> Result<RunId, StoreError> {
        let mut tx = self.begin(Scope::Book(new.book)).await?;
        let done = tasks::create_run(&mut tx, new, person).await;
        self.end(tx, done).await
    }

    pub(crate) async fn finish_run(
        &self,
        run: RunId,
        outcome: Option<RunOutcome>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Run(run)).await?;
        let done = tasks::finish_run(&mut tx, run, outcome, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn note_run(&self, run: RunId, note: RunNote<'_>) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Run(run)).await?;
        let done = tasks::note_run(&mut tx, run, note).await;
        self.end(tx, done).await
    }

    pub(crate) async fn begin_run_session(&self, run: RunId) -> Result<u64, StoreError> {
        let mut tx = self.begin_as_process(Scope::Run(run)).await?;
        let done = tasks::begin_session(&mut tx, run).await;
        self.end(tx, done).await
    }

    pub(crate) async fn end_run_session(
        &self,
        run: RunId,
        n_sessions: u64,
        last_event: u64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Run(run)).await?;
        let done = tasks::end_session(&mut tx, run, n_sessions, last_event).await;
        self.end(tx, done).await
    }

    pub(crate) async fn begin_serving(&self) -> Result<u64, StoreError> {
        let mut tx = self.begin_as_process(Scope::Anywhere).await?;
        let done = tasks::begin_serving(&mut tx).await;
        self.end(tx, done).await
    }

    pub(crate) async fn create_task(&self, new: &NewTask<'_>) -> Result<TaskId, StoreError> {
        let mut tx = self.begin(Scope::Run(new.run)).await?;
        let done = tasks::create_task(&mut tx, new).await;
        self.end(tx, done).await
    }

    /// An id for a task that is recorded with its first step.
    pub(crate) fn fresh_task_id(&self) -> Result<TaskId, StoreError> {
        self.map_db_error(tasks::fresh_task_id())
    }

    pub(crate) async fn commit_step(
        &self,
        layer: Layer,
        person: Option<PersonId>,
        step: &Step<'_>,
    ) -> Result<Receipt, StoreError> {
        let began = Instant::now();
        loop {
            match self.try_step(layer, person, step).await {
                // The reply is paid for: a database that restarts or is busy is waited for.
                Err(StoreError::Unreachable { .. } | StoreError::Busy { .. })
                    if self.is_worth_waiting(began) =>
                {
                    pause().await;
                }
                done => return done,
            }
        }
    }

    async fn try_step(
        &self,
        layer: Layer,
        person: Option<PersonId>,
        step: &Step<'_>,
    ) -> Result<Receipt, StoreError> {
        let mut tx = self.begin(Scope::Steps(std::slice::from_ref(step))).await?;
        let done = step::commit_step(&mut tx, layer, person, step).await;
        self.end(tx, done).await
    }

    pub(crate) async fn commit_steps(
        &self,
        layer: Layer,
        person: Option<PersonId>,
        steps: &[Step<'_>],
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        loop {
            match self.try_steps(layer, person, steps).await {
                Err(StoreError::Unreachable { .. } | StoreError::Busy { .. })
                    if self.is_worth_waiting(began) =>
                {
                    pause().await;
                }
                done => return done,
            }
        }
    }

    async fn try_steps(
        &self,
        layer: Layer,
        person: Option<PersonId>,
        steps: &[Step<'_>],
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Steps(steps)).await?;
        let done = step::commit_steps(&mut tx, layer, person, steps).await;
        self.end(tx, done).await
    }

    fn is_worth_waiting(&self, began: Instant) -> bool {
        matches!(self.database, Database::Postgres(_)) && began.elapsed() < DATABASE_AWAY
    }

    pub(crate) async fn note_knowledge_used(
        &self,
        task: TaskId,
        used: &KnowledgeUsed,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Task(task)).await?;
        let done = knowledge::remember_for(&mut tx, task, used).await;
        self.end(tx, done).await
    }

    pub(crate) async fn put_note(
        &self,
        kind: NoteKind,
        task: TaskId,
        note: &TaskNote,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Task(task)).await?;
        let done = step::put_note_of(&mut tx, kind, task, note, now_ms).await;
        self.end(tx, done).await
    }
}

/// How long a step waits for a database that is away.
const DATABASE_AWAY: Duration = Duration::from_mins(1);

async fn pause() {
    tokio::time::sleep(Duration::from_millis(500)).await;
}
