//! The task loop as a pure machine: it says the next step, is told the result, and can be stored between any two.
//!
//! The machine holds no text of the conversation when stored: that is the transcript, whose lines it hands out once
//! each. Asking for the next step twice gives the same step.

mod decide;
mod habit;
mod question_record;
mod restart;
mod restore;
mod shared_request;
mod step;
mod text;
mod transcript;

pub use habit::{AnnouncedStages, ModelHabit};
pub use question_record::QuestionRecord;
pub use restore::MachineRestoreError;
pub(crate) use step::usage_of;
pub use step::{Answer, MachineStep, TaskOutcome, TaskSpending};
use text::TextMemory;
pub(crate) use text::everything_said;
pub use transcript::TranscriptEntry;

use crate::delivery::TextState;
use crate::prompts;
use book::edit::Edit;
use book::work::bounds::Bounds;
use book::work::chunk::Chunk;
use book::work::failure::TaskFailure;
use book::work::outcome::LedgerState;
use book::work::question::{PersonAnswer, Question};
use book::work::status::Status;
use book::work::task_state::{TaskState, TaskUpdate};
use llm::{ChatMessage, ToolCall, ToolResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tools::text::PromptLanguage;
use tools::tool::ToolOutcome;

/// The shape of a stored machine. A stored one with another number is not read.
pub const MACHINE_VERSION: u32 = 1;

/// Output tokens reserved for a reply whatever the chunk: calls have a frame, and models begin with a few words.
const LEAST_ROOM: u32 = 1024;

/// One task's loop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what the last reply was like; the stored form of version 0.1"
)]
pub struct Machine {
    language: PromptLanguage,
    chunk: Chunk,
    #[serde(rename = "desk")]
    task_state: TaskState,
    bounds: Bounds,
    spent: TaskSpending,
    phase: Phase,
    /// Replies in a row that were text alone.
    text_replies: u32,
    /// Replies in a row that were cut off and brought nothing.
    cut_replies: u32,
    /// Who cut the last reply off, if it was.
    cut: Option<CutReason>,
    /// Whether what was whole in its last call has been saved, so that the call can be carried out.
    #[serde(default, rename = "salvaged")]
    call_was_salvaged: bool,
    /// How often the room for a reply was doubled after such a cut.
    #[serde(default)]
    room_doublings: u32,
    /// Replies of the one review round that checks can buy; `None` until it is bought.
    review_replies: Option<u32>,
    /// Whether the ledger moved since the last reply.
    #[serde(rename = "progressed")]
    ledger_progressed: bool,
    /// Whether anything at all was changed since the last reply.
    #[serde(rename = "changed")]
    anything_changed: bool,
    /// Questions asked so far.
    n_questions: u32,
    /// Whether a call of the last reply succeeded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    call_succeeded: bool,
    /// Whether another form of delivery is there to be tried, so that text instead of calls need not be asked about for long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    may_change_form: bool,
    /// Where the work is delivered as text: how far it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<TextState>,
    /// How the last reply broke off, where one did since the last progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_failure: Option<TaskFailure>,
    /// What cached input costs, in thousandths of other input, where the model's price says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cached_permille: Option<u16>,
    /// Paragraphs that were open before the last reply.
    #[serde(default)]
    n_pending_before: u32,
    /// The most paragraphs the model is known to hand in at once when it is shown more, from this task or from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n_at_once: Option<usize>,
    /// Whether it has called anything but what its work takes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    looks_things_up: bool,
    #[serde(skip)]
    memory: TextMemory,
    /// What the task began with; it is in the transcript and not stored twice.
    #[serde(skip)]
    first_message: String,
    #[serde(skip)]
    messages: Vec<ChatMessage>,
    #[serde(skip)]
    new_lines: Vec<TranscriptEntry>,
    #[serde(skip)]
    new_questions: Vec<QuestionRecord>,
}

/// Who cut a reply off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CutReason {
    /// The model's limit on output.
    Limit,
    /// The limit of our own request, lower than the model's.
    OurLimit,
    /// A filter, or the model itself.
    Refusal,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
enum Phase {
    /// The model is to be called.
    Model,
    /// Executes the calls of the last reply; `done` of them are finished.
    Tools { done: usize },
    /// A person is to answer the question of call number `done`.
    Person { done: usize, question: Question },
    /// Nothing more to do.
    Done { outcome: TaskOutcome },
}

impl Machine {
    /// A task about to begin, with its first message.
    pub fn new(
        chunk: Chunk,
        task_state: TaskState,
        bounds: Bounds,
        language: PromptLanguage,
        first_message: String,
    ) -> Self {
        let mut machine = Self::empty(chunk, task_state, bounds, language);
        machine.first_message.clone_from(&first_message);
        machine.say_to_model(first_message);
        machine
    }

