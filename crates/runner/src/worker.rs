//! A worker: takes the next chunk of some chapter, one after the other, each tried until it is settled or nothing more
//! can be done for it.

use crate::chapter_budget::ChapterMetered;
use crate::event::RunEvent;
use crate::outcome::{AttemptInfo, Next, handle_outcome};
use crate::run_session::{Attempt, ChapterWork, RunSession};
use crate::service::{Job, Service};
use book::id::TaskId;
use book::text::version::{Author, TaskKind};
use book::work::chunk::Chunk;
use book::work::outcome::{LedgerState, TaskEnd};
use llm::BatchParticipant;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::work::{Step, StepUsage, TaskRecord};
use task::cpu_limit::CpuPermit;
use task::driver::TaskError;
use task::event::TaskEvent;
use task::repair::Repairs;
use task::service::TaskRun;

/// Works until no chapter is left or the run must stop. Errors of the library end the run; everything else ends in
/// the session's state.
pub(crate) async fn run_worker(
    session: Arc<RunSession>,
    _participant: Option<BatchParticipant>,
) -> Result<(), TaskError> {
    let chapter = AtomicU32::new(0);
    let told =
        |task: TaskId, event: TaskEvent| session.on_event(chapter.load(Ordering::Relaxed), task, event);
    let models: Vec<ChapterMetered<'_>> = session
        .models
        .iter()
        .map(|run_model| run_model.metered_by(&session.chapter_budgets, &chapter))
        .collect();
    let cpu_permit = CpuPermit::new(&session.cpu_limiter);
    let repairs = session.repair_round.repairs();
    // What is repaired is partly made anew and partly corrected, so a run that repairs has services of both kinds.
    let kinds = if repairs.is_some() { REPAIR_KINDS.to_vec() } else { vec![session.spec.kind()] };
    let run_model = session.models.iter().zip(&models);
    let of_model = |(run_model, model)| {
        let open =
            |kind| Service::open(&session, kind, repairs.as_deref(), run_model, model, &cpu_permit, &told);
        kinds.iter().copied().map(open).collect()
    };
    let worker = Worker {
        session: &session,
        repairs: repairs.as_deref(),
        services: run_model.map(of_model).collect(),
    };
    while let Some(mut work) = session.next_chapter() {
        chapter.store(work.number, Ordering::Relaxed);
        let n_taken = work.n_left();
        let next = worker.work_on(&mut work).await?;
        session.give_back(work, n_taken);
        if next == Next::Exit {
            break;
        }
    }
    Ok(())
}

struct Worker<'a> {
    session: &'a RunSession,
    repairs: Option<&'a Repairs>,
    /// For each model, one for each kind of task.
    services: Vec<Vec<Service<'a>>>,
}

/// The kinds of task that repair.
const REPAIR_KINDS: [TaskKind; 2] = [TaskKind::Translation, TaskKind::Proofreading];

impl Worker<'_> {
    /// Does one task of a chapter.
    async fn work_on(&self, chapter: &mut ChapterWork) -> Result<Next, TaskError> {
        if let Some(task) = chapter.open.pop_front() {
            let model = self.session.counters.first_model.load(Ordering::Relaxed);
            return match self.serve(model, Job::Resume(&task)).await {
                Ok(worked) => {
                    handle_outcome(
                        self.session,
                        chapter,
                        &worked,
                        AttemptInfo { model, is_last_round: false },
                    )
                    .await
                }
                Err(TaskError::Restore { .. }) => {
                    chapter.pending.extend(self.begin_anew(&task).await?);
                    Ok(Next::Continue)
                }
                Err(error) => Err(error),
            };
        }
        let Some(Attempt { chunk, model, is_last_round }) = chapter.pending.pop() else {
            return Ok(Next::Continue);
        };
        let model = model.max(self.session.counters.first_model.load(Ordering::Relaxed));
        let Some(run_model) = self.session.models.get(model) else { return Ok(Next::Continue) };
        self.session.publish(RunEvent::ChunkStarted {
            chapter: chapter.number,
            n_paragraphs: chunk.paragraph_ids().len(),
            model: run_model.name.clone(),
        });
        let worked = self.serve(model, Job::Begin(chunk)).await?;
        handle_outcome(self.session, chapter, &worked, AttemptInfo { model, is_last_round }).await
    }

    async fn serve(&self, model: usize, job: Job<'_>) -> Result<TaskRun, TaskError> {
        let kind = self.kind_of(&job);
        let services = self.services.get(model).or(self.services.first());
        let same_kind = services.and_then(|services| services.iter().find(|service| service.kind() == kind));
        let Some(service) = same_kind.or(services.and_then(|services| services.first())) else {
            // A run without a model is refused before any worker is made.
            return Err(TaskError::Unstorable(serde::ser::Error::custom("there is no model")));
        };
        self.session.counters.n_at_work.fetch_add(1, Ordering::SeqCst);
        let worked = service.serve(job).await;
        self.session.counters.n_at_work.fetch_sub(1, Ordering::SeqCst);
        worked
    }

    /// What kind of task a job is: as it began, or as what is to be repaired asks for.
    fn kind_of(&self, job: &Job<'_>) -> TaskKind {
        match job {
            Job::Resume(task) => task.kind,
            Job::Begin(chunk) => {
                let first = chunk.paragraph_ids().first();
                let repair = first.and_then(|id| self.repairs?.get(*id));
                repair.map_or(self.session.spec.kind(), |repair| repair.way.kind())
            }
        }
    }

    /// A task whose stored state cannot be used is ended, and what it left begins anew.
    async fn begin_anew(&self, task: &TaskRecord) -> Result<Option<Attempt>, TaskError> {
        let session = self.session;
        let (store, book) = (&session.context.store, session.context.book.id);
        let mut left = Vec::new();
        for entry in store.library().ledger(task.id).await? {
            if entry.state == LedgerState::Pending {
                let paragraph = store.library().paragraph(book, entry.paragraph).await?;
                left.extend(session.spec.wants(&session.context.book, &paragraph).then_some(entry.paragraph));
            }
        }
        let end = TaskEnd::Failed { reason: "its stored state cannot be used".to_owned() };
        let ended = Step {
            task: task.id,
            begins: None,
            who: &Author::Memory,
            edits: &[],
            machine: &task.machine,
            machine_version: task.machine_version,
            transcript: &[],
            ledger: &[],
            todos: &[],
            questions: &[],
            fence: session.context.fence(),
            after: Some(task.n_steps),
            finished: Some(&end),
            usage: StepUsage::default(),
            now_ms: session.context.now_ms(),
        };
        store.commit_step(&ended).await?;
        let chunk = Chunk::new(task.chapter, left);
        Ok(chunk.ok().map(|chunk| Attempt { chunk, model: 0, is_last_round: false }))
    }
}
