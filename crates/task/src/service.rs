//! The three services a run calls: each takes a chunk, writes the prompts, and hands both to the loop.

use crate::context::{previous_paragraphs, render_context};
use crate::driver::{Person, Rest, TaskError, ToolCallLoopConfig, execute_tool_call_loop};
use crate::event::TaskEvent;
use crate::machine::{MACHINE_VERSION, Machine};
use crate::prompts::{SystemPrompt, TitleWanted, UserPrompt};
use crate::work_item::render_work;
use book::id::{RunId, TaskId};
use book::language::LanguageTag;
use book::text::version::{Author, TaskKind};
use book::work::bounds::Bounds;
use book::work::chunk::{Chunk, Reads};
use book::work::desk::Desk;
use book::work::status::Effort;
use llm::{Model, ToolSpec};
use std::sync::Arc;
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;
use store::work::{NewTask, TaskRecord};
use tokio_util::sync::CancellationToken;
use tools::judge::Judge;
use tools::registry::ToolRegistry;
use tools::text::Language;

/// How many paragraphs before a chunk are looked up for its context.
const N_PREVIOUS: u32 = 4;

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
    /// The model.
    pub model: &'a dyn Model,
    /// The model's limit of output tokens, where known.
    pub max_output_tokens: Option<u32>,
    /// What looks over each submission.
    pub judge: &'a dyn Judge,
    /// Who answers questions.
    pub person: &'a dyn Person,
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

/// Where chunks are handed in: prompts and tool list written once for a whole run.
struct Counter<'a> {
    office: Office<'a>,
    kind: TaskKind,
    registry: ToolRegistry,
    system: Arc<str>,
    tool_specs: Arc<[ToolSpec]>,
}

/// The tools of a kind of task as a model sees them.
pub fn tool_specs(kind: TaskKind, language: Language) -> Arc<[ToolSpec]> {
    specs(&ToolRegistry::for_task(kind), language)
}

fn specs(registry: &ToolRegistry, language: Language) -> Arc<[ToolSpec]> {
    registry
        .tools(language)
        .into_iter()
        .map(|tool| ToolSpec {
            name: tool.name.to_owned(),
            description: tool.description.to_owned(),
            parameters: tool.parameters,
        })
        .collect()
}

/// Tokens of the fixed prompt and the tool list, about: what every request of a run begins with.
pub fn fixed_tokens(kind: TaskKind, book: &BookSummary, target: &LanguageTag, manner: &Manner) -> u64 {
    llm::estimate_request(&llm::Request {
        system: system(kind, book, target, manner),
        tools: tool_specs(kind, manner.language),
        ..llm::Request::default()
    })
}

fn system(kind: TaskKind, book: &BookSummary, target: &LanguageTag, manner: &Manner) -> Arc<str> {
    let prompt = SystemPrompt {
        kind,
        effort: manner.effort,
        language: manner.language,
        title: &book.title,
        author: book.author.as_deref(),
        source: book.source_language.as_ref(),
        target,
        instructions: manner.instructions.as_deref(),
    };
    prompt.render().into()
}

impl<'a> Counter<'a> {
    fn open(kind: TaskKind, office: Office<'a>) -> Self {
        let registry = ToolRegistry::for_task(kind);
        let system = system(kind, office.book, office.target, &office.manner);
        let tool_specs = specs(&registry, office.manner.language);
        Self { office, kind, registry, system, tool_specs }
    }

    async fn begin(&self, chunk: Chunk) -> Result<Worked, TaskError> {
        let machine = self.machine(chunk).await?;
        let stored = serde_json::to_string(&machine)
            .map_err(|source| TaskError::State { task: TaskId::from_number(0), source })?;
        let task = self
            .office
            .store
            .create_task(&NewTask {
                run: self.office.run,
                book: self.office.book.id,
                kind: self.kind,
                chapter: machine.chunk().chapter(),
                paragraphs: machine.chunk().paragraph_ids(),
                machine: &stored,
                machine_version: MACHINE_VERSION,
                now_ms: (self.office.clock)(),
            })
            .await?;
        self.work(task, machine).await
    }

