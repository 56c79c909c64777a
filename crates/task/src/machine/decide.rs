//! What a reply leads to: the decisions of the loop, apart from its bookkeeping.

use super::{CutReason, Machine, Phase, TaskOutcome, TranscriptEntry};
use crate::prompt_escape::escape_for_prompt;
use crate::prompts;
use book::text::version::TaskKind;
use book::work::bounds::Bound;
use book::work::failure::TaskFailure;
use book::work::ledger::LedgerEntry;
use book::work::status::{Effort, Status};
use book::work::task_state::TaskUpdate;
use llm::{ChatMessage, Reply, StopReason};
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Write;

/// After this many replies of text alone, in a row, the task fails.
const MAX_TEXT_REPLIES: u32 = 3;
/// After this many replies in a row that were cut off and brought nothing, the task fails: its chunk is too large for the
/// model.
const MAX_CUT_REPLIES: u32 = 2;
/// How many replies of a review may look things up before one changes something.
const MAX_REVIEW_REPLIES: u32 = 3;
/// The most ids or findings spelled out in one message.
const MAX_LISTED: usize = 40;

impl Machine {
    pub(super) fn take_reply(&mut self, mut reply: Reply, limit_was_ours: bool) {
        // A model with a prompt of its own gives nothing but texts, which may say what a refusal says.
        let may_refuse = reply.tool_calls.is_empty() && self.model_prompt().is_none();
        if may_refuse && llm::refuses_in_words(&reply.text) {
            reply.stop = StopReason::Refused;
        }
        self.cut = CutReason::of_reply(&reply.stop, limit_was_ours);
        self.room_doublings += u32::from(self.cut == Some(CutReason::OurLimit));
        if self.text.is_some() {
            return self.take_text(reply);
        }
        if reply.tool_calls.is_empty() {
            self.salvage_text(&mut reply);
            self.call_was_salvaged = !reply.tool_calls.is_empty();
        } else {
            self.call_was_salvaged = self.cut.is_some() && salvage_last_call(&mut reply);
        }
        self.make_call_ids_unique(&mut reply);
        self.note_calls(&reply);
        let has_calls = !reply.tool_calls.is_empty();
        self.review_replies = self.review_replies.map(|replies| replies + 1);
        self.push_line(TranscriptEntry::Reply { reply });
        match (has_calls, self.cut) {
            (true, _) => {
                self.text_replies = 0;
                self.phase = Phase::Tools { done: 0 };
                self.skip_cut_call();
            }
            (false, Some(CutReason::OurLimit)) => {
                self.say_to_model(prompts::truncated(self.language()).to_owned());
                self.continue_or_fail();
            }
            (false, Some(cut)) => self.fail(cut.failure()),
            (false, None) => {
                self.text_replies += 1;
                self.after_text();
            }
        }
    }

    /// After one call: on to the next, or to the end of the reply. What a reply holds is paid for, so all of it is
    /// carried out, unless there is no end of it.
    pub(super) fn after_call(&mut self) {
        let Phase::Tools { done } = self.phase else { return };
        if done >= self.calls().len() {
            return self.after_reply();
        }
        if self.spent.tool_calls >= self.bounds.tool_calls {
            return self.fail(TaskFailure::Limit { bound: Bound::ToolCalls });
        }
        self.skip_cut_call();
    }

    /// The last call of a reply that was cut off holds half a sentence: unless whole items could be saved from it, it
    /// is answered without being carried out.
    fn skip_cut_call(&mut self) {
        let Phase::Tools { done } = self.phase else { return };
        if self.cut.is_some() && !self.call_was_salvaged && done + 1 == self.calls().len() {
            let advice = prompts::truncated(self.language());
            self.record_result(done, &json!({"success": false, "error": advice, "error_code": "TRUNCATED"}));
        }
    }

    /// All calls of a reply are done: end, buy a review, or ask for more.
    fn after_reply(&mut self) {
        if self.text.is_some() {
            return self.after_text_answer();
        }
        self.note_barren();
        self.spent.idle_replies = if self.ledger_progressed { 0 } else { self.spent.idle_replies + 1 };
        if self.task_state.status == Status::End {
            return self.finish();
        }
        if self.task_state.ledger.is_complete() && self.task_state.effort != Effort::Careful {
            return self.after_completion();
        }
        if self.cut == Some(CutReason::OurLimit) {
            return self.continue_or_fail();
        }
        if let Some(cut) = self.cut {
            self.cut_replies = if self.ledger_progressed { 0 } else { self.cut_replies + 1 };
            if cut == CutReason::Refusal && !self.ledger_progressed || self.cut_replies >= MAX_CUT_REPLIES {
                return self.fail(cut.failure());
            }
        } else {
            self.cut_replies = 0;
        }
        self.continue_or_fail();
    }

    /// Everything is settled and no stage has to be named: the end, unless a check objects.
    fn after_completion(&mut self) {
        let may_go_on = self.bound_reached().is_none();
        match self.review_replies {
            None if may_go_on && self.wants_review() => self.buy_review(),
            // In a review, something may have to be looked up before it can be put right.
            Some(replies) if may_go_on && !self.anything_changed && replies < MAX_REVIEW_REPLIES => {
                self.phase = Phase::Model;
            }
            None | Some(_) => self.finish(),
        }
    }

