//! Where the three services hand their chunks in: prompts and tool list are written once for a whole run.

use super::told::Told;
use super::{Manner, Office, Worked};
use crate::context::{previous_paragraphs, render_context, repairs};
use crate::driver::{TaskError, ToolCallLoopConfig, Unrecorded, execute_tool_call_loop};
use crate::machine::Machine;
use crate::prompts::{SystemPrompt, TitleWanted, UserPrompt};
use crate::repair::Repairs;
use crate::work_item::render_work;
use book::id::TaskId;
use book::knowledge::usage::KnowledgeUsed;
use book::language::LanguageTag;
use book::text::version::{Author, TaskKind};
use book::work::bounds::Bounds;
use book::work::chunk::{Chunk, ChunkBoundaries};
use book::work::desk::Desk;
use llm::ToolSpec;
use std::sync::Arc;
use store::record::{BookSummary, ParagraphRecord};
use store::work::TaskRecord;
use tools::registry::ToolRegistry;
use tools::text::Language;

/// How many paragraphs before a chunk are looked up for its context.
const N_PREVIOUS: u32 = 4;

/// A service without its name.
pub(super) struct Counter<'a> {
    office: Office<'a>,
    kind: TaskKind,
    registry: ToolRegistry,
    system: Arc<str>,
    tool_specs: Arc<[ToolSpec]>,
}

impl<'a> Counter<'a> {
    pub(super) fn open(kind: TaskKind, office: Office<'a>) -> Self {
        let registry = ToolRegistry::for_task(kind, office.manner.effort);
        let system = system(kind, office.book, office.target, &office.manner);
        let tool_specs = specs(&registry, office.manner.language);
        Self { office, kind, registry, system, tool_specs }
    }

    pub(super) async fn begin(&self, chunk: Chunk) -> Result<Worked, TaskError> {
        self.office.seat.take().await;
        let told = Told::now(&self.office, chunk.chapter()).await?;
        let (machine, used) = self.machine(chunk, told.as_ref()).await?;
        let task = self.office.store.fresh_task_id()?;
        let unrecorded = Unrecorded { run: self.office.run, kind: self.kind, knowledge: used.as_ref() };
        self.work(task, Some(unrecorded), machine, told.as_ref()).await
    }

    pub(super) async fn resume(&self, task: &TaskRecord) -> Result<Worked, TaskError> {
        self.office.seat.take().await;
        let transcript = self.office.store.library().transcript(task.id).await?;
        let restored = Machine::restore(&task.machine, task.machine_version, &transcript)
            .map_err(|source| TaskError::Restore { task: task.id, source })?;
        // A task without a transcript has not cost anything yet: it begins anew, with today's context.
        let told = Told::now(&self.office, restored.chunk().chapter()).await?;
        if !transcript.is_empty() {
            return self.work(task.id, None, restored, told.as_ref()).await;
        }
        let (machine, used) = self.machine(restored.chunk().clone(), told.as_ref()).await?;
        if let Some(used) = &used {
            self.office.store.note_knowledge_used(task.id, used).await?;
        }
        self.work(task.id, None, machine, told.as_ref()).await
    }

    async fn work(
        &self,
        task: TaskId,
        unrecorded: Option<Unrecorded<'_>>,
        mut machine: Machine,
        told: Option<&Told>,
    ) -> Result<Worked, TaskError> {
        let office = &self.office;
        let events = |event| (office.events)(task, event);
        let config = ToolCallLoopConfig {
            store: office.store,
            book_id: office.book.id,
            task_id: task,
            unrecorded,
            paragraph_ids: machine.chunk().boundaries(),
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
            known: told.map(Told::known),
            person: office.person,
            seat: office.seat,
            price: office.price,
            clock: office.clock,
            events: &events,
            cancel: office.cancel.clone(),
        };
        let rest = execute_tool_call_loop(&mut machine, &config).await?;
        Ok(Worked { task, rest, machine })
    }

