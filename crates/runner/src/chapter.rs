//! A worker: takes the next chunk of some chapter, one after the other, each tried until it is settled or nothing more
//! can be done for it.

use crate::event::{Remedy, RunEvent};
use crate::hired::Hired;
use crate::policy::{Situation, remedy};
use crate::purse::FromPurse;
use crate::sitting::{Attempt, ChapterWork, Sitting};
use book::id::{ParagraphId, TaskId};
use book::text::version::{Author, TaskKind};
use book::work::chunk::Chunk;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::work::{PENDING, Step, StepUsage, TaskRecord};
use task::driver::{Rest, TaskError};
use task::event::TaskEvent;
use task::machine::{Machine, Outcome};
use task::repair::Repairs;
use task::service::{Office, PolishService, ProofreadingService, TranslationService, Worked};

/// Works until no chapter is left or the run must stop. Errors of the library end the run; everything else ends in
/// the sitting's state.
pub(crate) async fn work(sitting: Arc<Sitting>) -> Result<(), TaskError> {
    let chapter = AtomicU32::new(0);
    let told = |task: TaskId, event: TaskEvent| sitting.see(chapter.load(Ordering::Relaxed), task, event);
    let models: Vec<FromPurse<'_>> =
        sitting.models.iter().map(|hired| hired.paid_from(&sitting.purses, &chapter)).collect();
    let repairs = sitting.board.repairs();
    // What is mended is partly made anew and partly corrected, so a run that mends has services of both kinds.
    let kinds = if repairs.is_some() { MENDING.to_vec() } else { vec![sitting.wish.kind] };
    let hired = sitting.models.iter().zip(&models);
    let of_model = |(hired, model)| {
        let open = |kind| Service::open(&sitting, kind, repairs.as_deref(), hired, model, &told);
        kinds.iter().copied().map(open).collect()
    };
    let worker =
        Worker { sitting: &sitting, repairs: repairs.as_deref(), services: hired.map(of_model).collect() };
    while let Some(mut work) = sitting.next_chapter() {
        chapter.store(work.number, Ordering::Relaxed);
        let n_taken = work.n_left();
        let next = worker.work_on(&mut work).await?;
        sitting.give_back(work, n_taken);
        if next == Next::Leave {
            break;
        }
    }
    Ok(())
}

struct Worker<'a> {
    sitting: &'a Sitting,
    repairs: Option<&'a Repairs>,
    /// For each model, one for each kind of task.
    services: Vec<Vec<Service<'a>>>,
}

/// Whether a worker goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    /// So many requests at once are too many.
    Leave,
}

