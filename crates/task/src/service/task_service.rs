//! What the three services have in common: it writes prompts and tool list once, and executes the loop for each chunk.

use super::knowledge_snapshot::KnowledgeSnapshot;
use super::text_work::without_readings;
use super::{BegunTask, TaskContext, TaskOptions, TaskRun, Together};
use crate::context::{previous_paragraphs, render_context, repairs};
use crate::delivery::TextWork;
use crate::driver::{
    NewTaskInfo, SharedOutcome, SharedTask, SystemMessages, TaskError, TaskPrompt, ToolCallLoopConfig,
    ask_together, execute_tool_call_loop,
};
use crate::machine::Machine;
use crate::prompts::{SystemPrompt, TitleWanted, UserPrompt, named};
use crate::repair::Repairs;
use crate::run_context::RunContext;
use crate::work_item::render_work;
use book::id::{TaskId, VersionId};
use book::knowledge::usage::KnowledgeUsed;
use book::language::LanguageTag;
use book::text::version::{Author, TaskKind};
use book::work::bounds::Bounds;
use book::work::chunk::{Chunk, ChunkBoundaries};
use book::work::task_state::TaskState;
use llm::{Delivery, ToolSpec};
use std::sync::Arc;
use store::record::{BookSummary, ParagraphRecord};
use store::work::TaskRecord;
use tools::registry::ToolRegistry;
use tools::text::PromptLanguage;

/// How many paragraphs before a chunk are looked up for its context.
const N_PREVIOUS: u32 = 4;

/// Executes tasks of one kind.
pub(super) struct TaskService<'a> {
    pub(super) context: TaskContext<'a>,
    pub(super) kind: TaskKind,
    prompt: TaskPrompt,
}

impl<'a> TaskService<'a> {
    pub(super) fn new(kind: TaskKind, context: TaskContext<'a>) -> Self {
        let RunContext { book, target, task_options, .. } = context.run;
        let registry = ToolRegistry::for_task(kind, task_options.effort);
        let prompt = TaskPrompt {
            system: SystemMessages {
                tools: system(kind, book, target, task_options, Delivery::Tools),
                structured: system(kind, book, target, task_options, Delivery::Structured),
                lines: system(kind, book, target, task_options, Delivery::Lines),
            },
            tool_specs: specs(&registry, task_options.language),
            registry,
        };
        Self { context, kind, prompt }
    }

    pub(super) async fn begin(&self, chunk: Chunk) -> Result<TaskRun, TaskError> {
        self.context.cpu_permit.acquire().await;
        let knowledge = KnowledgeSnapshot::now(&self.context, chunk.chapter()).await?;
        let (machine, used) = self.machine(chunk, knowledge.as_ref()).await?;
        let task = self.context.run.store.fresh_task_id()?;
        let new_task = self.new_task(used.as_ref());
        self.work(task, 0, Some(new_task), machine, knowledge.as_ref()).await
    }

    pub(super) async fn resume(&self, task: &TaskRecord) -> Result<TaskRun, TaskError> {
        self.context.cpu_permit.acquire().await;
        let transcript = self.context.run.store.library().transcript(task.id).await?;
        let restored = Machine::restore(&task.machine, task.machine_version, &transcript)
            .map_err(|source| TaskError::Restore { task: task.id, source })?;
        // A task without a transcript has not cost anything yet: it begins anew, with today's context.
        let knowledge = KnowledgeSnapshot::now(&self.context, restored.chunk().chapter()).await?;
        if !transcript.is_empty() {
            return self.work(task.id, task.n_steps, None, restored, knowledge.as_ref()).await;
        }
        let (machine, used) = self.machine(restored.chunk().clone(), knowledge.as_ref()).await?;
        if let Some(used) = &used {
            self.context.run.store.note_knowledge_used(task.id, used).await?;
        }
        self.work(task.id, task.n_steps, None, machine, knowledge.as_ref()).await
    }

