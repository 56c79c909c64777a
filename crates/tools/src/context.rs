//! What a tool knows about where it is called: inside a task there is always a chunk, outside there never is one.

use crate::judge::Judge;
use crate::series_knowledge::KnowledgeAt;
use crate::text::PromptLanguage;
use book::id::{BookId, ParagraphId, TaskId};
use book::text::version::Author;
use book::work::chunk::{ChunkBoundaries, Reads};
use book::work::task_state::TaskState;
use store::library::Library;
use store::record::ParagraphRecord;

/// The context of a tool call, for reading only.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The library, read-only.
    pub library: &'a Library,
    /// The book the call is about.
    pub book_id: BookId,
    /// The language the model is spoken to in.
    pub language: PromptLanguage,
    /// Made by the two constructors only, so that no task is without its fence and nothing else has one.
    scope: Scope<'a>,
}

#[derive(Clone, Copy)]
enum Scope<'a> {
    Task(TaskScope<'a>),
    OutsideChunk { session_id: Option<&'a str>, author: &'a Author },
}

/// What a task brings to its tool calls.
#[derive(Clone, Copy)]
pub struct TaskScope<'a> {
    pub task_id: TaskId,
    /// The fence around its chunk.
    pub chunk_boundaries: &'a ChunkBoundaries,
    /// How far it is.
    pub task_state: &'a TaskState,
    /// How far it may read around the chunk.
    pub reads: Reads,
    /// Who signs what it writes.
    pub author: &'a Author,
    /// Who looks over what it submits.
    pub judge: &'a dyn Judge,
    /// What it knows of its series, where anybody keeps that.
    pub known: Option<KnowledgeAt<'a>>,
    /// What may be shown of the book beside the task's own paragraphs, where not all of it may.
    pub shows: &'a (dyn Fn(&ParagraphRecord) -> bool + Send + Sync),
    /// Whether texts that fit better one place on are refused: where labels of a request stood for the ids, they may
    /// have slipped.
    pub guards_alignment: bool,
}

impl<'a> ToolContext<'a> {
    /// A context inside a task: translation, polish and proofreading alike.
    pub const fn for_task(
        library: &'a Library,
        book_id: BookId,
        language: PromptLanguage,
        task: TaskScope<'a>,
    ) -> Self {
        Self { library, book_id, language, scope: Scope::Task(task) }
    }

    /// A context without a chunk: the assistant, another program, a single call from the command line.
    pub const fn outside_chunk(
        library: &'a Library,
        book_id: BookId,
        language: PromptLanguage,
        session_id: Option<&'a str>,
        author: &'a Author,
    ) -> Self {
        Self { library, book_id, language, scope: Scope::OutsideChunk { session_id, author } }
    }

    /// The task, if the call is made inside one.
    pub const fn task(&self) -> Option<&TaskScope<'a>> {
        match &self.scope {
            Scope::Task(task) => Some(task),
            Scope::OutsideChunk { .. } => None,
        }
    }

    /// The task's id, if the call is made inside one.
    pub fn task_id(&self) -> Option<TaskId> {
        self.task().map(|task| task.task_id)
    }

    /// The conversation the call belongs to, outside a task and where there is one.
    pub const fn session_id(&self) -> Option<&'a str> {
        match self.scope {
            Scope::Task(_) => None,
            Scope::OutsideChunk { session_id, .. } => session_id,
        }
    }

    /// The fence around the chunk; a task always has one, nothing else ever does.
    pub fn chunk_boundaries(&self) -> Option<&'a ChunkBoundaries> {
        self.task().map(|task| task.chunk_boundaries)
    }

    /// How far the task is.
    pub fn task_state(&self) -> Option<&'a TaskState> {
        self.task().map(|task| task.task_state)
    }

    /// Who signs what is written.
    pub const fn author(&self) -> &'a Author {
        match self.scope {
            Scope::Task(task) => task.author,
            Scope::OutsideChunk { author, .. } => author,
        }
    }

    /// Whether the call may propose to change what a person has settled: a person makes it, or a conversation asks one
    /// before it is committed.
    pub(crate) fn may_overrule(&self) -> bool {
        *self.author() == Author::Person || self.session_id().is_some()
    }

    /// The fence that reads by position must respect; `None` where the whole book may be read.
    pub(crate) fn fence(&self) -> Option<&'a ChunkBoundaries> {
        self.task().filter(|task| task.reads == Reads::Chunk).map(|task| task.chunk_boundaries)
    }

    /// Whether the text of a paragraph may be shown: a task's own always, others unless they were refused.
    pub(crate) fn shows(&self, paragraph: &ParagraphRecord) -> bool {
        self.task().is_none_or(|task| task.chunk_boundaries.contains(paragraph.id) || (task.shows)(paragraph))
    }

    /// Whether the paragraph is work of the task; `None` outside a task.
    pub(crate) fn in_chunk(&self, id: ParagraphId) -> Option<bool> {
        self.chunk_boundaries().map(|boundaries| boundaries.contains(id))
    }
}