impl Worker<'_> {
    /// Does one task of a chapter.
    async fn work_on(&self, chapter: &mut ChapterWork) -> Result<Next, TaskError> {
        if let Some(task) = chapter.open.pop_front() {
            let model = self.sitting.first_model.load(Ordering::Relaxed);
            return match self.serve(model, Job::Resume(&task)).await {
                Ok(worked) => self.settle(chapter, &worked, Tried { model, is_last_round: false }).await,
                Err(TaskError::Restore { .. }) => {
                    chapter.pile.extend(self.begin_anew(&task).await?);
                    Ok(Next::GoOn)
                }
                Err(error) => Err(error),
            };
        }
        let Some(Attempt { chunk, model, is_last_round }) = chapter.pile.pop() else { return Ok(Next::GoOn) };
        let model = model.max(self.sitting.first_model.load(Ordering::Relaxed));
        let Some(hired) = self.sitting.models.get(model) else { return Ok(Next::GoOn) };
        self.sitting.tell(RunEvent::ChunkStarted {
            chapter: chapter.number,
            n_paragraphs: chunk.paragraph_ids().len(),
            model: hired.name.clone(),
        });
        let worked = self.serve(model, Job::Begin(chunk)).await?;
        self.settle(chapter, &worked, Tried { model, is_last_round }).await
    }

    async fn serve(&self, model: usize, job: Job<'_>) -> Result<Worked, TaskError> {
        let kind = self.kind_of(&job);
        let services = self.services.get(model).or(self.services.first());
        let same_kind = services.and_then(|services| services.iter().find(|service| service.kind() == kind));
        let Some(service) = same_kind.or(services.and_then(|services| services.first())) else {
            // A run without a model is refused before any worker is made.
            return Err(TaskError::Unstorable(serde::ser::Error::custom("there is no model")));
        };
        self.sitting.n_at_work.fetch_add(1, Ordering::SeqCst);
        let worked = service.serve(job).await;
        self.sitting.n_at_work.fetch_sub(1, Ordering::SeqCst);
        worked
    }

    /// What kind of task a job is: as it began, or as what is to be mended asks for.
    fn kind_of(&self, job: &Job<'_>) -> TaskKind {
        match job {
            Job::Resume(task) => task.kind,
            Job::Begin(chunk) => {
                let first = chunk.paragraph_ids().first();
                let repair = first.and_then(|id| self.repairs?.get(*id));
                repair.map_or(self.sitting.wish.kind, |repair| repair.way.kind())
            }
        }
    }

    /// Looks at what a task came to, and puts what is to be tried again on the pile.
    async fn settle(
        &self,
        chapter: &mut ChapterWork,
        worked: &Worked,
        tried: Tried,
    ) -> Result<Next, TaskError> {
        let sitting = self.sitting;
        let failure = match &worked.rest {
            Rest::Ended(Outcome::Failed { failure }) => failure,
            Rest::Ended(Outcome::Finished) => {
                sitting.n_service_failures.store(0, Ordering::Relaxed);
                sitting.count_kept(&worked.machine);
                return Ok(Next::GoOn);
            }
            Rest::Paused | Rest::Waiting(_) => {
                sitting.interrupt();
                return Ok(Next::GoOn);
            }
            // The task stays open: what was said in it is paid for, and it goes on from there.
            Rest::OutOfBudget => {
                chapter.open.push_front(sitting.store.library().task(worked.task).await?);
                if sitting.purses.is_empty(chapter.number) {
                    &Failure::ChapterBudget
                } else {
                    &Failure::Budget
                }
            }
        };
        sitting.count_kept(&worked.machine);
        let left = failed_paragraphs(&worked.machine);
        let remedy = self.remedy(failure, left.len(), tried);
        sitting.tell(RunEvent::Policy {
            chapter: chapter.number,
            failure: failure.clone(),
            remedy: remedy.clone(),
            n_paragraphs: left.len(),
        });
        let id = worked.machine.chunk().chapter();
        let attempt = |paragraphs: &[ParagraphId], model, is_last_round| {
            let chunk = Chunk::new(id, paragraphs.to_vec()).ok()?;
            Some(Attempt { chunk, model, is_last_round })
        };
        let Tried { model, is_last_round } = tried;
        match remedy {
            Remedy::Split => {
                let (first, second) = left.split_at(left.len().div_ceil(2));
                // The pile is worked from its end, so the later half goes down first.
                chapter.pile.extend(attempt(second, model, is_last_round));
                chapter.pile.extend(attempt(first, model, is_last_round));
            }
            Remedy::Fallback { .. } => chapter.pile.extend(attempt(&left, model + 1, is_last_round)),
            Remedy::Later => {
                if let Some(attempt) = attempt(&left, model, true) {
                    sitting.put_aside(chapter.number, attempt);
                }
            }
            Remedy::Narrow => return Ok(Next::Leave),
            Remedy::LeavePending if *failure == Failure::ChapterBudget => {
                sitting.leave(chapter.number, &self.rest_of(chapter).await?, failure);
            }
            Remedy::LeavePending => sitting.leave(chapter.number, &left, failure),
            Remedy::StopRun => {
                if !matches!(failure, Failure::Budget | Failure::Cancelled) {
                    sitting.leave(chapter.number, &left, failure);
                }
                sitting.stop(failure);
            }
        }
        Ok(Next::GoOn)
    }

    /// Takes everything that is left out of a chapter's work. Its open tasks stay open in the library.
    async fn rest_of(&self, chapter: &mut ChapterWork) -> Result<Vec<ParagraphId>, TaskError> {
        let mut rest = Vec::new();
        for task in chapter.open.drain(..) {
            let ledger = self.sitting.store.library().ledger(task.id).await?;
            rest.extend(ledger.iter().filter(|entry| entry.state == PENDING).map(|entry| entry.paragraph));
        }
        for attempt in chapter.pile.drain(..).rev() {
            rest.extend(attempt.chunk.paragraph_ids());
        }
        Ok(rest)
    }

    fn remedy(&self, failure: &Failure, n_left: usize, tried: Tried) -> Remedy {
        let sitting = self.sitting;
        let is_service = matches!(failure, Failure::Service { .. });
        if matches!(failure, Failure::Denied { .. }) {
            sitting.first_model.fetch_max(tried.model + 1, Ordering::Relaxed);
        }
        let next = (tried.model + 1).max(sitting.first_model.load(Ordering::Relaxed));
        remedy(&Situation {
            failure,
            n_left,
            next_model: sitting.models.get(next).map(|hired| hired.name.as_str()),
            n_service_failures: if is_service {
                sitting.n_service_failures.fetch_add(1, Ordering::Relaxed) + 1
            } else {
                0
            },
            n_fruitless: if is_service { 0 } else { sitting.count_fruitless() },
            is_last_round: tried.is_last_round,
            others_at_work: sitting.n_at_work.load(Ordering::SeqCst) > 0,
        })
    }

    /// A task whose stored state cannot be used is ended, and what it left begins anew.
    async fn begin_anew(&self, task: &TaskRecord) -> Result<Option<Attempt>, TaskError> {
        let sitting = self.sitting;
        let (store, book) = (&sitting.store, sitting.book.id);
        let mut left = Vec::new();
        for entry in store.library().ledger(task.id).await? {
            if entry.state == PENDING {
                let paragraph = store.library().paragraph(book, entry.paragraph).await?;
                left.extend(sitting.wish.wants(&paragraph).then_some(entry.paragraph));
            }
        }
        let ended = Step {
            task: task.id,
            who: &Author::Memory,
            edits: &[],
            machine: &task.machine,
            machine_version: task.machine_version,
            transcript: &[],
            ledger: &[],
            todos: &[],
            questions: &[],
            finished: Some("failed: its stored state cannot be used"),
            usage: StepUsage::default(),
            now_ms: (sitting.clock)(),
        };
        store.commit_step(&ended).await?;
        let chunk = Chunk::new(task.chapter, left);
        Ok(chunk.ok().map(|chunk| Attempt { chunk, model: 0, is_last_round: false }))
    }
}

