//! The workers of a run. Each takes the next chunk of some chapter, one after the other, each tried until it is settled or nothing more
//! can be done for it.

use crate::batches;
use crate::chapter_budget::ChapterMetered;
use crate::event::RunEvent;
use crate::outcome::{AttemptInfo, Next, handle_outcome};
use crate::queue::SpareRoom;
use crate::queue::{Attempt, ChapterWork};
use crate::run_error::RunError;
use crate::run_model::RunModel;
use crate::run_session::RunSession;
use crate::service::{Job, Service};
use book::id::{ChapterId, TaskId};
use book::text::version::{Author, TaskKind};
use book::work::chunk::Chunk;
use book::work::outcome::{LedgerState, TaskEnd};
use llm::BatchParticipant;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::work::{Step, StepUsage, TaskRecord};
use task::cpu_limit::CpuPermit;
use task::driver::{LoopExit, TaskError};
use task::event::TaskEvent;
use task::repair::Repairs;
use task::service::TaskRun;
use tokio::task::JoinSet;
use tracing::Instrument;

/// Runs the chapters with `spec.concurrency` workers until the queue is empty or the run must stop.
pub(crate) async fn run_workers(
    session: &Arc<RunSession>,
    chapters: Vec<ChapterWork>,
) -> Result<(), RunError> {
    batches::while_served(session, run_queue(session, chapters)).await?
}

async fn run_queue(session: &Arc<RunSession>, chapters: Vec<ChapterWork>) -> Result<(), RunError> {
    let n_at_once = session.spec.n_at_once().max(1);
    let mut n_workers = session.fill(chapters).min(n_at_once);
    let mut first_error = None;
    while n_workers > 0 {
        let mut workers = JoinSet::new();
        // All take part before the first one asks, so that the first batch is not handed in without the others.
        let participants: Vec<_> = (0..n_workers).map(|_| batches::join(session)).collect();
        for participant in participants {
            let worker = run_worker(Arc::clone(session), participant);
            workers.spawn(worker.instrument(tracing::Span::current()));
        }
        while let Some(ended) = workers.join_next().await {
            let ended = ended.map_err(RunError::from).and_then(|worked| worked.map_err(RunError::from));
            if let Err(error) = ended {
                // The others come to rest at their next step; what they have committed is kept.
                session.context.cancel.cancel();
                first_error.get_or_insert(error);
            }
        }
        // Workers that left because too much was under way at once may have left work behind; one alone goes on, or as
        // many as fit into the next batch.
        let n_left = if session.must_stop() { 0 } else { session.fill([]) };
        n_workers = n_left.min(if session.spec.batch { n_at_once } else { 1 });
    }
    first_error.map_or(Ok(()), Err)
}

/// Works until no chapter is left or the run must stop. Errors of the library end the run; everything else ends in
/// the session's state.
async fn run_worker(
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
        chapter: &chapter,
        repairs: repairs.as_deref(),
        services: run_model.map(of_model).collect(),
    };
    while let Some(mut work) = session.next_chapter() {
        chapter.store(work.number, Ordering::Relaxed);
        let n_taken = work.n_left();
        let (mut company, is_full) = worker.company(&work);
        // A short chapter whose neighbour did not fit fills a request too: the next one may be larger.
        let next = if company.is_empty() && !is_full {
            worker.work_on(&mut work).await?
        } else {
            company.insert(0, work);
            let next = worker.work_together(&mut company, is_full).await?;
            work = company.remove(0);
            next
        };
        session.give_back(work, n_taken);
        for other in company {
            session.give_back(other, 1);
        }
        if next == Next::Exit {
            break;
        }
    }
    Ok(())
}