    async fn resume(&self, task: &TaskRecord) -> Result<Worked, TaskError> {
        let transcript = self.office.store.library().transcript(task.id).await?;
        let state = |source| TaskError::State { task: task.id, source };
        let restored = Machine::restore(&task.machine, &transcript).map_err(state)?;
        // A task without a transcript has not cost anything yet: it begins anew, with today's context.
        let machine =
            if transcript.is_empty() { self.machine(restored.chunk().clone()).await? } else { restored };
        self.work(task.id, machine).await
    }

    async fn work(&self, task: TaskId, mut machine: Machine) -> Result<Worked, TaskError> {
        let office = &self.office;
        let events = |event| (office.events)(task, event);
        let config = ToolCallLoopConfig {
            store: office.store,
            book_id: office.book.id,
            task_id: task,
            paragraph_ids: machine.chunk().paragraph_ids().to_vec(),
            reads: office.manner.reads,
            model: office.model,
            registry: &self.registry,
            system: Arc::clone(&self.system),
            tool_specs: Arc::clone(&self.tool_specs),
            max_output_tokens: office.max_output_tokens,
            temperature: office.manner.temperature,
            author: Author::Model {
                model: office.model.name().to_owned(),
                task_kind: self.kind,
                task: Some(task),
                run: Some(office.run),
            },
            judge: office.judge,
            person: office.person,
            price: office.price,
            clock: office.clock,
            events: &events,
            cancel: office.cancel.clone(),
        };
        let rest = execute_tool_call_loop(&mut machine, &config).await?;
        Ok(Worked { task, rest, machine })
    }

    /// A machine with the first message for the chunk.
    async fn machine(&self, chunk: Chunk) -> Result<Machine, TaskError> {
        let office = &self.office;
        let (library, book, language) = (office.store.library(), office.book.id, office.manner.language);
        let boundaries = chunk.boundaries();
        let position = library.position(book, boundaries.first_paragraph_id()).await?;
        let stretch = self.stretch(&chunk).await?;
        let previous = library.previous_paragraphs(book, boundaries.first_paragraph_id(), N_PREVIOUS).await?;
        let work = render_work(self.kind, &boundaries, &stretch);
        let wants_title = self.kind == TaskKind::Translation
            && position.chapter_title_translation.is_none()
            && !position.chapter_title.trim().is_empty()
            && position.index == stretch.first().map_or(0, |first| first.index)
            && previous.first().is_none_or(|before| before.chapter != chunk.chapter());
        let first_message = UserPrompt {
            kind: self.kind,
            language,
            chapter_number: position.chapter_number,
            chapter_title: &position.chapter_title,
            chapter_id: &chunk.chapter().to_string(),
            title_wanted: if wants_title { TitleWanted::Yes } else { TitleWanted::No },
            context: &render_context(language, &[previous_paragraphs(language, &previous)]),
            work: &work,
            n_items: chunk.paragraph_ids().len(),
        }
        .render();
        let bounds = Bounds::for_chunk(chunk.paragraph_ids().len(), llm::estimate_tokens(&work));
        let desk = Desk::new(self.kind, office.manner.effort, chunk.paragraph_ids());
        Ok(Machine::new(chunk, desk, bounds, language, first_message))
    }

    /// All paragraphs from the chunk's first to its last.
    async fn stretch(&self, chunk: &Chunk) -> Result<Vec<ParagraphRecord>, TaskError> {
        let (library, book) = (self.office.store.library(), self.office.book.id);
        let boundaries = chunk.boundaries();
        let first = library.paragraph(book, boundaries.first_paragraph_id()).await?;
        let last = library.paragraph(book, boundaries.last_paragraph_id()).await?;
        Ok(library.chapter_paragraphs(book, chunk.chapter(), first.index..last.index + 1).await?)
    }
}