/// With which model something was tried, and whether it was put aside before.
#[derive(Debug, Clone, Copy)]
struct Tried {
    model: usize,
    is_last_round: bool,
}

enum Job<'a> {
    Begin(Chunk),
    Resume(&'a TaskRecord),
}

/// The kinds of task that mend.
const MENDING: [TaskKind; 2] = [TaskKind::Translation, TaskKind::Proofreading];

/// The service of one kind.
enum Service<'a> {
    Translation(TranslationService<'a>),
    Polish(PolishService<'a>),
    Proofreading(ProofreadingService<'a>),
}

impl<'a> Service<'a> {
    fn open(
        sitting: &'a Sitting,
        kind: TaskKind,
        repairs: Option<&'a Repairs>,
        hired: &'a Hired,
        model: &'a FromPurse<'a>,
        events: &'a (dyn Fn(TaskId, TaskEvent) + Send + Sync),
    ) -> Self {
        let office = Office {
            store: &sitting.store,
            book: &sitting.book,
            run: sitting.run,
            target: &sitting.wish.target,
            manner: sitting.manner.clone(),
            repairs,
            model,
            max_output_tokens: hired.output_limit(&sitting.wish),
            judge: &*sitting.judge,
            shelf: Some(&sitting.shelf),
            person: &*sitting.person,
            price: hired.pricing(),
            clock: &*sitting.clock,
            events,
            cancel: sitting.cancel.clone(),
        };
        match kind {
            TaskKind::Translation => Self::Translation(TranslationService::new(office)),
            TaskKind::Polish => Self::Polish(PolishService::new(office)),
            TaskKind::Proofreading => Self::Proofreading(ProofreadingService::new(office)),
        }
    }

    const fn kind(&self) -> TaskKind {
        match self {
            Self::Translation(_) => TaskKind::Translation,
            Self::Polish(_) => TaskKind::Polish,
            Self::Proofreading(_) => TaskKind::Proofreading,
        }
    }

    async fn serve(&self, job: Job<'_>) -> Result<Worked, TaskError> {
        match (self, job) {
            (Self::Translation(service), Job::Begin(chunk)) => service.translate(chunk).await,
            (Self::Translation(service), Job::Resume(task)) => service.resume(task).await,
            (Self::Polish(service), Job::Begin(chunk)) => service.polish(chunk).await,
            (Self::Polish(service), Job::Resume(task)) => service.resume(task).await,
            (Self::Proofreading(service), Job::Begin(chunk)) => service.proofread(chunk).await,
            (Self::Proofreading(service), Job::Resume(task)) => service.resume(task).await,
        }
    }
}

fn failed_paragraphs(machine: &Machine) -> Vec<ParagraphId> {
    let entries = machine.desk().ledger.entries();
    entries
        .filter(|(_, entry)| matches!(entry, Entry::Failed(_) | Entry::Pending))
        .map(|(id, _)| id)
        .collect()
}
