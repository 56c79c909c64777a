//! The task services a worker uses, one per kind of task and model.

use crate::chapter_budget::ChapterMetered;
use crate::run_model::RunModel;
use crate::run_session::RunSession;
use book::id::TaskId;
use book::text::version::TaskKind;
use book::work::chunk::Chunk;
use store::work::TaskRecord;
use task::cpu_limit::CpuPermit;
use task::driver::TaskError;
use task::event::TaskEvent;
use task::repair::Repairs;
use task::service::{
    BegunTask, PolishService, ProofreadingService, TaskContext, TaskRun, Together, TranslationService,
};

/// One task to be done.
pub(crate) enum Job<'a> {
    Begin(Chunk),
    Resume(&'a TaskRecord),
    /// What began together with others.
    GoOn(Box<BegunTask>),
}

/// The service of one kind.
pub(crate) enum Service<'a> {
    Translation(TranslationService<'a>),
    Polish(PolishService<'a>),
    Proofreading(ProofreadingService<'a>),
}

impl<'a> Service<'a> {
    pub(crate) fn open(
        session: &'a RunSession,
        kind: TaskKind,
        repairs: Option<&'a Repairs>,
        run_model: &'a RunModel,
        model: &'a ChapterMetered<'a>,
        cpu_permit: &'a CpuPermit,
        events: &'a (dyn Fn(TaskId, TaskEvent) + Send + Sync),
    ) -> Self {
        let context = TaskContext {
            run: &session.context,
            repairs,
            model,
            delivery: run_model.delivery(),
            max_output_tokens: Some(run_model.output_limit(&session.spec)),
            price: run_model.pricing(),
            cpu_permit,
            events,
        };
        match kind {
            TaskKind::Translation => Self::Translation(TranslationService::new(context)),
            TaskKind::Polish => Self::Polish(PolishService::new(context)),
            TaskKind::Proofreading => Self::Proofreading(ProofreadingService::new(context)),
        }
    }

    pub(crate) const fn kind(&self) -> TaskKind {
        match self {
            Self::Translation(_) => TaskKind::Translation,
            Self::Polish(_) => TaskKind::Polish,
            Self::Proofreading(_) => TaskKind::Proofreading,
        }
    }

    /// Begins several chunks with one request.
    pub(crate) async fn serve_together(
        &self,
        chunks: Vec<Chunk>,
        is_full: bool,
    ) -> Result<Together, TaskError> {
        match self {
            Self::Translation(service) => service.begin_together(chunks, is_full).await,
            Self::Polish(service) => service.begin_together(chunks, is_full).await,
            Self::Proofreading(service) => service.begin_together(chunks, is_full).await,
        }
    }

    pub(crate) async fn serve(&self, job: Job<'_>) -> Result<TaskRun, TaskError> {
        match (self, job) {
            (Self::Translation(service), Job::Begin(chunk)) => service.translate(chunk).await,
            (Self::Translation(service), Job::Resume(task)) => service.resume(task).await,
            (Self::Polish(service), Job::Begin(chunk)) => service.polish(chunk).await,
            (Self::Polish(service), Job::Resume(task)) => service.resume(task).await,
            (Self::Proofreading(service), Job::Begin(chunk)) => service.proofread(chunk).await,
            (Self::Proofreading(service), Job::Resume(task)) => service.resume(task).await,
            (Self::Translation(service), Job::GoOn(begun)) => service.go_on(*begun).await,
            (Self::Polish(service), Job::GoOn(begun)) => service.go_on(*begun).await,
            (Self::Proofreading(service), Job::GoOn(begun)) => service.go_on(*begun).await,
        }
    }
}
