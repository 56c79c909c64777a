//! The loop of a task that is delivered as text: each request begins a conversation, and what is whole in its answer is
//! submitted as a tool call would be.

use super::{CutReason, Machine, Phase, TranscriptEntry};
use crate::delivery::{ReplyFault, RequestSize, TextState, TextWork};
use crate::delivery::{RequestParts, submission_in_text};
use crate::model_prompts::ModelPrompt;
use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::bounds::Bounds;
use book::work::chunk::Chunk;
use book::work::failure::TaskFailure;
use book::work::status::{Effort, Status};
use book::work::task_state::{TaskState, TaskUpdate};
use llm::{Delivery, Reply};
use serde_json::Value;
use std::collections::HashMap;
use tools::text::PromptLanguage;

/// What a machine in text knows by heart: it is in the transcript and not stored twice.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct TextMemory {
    pub(super) work: Option<TextWork>,
    /// What the model gave last for each paragraph.
    pub(super) given: HashMap<ParagraphId, String>,
}

impl TextMemory {
    /// What stored lines tell of it.
    pub(super) fn note(&mut self, line: &TranscriptEntry) {
        match line {
            TranscriptEntry::Work { work } => self.work = Some(work.clone()),
            TranscriptEntry::Reply { reply } => {
                for call in &reply.tool_calls {
                    self.given.extend(submitted(&call.arguments));
                }
            }
            TranscriptEntry::User { .. } | TranscriptEntry::Result { .. } => {}
        }
    }
}

/// How much warmer the model is asked each time it says nothing new.
const WARMER: f32 = 0.35;
const WARMEST: f32 = 1.2;
/// The temperature to count from where the run sets none.
const USUAL: f32 = 0.3;

impl Machine {
    /// A task about to begin whose work is delivered as text.
    pub fn in_text(
        chunk: Chunk,
        mut task_state: TaskState,
        bounds: Bounds,
        language: PromptLanguage,
        (form, size): (Delivery, RequestSize),
        work: TextWork,
    ) -> Self {
        // Stages are ours to pass through: the model is only ever asked for texts.
        for to in [Status::Preparing, Status::Working] {
            task_state.apply(TaskUpdate::Status { to });
        }
        let state = TextState::new(form, size, &work, &task_state.ledger);
        let mut machine = Self::empty(chunk, task_state, bounds, language);
        machine.text = Some(state);
        machine.push_line(TranscriptEntry::Work { work });
        machine.ask_in_text();
        machine
    }

    /// The form in which the work is delivered.
    pub fn delivery(&self) -> Delivery {
        self.text.as_ref().map_or(Delivery::Tools, TextState::form)
    }

    /// How much its requests ask for by now, where they are text.
    pub fn request_size(&self) -> Option<RequestSize> {
        self.text.as_ref().map(TextState::size)
    }

    /// The prompt its model was trained with, if it was.
    pub fn model_prompt(&self) -> Option<&ModelPrompt> {
        self.memory.work.as_ref().and_then(|work| work.prompt.as_deref())
    }

    /// The schema the next answer must satisfy, where the form has one.
    pub fn response_schema(&self) -> Option<Value> {
        self.text.as_ref().and_then(TextState::schema)
    }

    /// The temperature of the next request: another one where the model says the same again, or nothing.
    pub fn temperature(&self, usual: Option<f32>) -> Option<f32> {
        let n_repeats = self.text.as_ref().map_or(0, TextState::n_repeats).min(3);
        let usual = usual.or_else(|| self.model_prompt().and_then(|prompt| prompt.temperature));
        match u8::try_from(n_repeats) {
            Ok(0) | Err(_) => usual,
            Ok(n_repeats) => Some(WARMER.mul_add(f32::from(n_repeats), usual.unwrap_or(USUAL)).min(WARMEST)),
        }
    }

    pub(super) fn take_text(&mut self, mut reply: Reply) {
        let is_cut = self.cut.is_some();
        let said = everything_said(&reply);
        reply.tool_calls.clear();
        if let (Some(text), Some(work)) = (&mut self.text, &self.memory.work) {
            reply.tool_calls = text.read(work, &said, is_cut).calls;
        }
        if self.cut == Some(CutReason::Refusal) {
            self.note_refused();
        }
        let has_calls = !reply.tool_calls.is_empty();
        self.call_was_salvaged = true;
        self.push_line(TranscriptEntry::Reply { reply });
        if has_calls {
            self.phase = Phase::Tools { done: 0 };
        } else {
            self.after_text_answer();
        }
    }

    /// A reply that broke off; what the task does about it, if anything can be done.
    pub(super) fn take_broken_text(&mut self, failure: TaskFailure) {
        let fault = match failure {
            TaskFailure::Degenerate => ReplyFault::Repeated,
            TaskFailure::Truncated => ReplyFault::Cut,
            TaskFailure::Malformed | TaskFailure::Refused | TaskFailure::ContextTooLong => {
                ReplyFault::Unreadable
            }
            TaskFailure::NoToolCalls
            | TaskFailure::WrongLanguage
            | TaskFailure::Check { .. }
            | TaskFailure::Omitted
            | TaskFailure::Incapable { .. }
            | TaskFailure::Limit { .. }
            | TaskFailure::Budget
            | TaskFailure::ChapterBudget
            | TaskFailure::Service { .. }
            | TaskFailure::Denied { .. }
            | TaskFailure::Cancelled => return self.fail(failure),
        };
        let is_refused = failure == TaskFailure::Refused;
        self.last_failure = Some(failure);
        if let Some(text) = &mut self.text {
            text.note_broken(fault);
        }
        if is_refused {
            self.note_refused();
        }
        self.spent.replies += 1;
        self.after_text_answer();
    }