    fn after_text(&mut self) {
        self.spent.idle_replies += 1;
        self.note_barren();
        let complete = self.task_state.ledger.is_complete();
        if complete && self.task_state.effort != Effort::Careful {
            return self.finish();
        }
        let most = if self.may_change_form { MAX_TEXT_REPLIES - 1 } else { MAX_TEXT_REPLIES };
        if self.text_replies >= most {
            return self.fail(TaskFailure::NoToolCalls);
        }
        let nudge = if complete {
            let updates: Vec<&str> =
                self.task_state.status.next_moves(self.task_state.kind).iter().map(|m| m.as_str()).collect();
            prompts::nudge_end(self.language(), &updates.join(", "))
        } else {
            prompts::nudge_text(self.language(), &self.pending_ids())
        };
        self.say_to_model(nudge);
        self.continue_or_fail();
    }

    pub(super) fn continue_or_fail(&mut self) {
        if let Some(bound) = self.bound_reached() {
            return self.fail(TaskFailure::Limit { bound });
        }
        self.phase = Phase::Model;
        self.restart_if_due();
    }

    /// The bound that is reached, if any.
    pub(super) fn bound_reached(&self) -> Option<Bound> {
        let (spent, bounds) = (&self.spent, &self.bounds);
        if spent.wall_ms >= bounds.wall_ms {
            Some(Bound::WallTime)
        } else if spent.usage.total() >= bounds.tokens {
            Some(Bound::Tokens)
        } else if spent.tool_calls >= bounds.tool_calls {
            Some(Bound::ToolCalls)
        } else if spent.replies >= bounds.replies {
            Some(Bound::Replies)
        } else if spent.idle_replies >= bounds.idle_replies {
            Some(Bound::IdleReplies)
        } else {
            None
        }
    }

    fn wants_review(&self) -> bool {
        let translation =
            self.task_state.kind == TaskKind::Translation && self.task_state.effort == Effort::Standard;
        translation && !self.task_state.concerns.is_empty()
    }

    /// One more round, with what the checks found as its input.
    fn buy_review(&mut self) {
        self.review_replies = Some(0);
        self.task_state.apply(TaskUpdate::Status { to: Status::Review });
        let mut findings = String::new();
        for concern in self.task_state.concerns.iter().take(MAX_LISTED) {
            // Writing to a string cannot fail.
            let message = escape_for_prompt(&concern.message);
            let _ = writeln!(findings, "- {} ({}): {message}", concern.paragraph, concern.check);
        }
        self.say_to_model(prompts::review(self.language(), findings.trim_end()));
        self.phase = Phase::Model;
    }

    /// Everything is settled: walk through what is left of the stages and end. Where a paragraph had to be given up on
    /// the way, the task is not done.
    pub(super) fn finish(&mut self) {
        if !self.task_state.ledger.is_complete() {
            return self.continue_or_fail();
        }
        let given_up = self.task_state.ledger.entries().find_map(|(_, entry)| match entry {
            LedgerEntry::Failed(failure) => Some(failure.clone()),
            LedgerEntry::Pending | LedgerEntry::Accepted | LedgerEntry::Kept => None,
        });
        let outcome = if let Some(failure) = given_up {
            TaskOutcome::Failed { failure }
        } else {
            for to in [Status::Preparing, Status::Working, Status::Review, Status::End] {
                self.task_state.apply(TaskUpdate::Status { to });
            }
            TaskOutcome::Finished
        };
        self.phase = Phase::Done { outcome };
    }

    /// Stops early and keeps what was accepted. An optional review cannot fail a task whose work is done.
    pub(super) fn fail(&mut self, failure: TaskFailure) {
        if self.task_state.ledger.is_complete() && self.task_state.effort != Effort::Careful {
            return self.finish();
        }
        let failure = self.task_state.blame(failure);
        self.task_state.give_up(&failure);
        self.phase = Phase::Done { outcome: TaskOutcome::Failed { failure } };
    }

    fn pending_ids(&self) -> String {
        let pending = self.pending_here();
        let mut ids: Vec<String> = pending.iter().take(MAX_LISTED).map(ToString::to_string).collect();
        if pending.len() > MAX_LISTED {
            ids.push(format!("… +{}", pending.len() - MAX_LISTED));
        }
        ids.join(", ")
    }

    /// Some services number calls anew in every reply, or leave the number out; results must still find their call.
    fn make_call_ids_unique(&self, reply: &mut Reply) {
        let mut taken: HashSet<&str> = HashSet::new();
        for message in &self.messages {
            if let ChatMessage::Assistant { tool_calls, .. } = message {
                taken.extend(tool_calls.iter().map(|call| call.id.as_str()));
            }
        }
        let mut new: HashSet<String> = HashSet::new();
        for call in &mut reply.tool_calls {
            let is_free =
                |id: &str, new: &HashSet<String>| !id.is_empty() && !taken.contains(id) && !new.contains(id);
            if !is_free(&call.id, &new) {
                let mut number = taken.len() + new.len() + 1;
                while !is_free(&format!("call_{number}"), &new) {
                    number += 1;
                }
                call.id = format!("call_{number}");
            }
            new.insert(call.id.clone());
        }
    }
}

impl CutReason {
    const fn failure(self) -> TaskFailure {
        match self {
            Self::Limit | Self::OurLimit => TaskFailure::Truncated,
            Self::Refusal => TaskFailure::Refused,
        }
    }
}

/// Cuts the last call of a reply back to its whole items; false when there are none.
fn salvage_last_call(reply: &mut Reply) -> bool {
    let Some(call) = reply.tool_calls.last_mut() else { return false };
    match tools::salvage::whole_items(&call.name, &call.arguments) {
        Some(arguments) => {
            call.arguments = arguments;
            true
        }
        None => false,
    }
}