    /// The same where another form of delivery can be tried if this one does not work.
    #[must_use]
    pub const fn with_other_forms(mut self, may_change_form: bool) -> Self {
        self.may_change_form = may_change_form;
        self
    }

    fn empty(chunk: Chunk, task_state: TaskState, bounds: Bounds, language: PromptLanguage) -> Self {
        Self {
            language,
            chunk,
            task_state,
            bounds,
            spent: TaskSpending::default(),
            phase: Phase::Model,
            text_replies: 0,
            cut_replies: 0,
            cut: None,
            call_was_salvaged: false,
            room_doublings: 0,
            review_replies: None,
            ledger_progressed: false,
            anything_changed: false,
            n_questions: 0,
            call_succeeded: false,
            may_change_form: false,
            text: None,
            last_failure: None,
            cached_permille: None,
            n_pending_before: 0,
            n_at_once: None,
            looks_things_up: false,
            memory: TextMemory::default(),
            first_message: String::new(),
            messages: Vec::new(),
            new_lines: Vec::new(),
            new_questions: Vec::new(),
        }
    }

    pub fn next_step(&self) -> MachineStep<'_> {
        match &self.phase {
            Phase::Model => MachineStep::CallModel(&self.messages),
            Phase::Tools { done } => {
                // A call is there whenever this phase is: it is left with the last call, and restoring looks.
                self.calls().get(*done).map_or(MachineStep::CallModel(&self.messages), MachineStep::CallTool)
            }
            Phase::Person { question, .. } => MachineStep::AskPerson(question),
            Phase::Done { outcome } => MachineStep::Done(outcome),
        }
    }

    /// Tells what the model answered, and how long it took.
    pub fn model_answered(&mut self, answer: Answer, took_ms: u64) {
        if !matches!(self.next_step(), MachineStep::CallModel(_)) {
            return;
        }
        self.spent.wall_ms = self.spent.wall_ms.saturating_add(took_ms);
        if let Some(text) = &mut self.text {
            text.note_time(took_ms);
        }
        match answer {
            Answer::Failed(failure, usage) => {
                self.spent.usage += usage;
                self.begin_reply();
                if self.text.is_some() {
                    self.take_broken_text(failure);
                } else {
                    self.fail(failure);
                }
            }
            Answer::Replied { reply, limit_was_ours } => {
                self.spent.replies += 1;
                self.spent.usage += usage_of(&reply.usage);
                self.begin_reply();
                self.take_reply(reply, limit_was_ours);
            }
        }
    }

    fn begin_reply(&mut self) {
        let n_pending = self.task_state.ledger.count(LedgerState::Pending);
        self.n_pending_before = u32::try_from(n_pending).unwrap_or(u32::MAX);
        self.ledger_progressed = false;
        self.anything_changed = false;
        self.call_succeeded = false;
    }

    /// Counts the last reply if it brought nothing.
    const fn note_barren(&mut self) {
        let is_barren = match self.text {
            // A request for several tasks is counted once, where it was made.
            Some(ref text) => !self.ledger_progressed && !text.is_shared(),
            None => !self.call_succeeded,
        };
        self.spent.barren_replies += is_barren as u32;
    }

    /// Output tokens to reserve for the next reply: what the work is likely to need, doubled after each cut of our own.
    pub fn output_needed(&self) -> u32 {
        let first = self.messages.first().and_then(|message| match message {
            ChatMessage::User { text } => Some(llm::estimate_tokens(text)),
            ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
        });
        let likely = output_for(first.unwrap_or_default(), self.chunk.paragraph_ids().len());
        likely.saturating_mul(2_u32.saturating_pow(self.room_doublings))
    }

    /// Tells what a tool answered; gives back the edits to commit.
    pub fn tool_answered(&mut self, outcome: ToolOutcome, took_ms: u64) -> Vec<Edit> {
        let Phase::Tools { done } = self.phase else { return Vec::new() };
        self.spent.wall_ms = self.spent.wall_ms.saturating_add(took_ms);
        self.spent.tool_calls += 1;
        match outcome {
            ToolOutcome::Question(question) if self.task_state.status != Status::End => {
                self.n_questions += 1;
                self.note_question(question.clone(), None);
                self.phase = Phase::Person { done, question };
                Vec::new()
            }
            // A task that is over asks no questions.
            ToolOutcome::Question(_) => {
                self.record_result(done, &self.no_answer());
                Vec::new()
            }
            ToolOutcome::Reply { content, edits, updates } => {
                self.anything_changed |= !edits.is_empty()
                    || updates.iter().any(|update| !matches!(update, TaskUpdate::Refuse { .. }));
                for update in updates {
                    self.ledger_progressed |= self.task_state.apply(update);
                }
                if let Some(text) = &mut self.text {
                    text.note_refusals(&content);
                }
                self.record_result(done, &content);
                edits
            }
        }
    }

    /// Tells what a person answered.
    pub fn user_answered(&mut self, answer: PersonAnswer) {
        let Phase::Person { done, question } = &self.phase else { return };
        let (done, question) = (*done, question.clone());
        let say = match &answer {
            PersonAnswer::Said(text) => json!({"success": true, "question": question.text, "answer": text}),
            PersonAnswer::Declined => self.no_answer(),
        };
        self.note_question(question, Some(answer));
        self.phase = Phase::Tools { done };
        self.record_result(done, &say);
    }

    /// Stops the task here; what was accepted is kept.
    pub fn stop(&mut self, failure: TaskFailure) {
        if !matches!(self.phase, Phase::Done { .. }) {
            self.fail(failure);
        }
    }

    /// Lines of the transcript that are new since this was last asked.
    pub fn take_new_lines(&mut self) -> Vec<TranscriptEntry> {
        std::mem::take(&mut self.new_lines)
    }

    /// Questions that were asked or answered since this was last asked.
    pub fn take_new_questions(&mut self) -> Vec<QuestionRecord> {
        std::mem::take(&mut self.new_questions)
    }

    /// The number of the last question, from one.
    pub const fn n_questions(&self) -> u32 {
        self.n_questions
    }

    /// The task state: stage, ledger, notes.
    pub const fn task_state(&self) -> &TaskState {
        &self.task_state
    }

    pub const fn chunk(&self) -> &Chunk {
        &self.chunk
    }

    /// What the task may use.
    pub const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether the work is done and what follows is the review that checks asked for.
    pub const fn is_in_review(&self) -> bool {
        self.review_replies.is_some()
    }

    /// Whether the next request asks for something again that was asked for before.
    pub fn asks_again(&self) -> bool {
        self.text.as_ref().map_or(self.spent.replies > 0, TextState::asks_again)
    }

    /// What the task has used.
    pub const fn spent(&self) -> &TaskSpending {
        &self.spent
    }

    /// The language the model is spoken to in.
    pub const fn language(&self) -> PromptLanguage {
        self.language
    }

    /// The calls of the last reply.
    fn calls(&self) -> &[ToolCall] {
        self.messages
            .iter()
            .rev()
            .find_map(|message| match message {
                ChatMessage::Assistant { tool_calls, .. } => Some(tool_calls.as_slice()),
                ChatMessage::User { .. } | ChatMessage::ToolResults { .. } => None,
            })
            .unwrap_or_default()
    }

    fn record_result(&mut self, done: usize, say: &Value) {
        let Some(call) = self.calls().get(done) else { return };
        let result = ToolResult {
            call_id: call.id.clone(),
            name: call.name.clone(),
            content: say.to_string().into(),
            is_error: say.get("success").and_then(Value::as_bool) == Some(false),
        };
        self.call_succeeded |= !result.is_error;
        self.push_line(TranscriptEntry::Result { result });
        self.phase = Phase::Tools { done: done + 1 };
        self.after_call();
    }

    fn no_answer(&self) -> Value {
        json!({"success": false, "error": prompts::declined(self.language()), "error_code": "NO_ANSWER"})
    }

    fn note_question(&mut self, question: Question, answer: Option<PersonAnswer>) {
        self.new_questions.push(QuestionRecord { number: self.n_questions, question, answer });
    }

    fn say_to_model(&mut self, text: String) {
        self.push_line(TranscriptEntry::User { text, afresh: false, moves: Vec::new() });
    }

    fn push_line(&mut self, line: TranscriptEntry) {
        line.append_to(&mut self.messages);
        if self.text.is_some() {
            self.memory.note(&line);
        }
        self.new_lines.push(line);
    }
}

/// Output tokens that work of this size is likely to need.
pub(crate) fn output_for(work_tokens: u64, n_paragraphs: usize) -> u32 {
    let n_items = u64::try_from(n_paragraphs).unwrap_or(u64::MAX);
    let likely = work_tokens.saturating_mul(2).saturating_add(n_items.saturating_mul(14));
    u32::try_from(likely).unwrap_or(u32::MAX).saturating_add(LEAST_ROOM)
}