    fn note_refused(&mut self) {
        self.last_failure = Some(TaskFailure::Refused);
        if let Some(text) = &mut self.text {
            text.note_refused();
        }
    }

    /// After a request is settled: the end, a review, or the next request.
    pub(super) fn after_text_answer(&mut self) {
        // A refusal says nothing against the model or the form, and each brings what was refused nearer.
        let is_refused = self.text.as_ref().is_some_and(TextState::is_refused);
        if self.ledger_progressed {
            self.spent.idle_replies = 0;
        } else if !is_refused {
            self.spent.idle_replies += 1;
        }
        if !is_refused {
            self.note_barren();
        }
        if self.review_replies.is_some() {
            return self.finish();
        }
        let ledger = &self.task_state.ledger;
        let given_up = self.text.as_mut().map(|text| text.settle(ledger)).unwrap_or_default();
        for id in given_up {
            let refusal = self.task_state.refusals.iter().find(|refusal| refusal.paragraph == id);
            let failure = match (refusal, &self.last_failure) {
                (Some(refusal), _) => TaskFailure::Check { check: refusal.check.clone() },
                (None, Some(failure)) => failure.clone(),
                (None, None) => TaskFailure::Omitted,
            };
            self.task_state.ledger.fail(id, failure);
        }
        if self.ledger_progressed {
            self.last_failure = None;
        }
        if self.task_state.ledger.is_complete() {
            return self.after_text_completion();
        }
        if let (Some(text), Some(work)) = (&mut self.text, &self.memory.work) {
            text.plan(work, &self.task_state.ledger);
        }
        self.continue_or_fail();
        if matches!(self.phase, Phase::Model) {
            self.ask_in_text();
        }
    }

    fn after_text_completion(&mut self) {
        let may_review =
            self.task_state.kind == TaskKind::Translation && self.task_state.effort != Effort::Quick;
        // A model with a prompt of its own understands nothing else, so it cannot be told what was found.
        let has_concerns = !self.task_state.concerns.is_empty() && self.model_prompt().is_none();
        if !may_review || !has_concerns || self.bound_reached().is_some() {
            return self.finish();
        }
        self.review_replies = Some(0);
        self.task_state.apply(TaskUpdate::Status { to: Status::Review });
        let concerned: Vec<ParagraphId> =
            self.task_state.concerns.iter().map(|concern| concern.paragraph).collect();
        if let Some(text) = &mut self.text {
            text.plan_review(concerned.into_iter());
        }
        self.phase = Phase::Model;
        self.ask_in_text();
    }

    /// Writes the next request; it begins a conversation of its own.
    fn ask_in_text(&mut self) {
        let (Some(text), Some(work)) = (&self.text, &self.memory.work) else { return };
        let parts = RequestParts {
            language: self.language,
            kind: self.task_state.kind,
            work,
            given: &self.memory.given,
            concerns: &self.task_state.concerns,
        };
        let request = parts.render(text);
        self.push_line(TranscriptEntry::User { text: request, afresh: true, moves: Vec::new() });
    }

    /// In the tools form: what a text holds that was meant as a submission becomes the call it should have been.
    pub(super) fn salvage_text(&self, reply: &mut Reply) {
        let ids = self.task_state.ledger.pending();
        reply.tool_calls.extend(submission_in_text(&reply.text, &ids, self.cut.is_some()));
    }
}

/// The text of a reply, including the arguments of calls to tools that were not offered.
pub(crate) fn everything_said(reply: &Reply) -> String {
    let calls = reply.tool_calls.iter().map(|call| &*call.arguments);
    let said: Vec<&str> = std::iter::once(&*reply.text).chain(calls).collect();
    said.join("\n")
}

/// What the arguments of a submission give for which paragraph.
pub(super) fn submitted(arguments: &str) -> Vec<(ParagraphId, String)> {
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let items = arguments.get("paragraphs").and_then(Value::as_array);
    let item = |item: &Value| {
        let id = item.get("paragraph_id")?.as_str()?.parse().ok()?;
        Some((id, item.get("translated_text")?.as_str()?.to_owned()))
    };
    items.into_iter().flatten().filter_map(item).collect()
}

impl CutReason {
    /// Whether the model's own words were cut short, so that the last of them are not whole.
    pub(crate) const fn of_reply(stop: &llm::StopReason, limit_was_ours: bool) -> Option<Self> {
        match stop {
            llm::StopReason::MaxTokens if limit_was_ours => Some(Self::OurLimit),
            llm::StopReason::MaxTokens | llm::StopReason::ModelLimit => Some(Self::Limit),
            llm::StopReason::Refused => Some(Self::Refusal),
            llm::StopReason::EndTurn | llm::StopReason::ToolCalls | llm::StopReason::Other(_) => None,
        }
    }
}
