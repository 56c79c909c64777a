//! The service of one kind of task by one model, as a worker opens it for its run.

use crate::hired::Hired;
use crate::purse::FromPurse;
use crate::sitting::Sitting;
use book::id::TaskId;
use book::text::version::TaskKind;
use book::work::chunk::Chunk;
use store::work::TaskRecord;
use task::driver::TaskError;
use task::event::TaskEvent;
use task::repair::Repairs;
use task::seat::Seat;
use task::service::{Office, PolishService, ProofreadingService, TranslationService, Worked};

/// One task to be done.
pub(crate) enum Job<'a> {
    Begin(Chunk),
    Resume(&'a TaskRecord),
}

/// The service of one kind.
pub(crate) enum Service<'a> {
    Translation(TranslationService<'a>),
    Polish(PolishService<'a>),
    Proofreading(ProofreadingService<'a>),
}

impl<'a> Service<'a> {
    pub(crate) fn open(
        sitting: &'a Sitting,
        kind: TaskKind,
        repairs: Option<&'a Repairs>,
        hired: &'a Hired,
        model: &'a FromPurse<'a>,
        seat: &'a Seat,
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
            seat,
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

    pub(crate) const fn kind(&self) -> TaskKind {
        match self {
            Self::Translation(_) => TaskKind::Translation,
            Self::Polish(_) => TaskKind::Polish,
            Self::Proofreading(_) => TaskKind::Proofreading,
        }
    }

    pub(crate) async fn serve(&self, job: Job<'_>) -> Result<Worked, TaskError> {
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
