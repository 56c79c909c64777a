//! Runs as they travel: what they are, how far they are, what they ask.

use crate::api::cost::Usage;
use crate::api::people::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A run.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Run {
    /// The run's id.
    pub(crate) id: String,
    /// The book's id.
    pub(crate) book: String,
    /// `translation`, `polish`, `proofreading`, `survey` or `fix`.
    pub(crate) kind: String,
    /// The model.
    pub(crate) model: String,
    /// In a team, the person who did it, or for whom a model did.
    pub(crate) person: Option<Person>,
    /// `running` in this program, `elsewhere` in another, `resting` when it can be resumed, `over` otherwise.
    pub(crate) state: RunState,
    /// How it came to rest: `finished`, `unresolved`, `budget`, `interrupted`, `failed`; null when it was never told.
    pub(crate) ending: Option<String>,
    /// How many tasks so far.
    pub(crate) n_tasks: u32,
    /// How many of them have ended.
    pub(crate) n_tasks_ended: u32,
    /// How many chunks it has, as far as it was planned: each becomes a task, or more where it is split.
    pub(crate) n_chunks: u32,
    /// What it used.
    #[serde(flatten)]
    pub(crate) usage: Usage,
    /// The most it may cost, in millionths of a dollar, as it was begun or last resumed.
    pub(crate) max_cost_micros: Option<i64>,
    /// The most tokens it may use, as it was begun or last resumed.
    pub(crate) max_tokens: Option<u64>,
    /// When it began, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
    /// When it last changed, in milliseconds since 1970.
    pub(crate) updated_at_ms: i64,
}

/// Whether a run is at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunState {
    /// At work in this program.
    Running,
    /// Claimed by another program.
    Elsewhere,
    /// In the queue; the next free worker takes it.
    Waiting,
    /// At rest; it can be resumed.
    Resting,
    /// Over.
    Over,
}

/// A run with what became of its paragraphs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunPage {
    /// The run.
    #[serde(flatten)]
    pub(crate) run: Run,
    /// How many paragraphs of its tasks are pending, accepted, kept and failed.
    pub(crate) ledger: Ledger,
    /// The paragraphs that are not done, at most a thousand.
    pub(crate) unresolved: Vec<Unresolved>,
    /// How many there are.
    pub(crate) n_unresolved: u64,
    /// The number of the last event this includes: following the run after it misses nothing.
    pub(crate) last_event: u64,
    /// What is handed in as a batch and not answered yet.
    pub(crate) batch: Option<WaitingBatch>,
    /// What was wished for, as it is stored.
    #[schema(value_type = Object)]
    pub(crate) wish: serde_json::Value,
}

/// Requests that were handed in as a batch and are not answered yet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingBatch {
    /// How many.
    pub(crate) n_requests: u64,
    /// When the oldest of them were handed in, in milliseconds since 1970.
    pub(crate) since_ms: i64,
    /// The service that has them.
    pub(crate) provider: String,
    /// The model they were handed in for, as `service/model`.
    pub(crate) model: String,
}

/// What came of asking a service to stop the batches of a run.
#[expect(clippy::struct_field_names, reason = "they are counts")]
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CancelledBatch {
    /// Requests the service stops working on; what it answered before is kept.
    pub(crate) n_stopping: u64,
    /// Requests whose batches were over already.
    pub(crate) n_over: u64,
    /// Requests that never reached the service.
    pub(crate) n_never_arrived: u64,
}

/// How many paragraphs are in which state.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Ledger {
    /// Not settled.
    pub(crate) pending: u64,
    /// With a new version.
    pub(crate) accepted: u64,
    /// Deliberately left unchanged.
    pub(crate) kept: u64,
    /// Given up, with a reason.
    pub(crate) failed: u64,
}

/// A paragraph that is not done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Unresolved {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The chapter's number, from one.
    pub(crate) chapter: u32,
    /// Why.
    pub(crate) reason: String,
}

/// A run that was begun or goes on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Begun {
    /// The run's id; follow it at `/api/v1/runs/{run}/events`.
    pub(crate) run: String,
}

/// What is to be different when a run goes on; what is left out is as before.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResumeRequest {
    /// Another model for what is left.
    #[serde(default)]
    pub(crate) model: Option<String>,
    /// A new limit for the whole run, in millionths of a dollar.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) max_cost_micros: Option<i64>,
    /// A new limit for the whole run, in tokens.
    #[serde(default)]
    pub(crate) max_tokens: Option<u64>,
}

/// A question of a model to a person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Question {
    /// The task that waits for the answer; a task asks one question at a time.
    pub(crate) task: String,
    /// The chapter's number, from one.
    pub(crate) chapter: u32,
    /// The question.
    pub(crate) text: String,
    /// Answers to choose from.
    pub(crate) choices: Vec<String>,
    /// Whether any other answer is welcome too.
    pub(crate) free_text: bool,
    /// Whether a task waits for it right now; otherwise the answer is used when the run goes on.
    pub(crate) is_live: bool,
}

/// A person's answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// The answer; null leaves the decision to the model.
    pub(crate) answer: Option<String>,
}

/// A task of a run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Task {
    /// The task's id.
    pub(crate) id: String,
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// How it ended; null while it may go on.
    pub(crate) outcome: Option<String>,
    /// How many steps are committed.
    pub(crate) n_steps: u32,
    /// What it used.
    #[serde(flatten)]
    pub(crate) usage: Usage,
    /// When its last step was committed, in milliseconds since 1970.
    pub(crate) updated_at_ms: i64,
}
