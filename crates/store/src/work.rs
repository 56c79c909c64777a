//! Work as the library keeps it: runs, tasks, their steps and ledgers, and claims on books.

use crate::people::PersonName;
use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, RunId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::text::version::{Author, TaskKind};
use book::work::outcome::{LedgerState, RunOutcome, TaskEnd};

/// A run to be recorded.
#[derive(Debug, Clone, Copy)]
pub struct NewRun<'a> {
    pub book: BookId,
    /// What the run does.
    pub kind: TaskKind,
    /// What the person wished, as JSON.
    pub spec: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRecord {
    /// The run.
    pub id: RunId,
    pub book: BookId,
    /// What it does.
    pub kind: TaskKind,
    /// What the person wished, as JSON.
    pub spec: String,
    /// How it ended; `None` while it may go on.
    pub outcome: Option<RunOutcome>,
    /// How many tasks it has so far.
    pub n_tasks: u32,
    /// How many of them have ended.
    pub n_ended: u32,
    /// How many chunks it was planned to have; zero if not counted. A chunk that is split becomes more.
    pub n_chunks: u32,
    /// How many sessions worked on it or published its events. Events of a session are numbered above those before.
    pub n_sessions: u64,
    /// The number of its last event; `None` while it works, and after a session that ended without noting it.
    pub last_event: Option<u64>,
    /// The file the book is to be written to when the run is over, until it is written.
    pub output: Option<String>,
    /// What all its tasks used.
    pub usage: StepUsage,
    /// Who began it.
    pub person: Option<PersonName>,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated_at: i64,
}

/// Something that is noted about a run after it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunNote<'a> {
    /// What the person wishes by now, as JSON: who resumes a run may change its limits and its model.
    Spec(&'a str),
    /// How many chunks it has.
    Chunks(usize),
    /// The file the book is to be written to, or that it is written.
    Output(Option<&'a str>),
}

/// A task to be recorded.
#[derive(Debug, Clone)]
pub struct NewTask<'a> {
    pub run: RunId,
    /// The book, the same as the run's.
    pub book: BookId,
    /// What the task does.
    pub kind: TaskKind,
    /// The chapter its paragraphs are in.
    pub chapter: ChapterId,
    /// What it is told of the series' knowledge, if anything.
    pub knowledge: Option<&'a KnowledgeUsed>,
    /// The paragraphs assigned to it, in reading order; all begin as `pending` in the ledger.
    pub paragraphs: &'a [ParagraphId],
    /// The machine's state, as JSON.
    pub machine: &'a str,
    /// The version of that state's shape.
    pub machine_version: u32,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRecord {
    /// The task.
    pub id: TaskId,
    pub run: RunId,
    pub book: BookId,
    /// What it does.
    pub kind: TaskKind,
    /// The chapter its paragraphs are in.
    pub chapter: ChapterId,
    /// The machine's state after the last step, as JSON.
    pub machine: String,
    /// The version of that state's shape.
    pub machine_version: u32,
    /// How it ended; `None` while it may go on.
    pub outcome: Option<TaskEnd>,
    /// How many steps are committed.
    pub n_steps: u32,
    /// What all its steps used.
    pub usage: StepUsage,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When its last step was committed, in milliseconds since 1970.
    pub updated_at: i64,
}

/// Tokens and money, as counted by the caller of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepUsage {
    /// Tokens sent, cached ones included.
    pub input: i64,
    /// Tokens of `input` that came from a provider's cache.
    pub cached_input: i64,
    /// Tokens received, reasoning included.
    pub output: i64,
    /// Tokens of `output` that were reasoning.
    pub reasoning: i64,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
}

impl std::ops::AddAssign for StepUsage {
    fn add_assign(&mut self, more: Self) {
        self.input += more.input;
        self.cached_input += more.cached_input;
        self.output += more.output;
        self.reasoning += more.reasoning;
        self.cost_micros += more.cost_micros;
    }
}

/// One step of a task: everything in it is committed together or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub task: TaskId,
    /// What is recorded of the task first, if nothing is yet: a step that begins a task makes it and takes it on in one.
    pub begins: Option<&'a NewTask<'a>>,
    /// Who makes the edits.
    pub who: &'a Author,
    /// What the step changes in the book.
    pub edits: &'a [Edit],
    /// The machine's state after the step, as JSON.
    pub machine: &'a str,
    /// The version of that state's shape.
    pub machine_version: u32,
    /// Lines to append to the transcript, each one JSON.
    pub transcript: &'a [String],
    /// Ledger entries that changed.
    pub ledger: &'a [LedgerRow],
    /// Todos that were made or changed.
    pub todos: &'a [TaskNote],
    /// Questions that were asked or answered.
    pub questions: &'a [TaskNote],
    /// How the task ended, if this step ends it.
    pub finished: Option<&'a TaskEnd>,
    /// What the step used.
    pub usage: StepUsage,
    /// The claim under which the step is made. A step whose claim is no longer held is refused, so that a process that was
    /// frozen while another took over writes nothing.
    pub fence: Option<Fence<'a>>,
    /// How many steps of the task the caller believes to be committed before this one; another number refuses the step.
    pub after: Option<u32>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The claim that a step needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence<'a> {
    /// The run that holds the book.
    pub run: RunId,
    /// The process that runs it.
    pub holder: &'a str,
}

/// The state of one assigned paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerRow {
    pub paragraph: ParagraphId,
    /// Its state.
    pub state: LedgerState,
    /// Why, where the word alone does not say.
    pub reason: Option<String>,
}

/// A todo or a question of a task. The task numbers its own, so that saving one twice changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskNote {
    /// Its number in the task.
    pub number: u32,
    /// What it says, as JSON.
    pub json: String,
}

/// No claim reaches further than this, in milliseconds: one that does is from before the clock was set back, and a holder that
/// lives renews it before long.
pub const FARTHEST_CLAIM_MS: i64 = 600_000;

/// A claim on a book: who works on it, until when.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    pub book: BookId,
    /// The run that works on it.
    pub run: RunId,
    /// Who runs it, in words a person understands and different for every process.
    pub holder: &'a str,
    /// When the claim runs out if it is not renewed, in milliseconds since 1970.
    pub until_ms: i64,
}

/// Transcripts of tasks that have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldTranscripts {
    /// Of this book only.
    pub book: Option<BookId>,
    /// Only of tasks whose last step was before this time, in milliseconds since 1970.
    pub before_ms: i64,
}

/// How much transcripts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TranscriptSize {
    /// How many tasks they belong to.
    pub n_tasks: u64,
    /// How many lines they have.
    pub n_lines: u64,
    /// How many bytes these lines are.
    pub n_bytes: u64,
}
