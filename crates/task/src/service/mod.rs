//! The three services a run calls: each takes a chunk, writes the prompts, and hands both to the loop.

mod counter;
mod knowledge_snapshot;

use crate::cpu_limit::CpuPermit;
use crate::driver::{LoopExit, QuestionHandler, TaskError};
use crate::event::TaskEvent;
use crate::machine::Machine;
use crate::repair::Repairs;
use book::id::{RunId, TaskId};
use book::language::LanguageTag;
use book::text::version::TaskKind;
use book::work::chunk::{Chunk, Reads};
use book::work::status::Effort;
use counter::Counter;
pub(crate) use counter::specs;
use llm::{Model, ToolSpec};
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use store::work::{Fence, TaskRecord};
use tokio_util::sync::CancellationToken;
use tools::judge::Judge;
use tools::registry::ToolRegistry;
use tools::series_knowledge::KnowledgeCache;
use tools::text::PromptLanguage;

/// What all tasks of a run share.
pub struct TaskContext<'a> {
    /// The library.
    pub store: &'a Store,
    /// The book.
    pub book: &'a BookSummary,
    /// The run.
    pub run: RunId,
    /// The language translated into.
    pub target: &'a LanguageTag,
    /// How the person wants the work done.
    pub task_options: TaskOptions,
    /// What is to be repaired in which paragraph, where the run repairs.
    pub repairs: Option<&'a Repairs>,
    /// The model.
    pub model: &'a dyn Model,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// Whether requests ask for no more output than the work is likely to need.
    pub reserves_output: bool,
    /// The claim every step is committed under.
    pub fence: Option<Fence<'a>>,
    /// What looks over each submission.
    pub judge: &'a dyn Judge,
    /// What the series knows, where it is to be used.
    pub knowledge_cache: Option<&'a KnowledgeCache>,
    /// Who answers questions.
    pub question_handler: &'a dyn QuestionHandler,
    /// The worker's CPU permit.
    pub cpu_permit: &'a CpuPermit,
    /// What a reply cost, in millionths of a dollar.
    pub price: &'a (dyn Fn(&llm::Usage) -> i64 + Send + Sync),
    /// The time.
    pub clock: &'a (dyn Fn() -> i64 + Send + Sync),
    /// Told what happens in which task.
    pub events: &'a (dyn Fn(TaskId, TaskEvent) + Send + Sync),
    /// Stops every task between two steps.
    pub cancel: CancellationToken,
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
pub struct TranslationService<'a>(Counter<'a>);

/// Polishes chunks that have a translation.
pub struct PolishService<'a>(Counter<'a>);

/// Proofreads chunks that have a translation.
pub struct ProofreadingService<'a>(Counter<'a>);

impl<'a> TranslationService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(Counter::open(TaskKind::Translation, context))
    }

    /// Translates a chunk, as a new task.
    pub async fn translate(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }
}

impl<'a> PolishService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(Counter::open(TaskKind::Polish, context))
    }

    /// Polishes a chunk, as a new task.
    pub async fn polish(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }
}

impl<'a> ProofreadingService<'a> {
    /// A service for one run.
    pub fn new(context: TaskContext<'a>) -> Self {
        Self(Counter::open(TaskKind::Proofreading, context))
    }

    /// Proofreads a chunk, as a new task.
    pub async fn proofread(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.0.resume(task).await
    }
}

/// A task's work, as far as it came.
#[derive(Debug)]
pub struct TaskRun {
    /// The task.
    pub task: TaskId,
    /// Where it came to rest.
    pub exit: LoopExit,
    /// The loop's state.
    pub machine: Machine,
}

/// The tools of a kind of task as a model sees them.
pub fn tool_specs(kind: TaskKind, effort: Effort, language: PromptLanguage) -> Arc<[ToolSpec]> {
    counter::specs(&ToolRegistry::for_task(kind, effort), language)
}

/// What a model is told before its first chunk, the same for every chunk of a run.
pub fn system_prompt(
    kind: TaskKind,
    book: &BookSummary,
    target: &LanguageTag,
    task_options: &TaskOptions,
) -> Arc<str> {
    counter::system(kind, book, target, task_options)
}

/// Tokens of the fixed prompt and the tool list, about: what every request of a run begins with.
pub fn fixed_tokens(
    kind: TaskKind,
    book: &BookSummary,
    target: &LanguageTag,
    task_options: &TaskOptions,
) -> u64 {
    llm::estimate_request(&llm::Request {
        system: counter::system(kind, book, target, task_options),
        tools: tool_specs(kind, task_options.effort, task_options.language),
        ..llm::Request::default()
    })
}
