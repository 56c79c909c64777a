//! The three services a run calls: each takes a chunk, writes the prompts, and hands both to the loop.

mod counter;
mod told;

use crate::driver::{Person, Rest, TaskError};
use crate::event::TaskEvent;
use crate::machine::Machine;
use crate::repair::Repairs;
use crate::seat::Seat;
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
use store::work::TaskRecord;
use tokio_util::sync::CancellationToken;
use tools::judge::Judge;
use tools::known::Shelf;
use tools::registry::ToolRegistry;
use tools::text::Language;

/// What all tasks of a run share.
pub struct Office<'a> {
    /// The library.
    pub store: &'a Store,
    /// The book.
    pub book: &'a BookSummary,
    /// The run.
    pub run: RunId,
    /// The language translated into.
    pub target: &'a LanguageTag,
    /// How the person wants the work done.
    pub manner: Manner,
    /// What is to be mended in which paragraph, where the run mends.
    pub repairs: Option<&'a Repairs>,
    /// The model.
    pub model: &'a dyn Model,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// What looks over each submission.
    pub judge: &'a dyn Judge,
    /// What the series knows, where it is to be used.
    pub shelf: Option<&'a Shelf>,
    /// Who answers questions.
    pub person: &'a dyn Person,
    /// The worker's seat.
    pub seat: &'a Seat,
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
pub struct Manner {
    /// How much ceremony.
    pub effort: Effort,
    /// How far a task may read.
    pub reads: Reads,
    /// The language the model is spoken to in.
    pub language: Language,
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
    pub fn new(office: Office<'a>) -> Self {
        Self(Counter::open(TaskKind::Translation, office))
    }

    /// Translates a chunk, as a new task.
    pub async fn translate(&self, chunk: Chunk) -> Result<Worked, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<Worked, TaskError> {
        self.0.resume(task).await
    }
}

impl<'a> PolishService<'a> {
    /// A service for one run.
    pub fn new(office: Office<'a>) -> Self {
        Self(Counter::open(TaskKind::Polish, office))
    }

    /// Polishes a chunk, as a new task.
    pub async fn polish(&self, chunk: Chunk) -> Result<Worked, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<Worked, TaskError> {
        self.0.resume(task).await
    }
}

impl<'a> ProofreadingService<'a> {
    /// A service for one run.
    pub fn new(office: Office<'a>) -> Self {
        Self(Counter::open(TaskKind::Proofreading, office))
    }

    /// Proofreads a chunk, as a new task.
    pub async fn proofread(&self, chunk: Chunk) -> Result<Worked, TaskError> {
        self.0.begin(chunk).await
    }

    /// Goes on with a task that was interrupted.
    pub async fn resume(&self, task: &TaskRecord) -> Result<Worked, TaskError> {
        self.0.resume(task).await
    }
}

/// A task's work, as far as it came.
#[derive(Debug)]
pub struct Worked {
    /// The task.
    pub task: TaskId,
    /// Where it came to rest.
    pub rest: Rest,
    /// The loop's state.
    pub machine: Machine,
}

/// The tools of a kind of task as a model sees them.
pub fn tool_specs(kind: TaskKind, effort: Effort, language: Language) -> Arc<[ToolSpec]> {
    counter::specs(&ToolRegistry::for_task(kind, effort), language)
}

/// What a model is told before its first chunk, the same for every chunk of a run.
pub fn system_prompt(kind: TaskKind, book: &BookSummary, target: &LanguageTag, manner: &Manner) -> Arc<str> {
    counter::system(kind, book, target, manner)
}

/// Tokens of the fixed prompt and the tool list, about: what every request of a run begins with.
pub fn fixed_tokens(kind: TaskKind, book: &BookSummary, target: &LanguageTag, manner: &Manner) -> u64 {
    llm::estimate_request(&llm::Request {
        system: counter::system(kind, book, target, manner),
        tools: tool_specs(kind, manner.effort, manner.language),
        ..llm::Request::default()
    })
}