    /// A machine with the first message for the chunk, and what that message tells of the series' knowledge.
    async fn machine(
        &self,
        chunk: Chunk,
        told: Option<&Told>,
    ) -> Result<(Machine, Option<KnowledgeUsed>), TaskError> {
        let office = &self.office;
        let (library, book, language) = (office.store.library(), office.book.id, office.manner.language);
        let boundaries = chunk.boundaries();
        let position = library.position(book, boundaries.first_paragraph_id()).await?;
        let stretch = self.stretch(&chunk).await?;
        let previous = library.previous_paragraphs(book, boundaries.first_paragraph_id(), N_PREVIOUS).await?;
        let work = render_work(self.kind, &boundaries, &stretch);
        // A repair is about its paragraphs and nothing else.
        let may_title = self.kind == TaskKind::Translation && office.repairs.is_none();
        let wants_title = may_title
            && position.chapter_title_translation.is_none()
            && !position.chapter_title.trim().is_empty();
        // The first chapter asks, so that not every chunk under way at once does.
        let wants_book_title = may_title
            && position.chapter_number == 1
            && library.book(book).await?.title_translation.is_none();
        let work_tokens = llm::estimate_tokens(&work);
        let pack = match told {
            Some(told) => {
                let (title, texts) = (&position.chapter_title, (&*stretch, &*previous));
                Some(told.pack(office, chunk.chapter(), title, texts, work_tokens).await?)
            }
            None => None,
        };
        let known = pack.as_ref().map_or(&[][..], |pack| &pack.fragments);
        let first_message = UserPrompt {
            kind: self.kind,
            language,
            chapter_number: position.chapter_number,
            chapter_title: &position.chapter_title,
            chapter_id: &chunk.chapter().to_string(),
            title_wanted: if wants_title { TitleWanted::Yes } else { TitleWanted::No },
            instructions: position.chapter_instructions.as_deref(),
            book_title_wanted: wants_book_title.then_some(office.book.title.as_str()),
            context: &self.context(known, &previous, &boundaries, &stretch),
            work: &work,
            n_items: chunk.paragraph_ids().len(),
        }
        .render();
        let bounds = Bounds::for_chunk(chunk.paragraph_ids().len(), work_tokens);
        let mut desk = Desk::new(self.kind, office.manner.effort, chunk.paragraph_ids());
        if office.repairs.is_some() {
            // A repair that is refused is tried again in another way, not in the same conversation.
            desk.most_refusals = 1;
        }
        let machine = Machine::new(chunk, desk, bounds, language, first_message);
        Ok((machine, pack.map(|pack| pack.used)))
    }

    /// What the model should know before it starts.
    fn context(
        &self,
        known: &[String],
        previous: &[ParagraphRecord],
        boundaries: &ChunkBoundaries,
        stretch: &[ParagraphRecord],
    ) -> String {
        let language = self.office.manner.language;
        let mend = self.office.repairs;
        let wants_fresh = |mend: &Repairs| {
            let mut ways = boundaries.allowed_paragraph_ids().iter().filter_map(|id| mend.get(*id));
            ways.any(|repair| repair.way.wants_fresh_context())
        };
        let before = if mend.is_some_and(wants_fresh) { &[] } else { previous };
        let to_mend = mend.map(|mend| repairs(language, mend, boundaries, stretch)).unwrap_or_default();
        let mut fragments = known.to_vec();
        fragments.extend([previous_paragraphs(language, before), to_mend]);
        render_context(language, &fragments)
    }

    /// All paragraphs from the chunk's first to its last.
    async fn stretch(&self, chunk: &Chunk) -> Result<Vec<ParagraphRecord>, TaskError> {
        let boundaries = chunk.boundaries();
        let ends = (boundaries.first_paragraph_id(), boundaries.last_paragraph_id());
        Ok(self.office.store.library().stretch(self.office.book.id, ends, 0).await?)
    }
}

pub(crate) fn specs(registry: &ToolRegistry, language: Language) -> Arc<[ToolSpec]> {
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

pub(super) fn system(kind: TaskKind, book: &BookSummary, target: &LanguageTag, manner: &Manner) -> Arc<str> {
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
