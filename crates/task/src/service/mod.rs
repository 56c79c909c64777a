//! The three services a run calls: each takes a chunk, writes the prompts, and hands both to the loop.

mod knowledge_snapshot;
mod task_service;
mod text_work;

use crate::cpu_limit::CpuPermit;
use crate::driver::{LoopExit, TaskError};
use crate::event::TaskEvent;
use crate::machine::Machine;
use crate::model_delivery::ModelDelivery;
use crate::repair::Repairs;
use crate::run_context::RunContext;
use book::id::TaskId;
use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::chunk::{Chunk, Reads};
use book::work::status::Effort;
use knowledge_snapshot::KnowledgeSnapshot;
use llm::{Delivery, Model, ToolSpec};
use std::sync::Arc;
use store::record::BookSummary;
use store::work::TaskRecord;
use task_service::TaskService;
pub(crate) use task_service::specs;
use tools::registry::ToolRegistry;
use tools::text::PromptLanguage;

/// What the tasks of one worker with one model share.
pub struct TaskContext<'a> {
    pub run: &'a RunContext,
    /// What is to be repaired in which paragraph, where the run repairs.
    pub repairs: Option<&'a Repairs>,
    pub model: &'a dyn Model,
    /// How it delivers.
    pub delivery: &'a ModelDelivery,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// What a reply cost, in millionths of a dollar.
    pub price: &'a (dyn Fn(&llm::Usage) -> i64 + Send + Sync),
    /// The worker's CPU permit; left while a task waits for its model or a person.
    pub cpu_permit: &'a CpuPermit,
    /// Told what happens in which task.
    pub events: &'a (dyn Fn(TaskId, TaskEvent) + Send + Sync),
}

/// How the person wants the work done.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskOptions {
    /// How much ceremony.
    pub effort: Effort,
    /// How far a task may read.
    pub reads: Reads,
    /// The language the model is spoken to in.
    pub language: PromptLanguage,
    /// The temperature, where the person wants another than the model's own.
    pub temperature: Option<f32>,
    /// What the person asks for beyond our own rules.
    pub instructions: Option<String>,
}

/// Translates chunks.
pub struct TranslationService<'a>(TaskService<'a>);

/// Polishes chunks that have a translation.
pub struct PolishService<'a>(TaskService<'a>);

/// Proofreads chunks that have a translation.
pub struct ProofreadingService<'a>(TaskService<'a>);

impl<'a> TranslationService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(TaskService::new(TaskKind::Translation, context))
    }

    /// Translates a chunk, as a new task.
    pub async fn translate(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }

    /// Begins several small chunks, of one chapter each, with one request for all of them.
    pub async fn begin_together(&self, chunks: Vec<Chunk>, is_full: bool) -> Result<Together, TaskError> {
        self.0.begin_together(chunks, is_full).await
    }

    /// Goes on alone with a task that began together with others.
    pub async fn go_on(&self, begun: BegunTask) -> Result<TaskRun, TaskError> {
        self.0.go_on(begun).await
    }
}

impl<'a> PolishService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(TaskService::new(TaskKind::Polish, context))
    }

    /// Polishes a chunk, as a new task.
    pub async fn polish(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }

    /// Begins several small chunks, of one chapter each, with one request for all of them.
    pub async fn begin_together(&self, chunks: Vec<Chunk>, is_full: bool) -> Result<Together, TaskError> {
        self.0.begin_together(chunks, is_full).await
    }

    /// Goes on alone with a task that began together with others.
    pub async fn go_on(&self, begun: BegunTask) -> Result<TaskRun, TaskError> {
        self.0.go_on(begun).await
    }
}

impl<'a> ProofreadingService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(TaskService::new(TaskKind::Proofreading, context))
    }

    /// Proofreads a chunk, as a new task.
    pub async fn proofread(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }

    /// Begins several small chunks, of one chapter each, with one request for all of them.
    pub async fn begin_together(&self, chunks: Vec<Chunk>, is_full: bool) -> Result<Together, TaskError> {
        self.0.begin_together(chunks, is_full).await
    }

    /// Goes on alone with a task that began together with others.
    pub async fn go_on(&self, begun: BegunTask) -> Result<TaskRun, TaskError> {
        self.0.go_on(begun).await
    }
}

/// What a request for several chunks came to.
pub struct Together {
    /// The tasks that have begun: their shares of the answer are committed.
    pub begun: Vec<BegunTask>,
    /// The chunks nothing came for. They have cost nothing.
    pub left: Vec<Chunk>,
    /// Whether those may be asked for together with others again.
    pub may_share_again: bool,
    /// Why nothing was asked, or nothing came.
    pub exit: Option<LoopExit>,
}

/// A task whose share of a common answer is committed and not yet worked through.
pub struct BegunTask {
    task: TaskId,
    machine: Machine,
    knowledge: Option<KnowledgeSnapshot>,
}

impl BegunTask {
    pub const fn chunk(&self) -> &Chunk {
        self.machine.chunk()
    }
}

/// The result of a task, finished or not.
#[derive(Debug)]
pub struct TaskRun {
    pub task: TaskId,
    /// Where it came to rest.
    pub exit: LoopExit,
    /// The loop's state.
    pub machine: Machine,
}

/// The tools of a kind of task as a model sees them.
pub fn tool_specs(kind: TaskKind, effort: Effort, language: PromptLanguage) -> Arc<[ToolSpec]> {
    task_service::specs(&ToolRegistry::for_task(kind, effort), language)
}

/// What a model is told before its first chunk, the same for every chunk of a run.
pub fn system_prompt(
    kind: TaskKind,
    book: &BookSummary,
    target: &LanguageTag,
    task_options: &TaskOptions,
) -> Arc<str> {
    task_service::system(kind, book, target, task_options, Delivery::Tools)
}

/// Tokens of the fixed prompt and the tool list, about: what every request of a run begins with.
pub fn fixed_tokens(
    kind: TaskKind,
    book: &BookSummary,
    target: &LanguageTag,
    task_options: &TaskOptions,
    delivery: Delivery,
) -> u64 {
    llm::estimate_request(&llm::Request {
        system: task_service::system(kind, book, target, task_options, delivery),
        tools: match delivery {
            Delivery::Tools => tool_specs(kind, task_options.effort, task_options.language),
            Delivery::Structured | Delivery::Lines => Arc::from([]),
        },
        ..llm::Request::default()
    })
}