    /// Begins several chunks with one request.
    pub(super) async fn begin_together(
        &self,
        chunks: Vec<Chunk>,
        is_full: bool,
    ) -> Result<Together, TaskError> {
        self.context.cpu_permit.acquire().await;
        let mut prepared = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let knowledge = KnowledgeSnapshot::now(&self.context, chunk.chapter()).await?;
            let (machine, used) = self.machine(chunk, knowledge.as_ref()).await?;
            prepared.push((self.context.run.store.fresh_task_id()?, machine, knowledge, used));
        }
        let mut tasks: Vec<SharedTask<'_>> = prepared
            .iter()
            .map(|(task, machine, knowledge, used)| SharedTask {
                machine: machine.clone(),
                config: ToolCallLoopConfig {
                    new_task: Some(self.new_task(used.as_ref())),
                    ..self.config(*task, 0, machine, knowledge.as_ref())
                },
            })
            .collect();
        let SharedOutcome { begun, may_share_again, exit } = ask_together(&mut tasks, is_full).await?;
        let machines: Vec<Machine> = tasks.into_iter().map(|task| task.machine).collect();
        let mut together = Together { begun: Vec::new(), left: Vec::new(), may_share_again, exit };
        for (place, ((task, _, knowledge, _), machine)) in prepared.into_iter().zip(machines).enumerate() {
            if begun.get(place) == Some(&true) {
                together.begun.push(BegunTask { task, machine, knowledge });
            } else {
                together.left.push(machine.chunk().clone());
            }
        }
        Ok(together)
    }

    /// Works a begun task through: the first of its steps is committed.
    pub(super) async fn go_on(&self, begun: BegunTask) -> Result<TaskRun, TaskError> {
        self.context.cpu_permit.acquire().await;
        let BegunTask { task, machine, knowledge } = begun;
        self.work(task, 1, None, machine, knowledge.as_ref()).await
    }

    fn new_task<'b>(&self, knowledge: Option<&'b KnowledgeUsed>) -> NewTaskInfo<'b> {
        NewTaskInfo { run: self.context.run.run, kind: self.kind, knowledge }
    }

    fn config<'b>(
        &'b self,
        task: TaskId,
        n_steps: u32,
        machine: &Machine,
        knowledge: Option<&'b KnowledgeSnapshot>,
    ) -> ToolCallLoopConfig<'b> {
        let context = &self.context;
        ToolCallLoopConfig {
            context,
            prompt: &self.prompt,
            task_id: task,
            new_task: None,
            paragraph_ids: machine.chunk().boundaries(),
            n_steps,
            author: Author::Model {
                model: context.model.name().to_owned(),
                task_kind: self.kind,
                task: Some(task),
                run: Some(context.run.run),
            },
            known: knowledge.map(KnowledgeSnapshot::known),
        }
    }

    async fn work(
        &self,
        task: TaskId,
        n_steps: u32,
        new_task: Option<NewTaskInfo<'_>>,
        mut machine: Machine,
        knowledge: Option<&KnowledgeSnapshot>,
    ) -> Result<TaskRun, TaskError> {
        let config = ToolCallLoopConfig { new_task, ..self.config(task, n_steps, &machine, knowledge) };
        let exit = execute_tool_call_loop(&mut machine, &config).await?;
        if let Some(size) = machine.request_size() {
            self.context.delivery.keep_size(size);
        }
        Ok(TaskRun { task, exit, machine })
    }

    /// A machine with the first message for the chunk, and what that message tells of the series' knowledge.
    async fn machine(
        &self,
        chunk: Chunk,
        knowledge: Option<&KnowledgeSnapshot>,
    ) -> Result<(Machine, Option<KnowledgeUsed>), TaskError> {
        let context = &self.context;
        let (library, book, language) =
            (context.run.store.library(), context.run.book.id, context.run.task_options.language);
        let boundaries = chunk.boundaries();
        let position = library.position(book, boundaries.first_paragraph_id()).await?;
        let refused = &context.run.refused;
        let mut stretch = self.stretch(&chunk).await?;
        stretch.retain(|paragraph| boundaries.contains(paragraph.id) || refused.may_show(paragraph));
        let mut previous =
            library.previous_paragraphs(book, boundaries.first_paragraph_id(), N_PREVIOUS).await?;
        previous.retain(|paragraph| refused.may_show(paragraph));
        let work = render_work(self.kind, &boundaries, &stretch);
        // A repair is about its paragraphs and nothing else.
        let may_title = self.kind == TaskKind::Translation && context.repairs.is_none();
        let wants_title = may_title
            && position.chapter_title_translation.is_none()
            && !position.chapter_title.trim().is_empty();
        // The first chapter asks, so that not every chunk under way at once does.
        let wants_book_title = may_title
            && position.chapter_number == 1
            && library.book(book).await?.title_translation.is_none();
        let work_tokens = llm::estimate_tokens(&work);
        let knowledge_block = match knowledge {
            Some(knowledge) => {
                let (title, texts) = (&position.chapter_title, (&*stretch, &*previous));
                Some(knowledge.knowledge_block(context, chunk.chapter(), title, texts, work_tokens).await?)
            }
            None => None,
        };
        let known = knowledge_block.as_ref().map_or(&[][..], |knowledge_block| &knowledge_block.fragments);
        let mut task_state =
            TaskState::new(self.kind, context.run.task_options.effort, chunk.paragraph_ids());
        let own = stretch.iter().filter(|paragraph| boundaries.contains(paragraph.id));
        let newest = own.filter_map(|paragraph| paragraph.version).max();
        task_state.newest_seen = Some(newest.unwrap_or(VersionId::from_number(0)));
        if context.repairs.is_some() {
            // A repair that is refused is tried again in another way, not in the same conversation.
            task_state.most_refusals = 1;
        }
        let form = context.delivery.form();
        if form != Delivery::Tools {
            let (source, target) = (context.run.book.source_language.as_ref(), &context.run.target);
            let prompt = context.delivery.prompt(self.kind, source, target);
            let glossary = knowledge_block.as_ref().filter(|_| prompt.is_some());
            let work = TextWork {
                glossary: glossary.map(|block| block.glossary.clone()).unwrap_or_default(),
                prompt,
                context: known.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("\n"),
                previous: self.previous(&without_readings(&previous), &boundaries),
                items: self.text_items(&boundaries, &stretch),
                readings: self.readings(&boundaries, &stretch),
                title: wants_title.then(|| position.chapter_title.clone()),
                book_title: wants_book_title.then(|| context.run.book.title.clone()),
                target: named(&context.run.target, language).to_owned(),
            };
            let bounds = Bounds::for_requests(chunk.paragraph_ids().len(), work_tokens);
            let asked = (form, context.delivery.size());
            let machine = Machine::in_text(chunk, task_state, bounds, language, asked, work);
            return Ok((machine, knowledge_block.map(|knowledge_block| knowledge_block.used)));
        }
        let first_message = UserPrompt {
            kind: self.kind,
            language,
            chapter_number: position.chapter_number,
            chapter_title: &position.chapter_title,
            chapter_id: &chunk.chapter().to_string(),
            title_wanted: if wants_title { TitleWanted::Yes } else { TitleWanted::No },
            instructions: position.chapter_instructions.as_deref(),
            book_title_wanted: wants_book_title.then_some(context.run.book.title.as_str()),
            context: &self.context(known, &previous, &boundaries, &stretch),
            work: &work,
            n_items: chunk.paragraph_ids().len(),
        }
        .render();
        let bounds = Bounds::for_chunk(chunk.paragraph_ids().len(), work_tokens);
        let machine = Machine::new(chunk, task_state, bounds, language, first_message)
            .with_other_forms(context.delivery.simpler(form).is_some())
            .with_cached_price(cached_permille(context.price))
            .beginning_with(&context.delivery.habit());
        Ok((machine, knowledge_block.map(|knowledge_block| knowledge_block.used)))
    }

    /// What stands before the chunk, unless a repair is to be made without it.
    fn previous(&self, previous: &[ParagraphRecord], boundaries: &ChunkBoundaries) -> String {
        let wants_fresh = |mend: &Repairs| {
            let mut ways = boundaries.allowed_paragraph_ids().iter().filter_map(|id| mend.get(*id));
            ways.any(|repair| repair.way.wants_fresh_context())
        };
        let before = if self.context.repairs.is_some_and(wants_fresh) { &[] } else { previous };
        previous_paragraphs(self.context.run.task_options.language, before)
    }

    /// What the model should know before it starts.
    fn context(
        &self,
        known: &[String],
        previous: &[ParagraphRecord],
        boundaries: &ChunkBoundaries,
        stretch: &[ParagraphRecord],
    ) -> String {
        let language = self.context.run.task_options.language;
        let before = self.previous(previous, boundaries);
        let to_mend =
            self.context.repairs.map(|mend| repairs(language, mend, boundaries, stretch)).unwrap_or_default();
        let mut fragments = known.to_vec();
        fragments.extend([before, to_mend]);
        render_context(language, &fragments)
    }

    /// All paragraphs from the chunk's first to its last.
    async fn stretch(&self, chunk: &Chunk) -> Result<Vec<ParagraphRecord>, TaskError> {
        let boundaries = chunk.boundaries();
        let ends = (boundaries.first_paragraph_id(), boundaries.last_paragraph_id());
        Ok(self.context.run.store.library().stretch(self.context.run.book.id, ends, 0).await?)
    }
}

pub(crate) fn specs(registry: &ToolRegistry, language: PromptLanguage) -> Arc<[ToolSpec]> {
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

pub(super) fn system(
    kind: TaskKind,
    book: &BookSummary,
    target: &LanguageTag,
    task_options: &TaskOptions,
    delivery: Delivery,
) -> Arc<str> {
    let prompt = SystemPrompt {
        kind,
        effort: task_options.effort,
        delivery,
        language: task_options.language,
        title: &book.title,
        author: book.author.as_deref(),
        source: book.source_language.as_ref(),
        target,
        instructions: task_options.instructions.as_deref(),
    };
    prompt.render().into()
}

/// What cached input costs, in thousandths of other input; nothing where the price is unknown or makes no difference.
fn cached_permille(price: &(dyn Fn(&llm::Usage) -> i64 + Send + Sync)) -> Option<u16> {
    const MANY: u64 = 1_000_000_000;
    let full = price(&llm::Usage { input: MANY, ..llm::Usage::default() });
    let cached = price(&llm::Usage { cached_input: MANY, ..llm::Usage::default() });
    if full <= 0 || cached >= full {
        return None;
    }
    u16::try_from(cached.saturating_mul(1_000) / full).ok()
}