struct Worker<'a> {
    session: &'a RunSession,
    /// The chapter that events and budgets are about.
    chapter: &'a AtomicU32,
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
        if let Some(n_at_once) = self.n_at_once() {
            chapter.end_with_whole_submission(n_at_once);
        }
        let Some(Attempt { chunk, model, is_last_round, .. }) = chapter.pending.pop() else {
            return Ok(Next::Continue);
        };
        let model = model.max(self.session.counters.first_model.load(Ordering::Relaxed));
        let Some(run_model) = self.session.models.get(model) else { return Ok(Next::Continue) };
        self.tell_begin(chapter.number, &chunk, run_model);
        let worked = self.serve(model, Job::Begin(chunk)).await?;
        handle_outcome(self.session, chapter, &worked, AttemptInfo { model, is_last_round }).await
    }

    /// How many paragraphs the model is known to hand in at once. What is repaired in one way stays together, however many.
    fn n_at_once(&self) -> Option<usize> {
        let model = self.session.counters.first_model.load(Ordering::Relaxed);
        let run_model = self.session.models.get(model).filter(|_| self.repairs.is_none())?;
        run_model.delivery().habit().n_at_once
    }

    fn tell_begin(&self, chapter: u32, chunk: &Chunk, run_model: &RunModel) {
        let (n_paragraphs, model) = (chunk.paragraph_ids().len(), run_model.name.clone());
        self.session.publish(RunEvent::ChunkStarted { chapter, n_paragraphs, model });
    }

    /// The short chapters beside this one that share its request, where the model delivers as text. A batch is asked for
    /// again under the same keys, a chapter with a budget pays for itself, and a repair is about its paragraphs alone.
    fn company(&self, of: &ChapterWork) -> (Vec<ChapterWork>, bool) {
        let session = self.session;
        let model = session.counters.first_model.load(Ordering::Relaxed);
        let may_share =
            !session.spec.batch && self.repairs.is_none() && session.chapter_budgets.is_unlimited();
        let Some(run_model) = session.models.get(model).filter(|_| may_share) else {
            return (Vec::new(), false);
        };
        if !run_model.delivery().shares_requests() {
            return (Vec::new(), false);
        }
        let size = run_model.delivery().size();
        let room = SpareRoom {
            n_paragraphs: usize::try_from(size.items()).unwrap_or(usize::MAX),
            tokens: size.tokens().min(run_model.chunk_budget(&session.spec)),
        };
        session.company(of, room)
    }

    /// Begins one task for each of several short chapters with one request, and does what each has left.
    async fn work_together(&self, chapters: &mut [ChapterWork], is_full: bool) -> Result<Next, TaskError> {
        let session = self.session;
        let attempts: Vec<Option<Attempt>> =
            chapters.iter_mut().map(|chapter| chapter.pending.pop()).collect();
        let first = attempts.first().and_then(Option::as_ref).map_or(0, |attempt| attempt.model);
        let model = first.max(session.counters.first_model.load(Ordering::Relaxed));
        let chunks: Vec<Chunk> = attempts.iter().flatten().map(|attempt| attempt.chunk.clone()).collect();
        let ids: Vec<ChapterId> = chunks.iter().map(Chunk::chapter).collect();
        if let Some(run_model) = session.models.get(model) {
            for (chapter, chunk) in chapters.iter().zip(&chunks) {
                self.tell_begin(chapter.number, chunk, run_model);
            }
        }
        session.counters.n_at_work.fetch_add(1, Ordering::SeqCst);
        let together = self.service(model, session.spec.kind())?.serve_together(chunks, is_full).await;
        session.counters.n_at_work.fetch_sub(1, Ordering::SeqCst);
        let together = together?;
        if let Some(LoopExit::Paused | LoopExit::Waiting(_)) = together.exit {
            session.interrupt();
        }
        for (chapter, attempt) in chapters.iter_mut().zip(attempts) {
            let left = attempt.filter(|attempt| together.left.contains(&attempt.chunk));
            chapter.pending.extend(left.map(|attempt| Attempt {
                shareable: attempt.shareable.filter(|_| together.may_share_again),
                ..attempt
            }));
        }
        let mut next = Next::Continue;
        for begun in together.begun {
            let place = ids.iter().position(|id| *id == begun.chunk().chapter());
            let Some(chapter) = place.and_then(|place| chapters.get_mut(place)) else { continue };
            self.chapter.store(chapter.number, Ordering::Relaxed);
            let worked = self.serve(model, Job::GoOn(Box::new(begun))).await?;
            let attempt = AttemptInfo { model, is_last_round: false };
            if handle_outcome(session, chapter, &worked, attempt).await? == Next::Exit {
                next = Next::Exit;
            }
        }
        Ok(next)
    }

    /// The service of a model for a kind of task.
    fn service(&self, model: usize, kind: TaskKind) -> Result<&Service<'_>, TaskError> {
        let services = self.services.get(model).or(self.services.first());
        let same_kind = services.and_then(|services| services.iter().find(|service| service.kind() == kind));
        // A run without a model is refused before any worker is made.
        same_kind
            .or(services.and_then(|services| services.first()))
            .ok_or_else(|| TaskError::Unstorable(serde::ser::Error::custom("there is no model")))
    }

    async fn serve(&self, model: usize, job: Job<'_>) -> Result<TaskRun, TaskError> {
        let service = self.service(model, self.kind_of(&job))?;
        self.session.counters.n_at_work.fetch_add(1, Ordering::SeqCst);
        let worked = service.serve(job).await;
        self.session.counters.n_at_work.fetch_sub(1, Ordering::SeqCst);
        worked
    }

    /// What kind of task a job is: as it began, or as what is to be repaired asks for.
    fn kind_of(&self, job: &Job<'_>) -> TaskKind {
        match job {
            Job::Resume(task) => task.kind,
            Job::GoOn(_) => self.session.spec.kind(),
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
        Ok(chunk.ok().map(|chunk| Attempt {
            chunk,
            model: 0,
            is_last_round: false,
            shareable: None,
            is_suspect: false,
        }))
    }
}
