//! A worker: takes the next chunk of some chapter, one after the other, each tried until it is settled or nothing more
//! can be done for it.

use crate::event::RunEvent;
use crate::purse::FromPurse;
use crate::service::{Job, Service};
use crate::settling::{Next, Tried, settle};
use crate::sitting::{Attempt, ChapterWork, Sitting};
use book::id::TaskId;
use book::text::version::{Author, TaskKind};
use book::work::chunk::Chunk;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::work::{PENDING, Step, StepUsage, TaskRecord};
use task::driver::TaskError;
use task::event::TaskEvent;
use task::repair::Repairs;
use task::seat::Seat;
use task::service::Worked;

/// Works until no chapter is left or the run must stop. Errors of the library end the run; everything else ends in
/// the sitting's state.
pub(crate) async fn work(sitting: Arc<Sitting>) -> Result<(), TaskError> {
    let chapter = AtomicU32::new(0);
    let told = |task: TaskId, event: TaskEvent| sitting.see(chapter.load(Ordering::Relaxed), task, event);
    let models: Vec<FromPurse<'_>> =
        sitting.models.iter().map(|hired| hired.paid_from(&sitting.purses, &chapter)).collect();
    let seat = Seat::at(&sitting.table);
    let repairs = sitting.board.repairs();
    // What is mended is partly made anew and partly corrected, so a run that mends has services of both kinds.
    let kinds = if repairs.is_some() { MENDING.to_vec() } else { vec![sitting.wish.kind] };
    let hired = sitting.models.iter().zip(&models);
    let of_model = |(hired, model)| {
        let open = |kind| Service::open(&sitting, kind, repairs.as_deref(), hired, model, &seat, &told);
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

/// The kinds of task that mend.
const MENDING: [TaskKind; 2] = [TaskKind::Translation, TaskKind::Proofreading];

impl Worker<'_> {
    /// Does one task of a chapter.
    async fn work_on(&self, chapter: &mut ChapterWork) -> Result<Next, TaskError> {
        if let Some(task) = chapter.open.pop_front() {
            let model = self.sitting.first_model.load(Ordering::Relaxed);
            return match self.serve(model, Job::Resume(&task)).await {
                Ok(worked) => {
                    settle(self.sitting, chapter, &worked, Tried { model, is_last_round: false }).await
                }
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
        settle(self.sitting, chapter, &worked, Tried { model, is_last_round }).await
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
            begins: None,
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
