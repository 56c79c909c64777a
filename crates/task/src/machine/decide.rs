//! What a reply leads to: the decisions of the loop, apart from its bookkeeping.

use super::{Line, Machine, Outcome, Phase, was_cut};
use crate::prompts;
use book::text::version::TaskKind;
use book::work::bounds::Bound;
use book::work::desk::DeskMove;
use book::work::failure::Failure;
use book::work::status::{Effort, Status};
use llm::{Reply, StopReason};
use serde_json::json;
use std::fmt::Write;

/// So many replies of text alone, in a row, and the task fails.
const MAX_TEXT_REPLIES: u32 = 3;
/// So many replies that were cut off, and the task fails: its chunk is too large for the model.
const MAX_CUT_REPLIES: u32 = 2;
/// So many ids are spelled out in a nudge.
const MAX_LISTED: usize = 40;

impl Machine {
    pub(super) fn take_reply(&mut self, mut reply: Reply) {
        if reply.stop == StopReason::Refused && reply.tool_calls.is_empty() {
            self.push_line(Line::Reply { reply });
            return self.fail(Failure::Refused);
        }
        make_call_ids_unique(&mut reply, self.spent.replies);
        let has_calls = !reply.tool_calls.is_empty();
        self.cut = was_cut(&reply);
        self.cut_replies += u32::from(self.cut);
        self.push_line(Line::Reply { reply });
        if self.cut && (self.cut_replies >= MAX_CUT_REPLIES || !has_calls) {
            return self.fail(Failure::Truncated);
        }
        if has_calls {
            self.text_replies = 0;
            self.phase = Phase::Tools { done: 0 };
            self.skip_cut_call();
        } else {
            self.text_replies += 1;
            self.after_text();
        }
    }

    /// After one call: on to the next, or to the end of the reply.
    pub(super) fn after_call(&mut self) {
        let Phase::Tools { done } = self.phase else { return };
        if done >= self.calls().len() {
            return self.after_reply();
        }
        if self.desk.status == Status::End {
            return self.finish();
        }
        if let Some(bound) = self.bound_reached().filter(|bound| *bound != Bound::Replies) {
            return self.fail(Failure::Limit { bound });
        }
        self.skip_cut_call();
    }

    /// The last call of a reply that was cut off holds half a sentence: it is answered without being carried out.
    fn skip_cut_call(&mut self) {
        let Phase::Tools { done } = self.phase else { return };
        if self.cut && done + 1 == self.calls().len() {
            let advice = prompts::truncated(self.language());
            self.record_result(done, &json!({"success": false, "error": advice, "error_code": "TRUNCATED"}));
        }
    }

    /// All calls of a reply are done: end, buy a review, or ask for more.
    fn after_reply(&mut self) {
        self.spent.idle_replies = if self.progressed { 0 } else { self.spent.idle_replies + 1 };
        if self.desk.status == Status::End {
            return self.finish();
        }
        if self.desk.ledger.is_complete() && self.desk.effort != Effort::Careful {
            return if self.wants_review() { self.buy_review() } else { self.finish() };
        }
        self.continue_or_fail();
    }

    fn after_text(&mut self) {
        self.spent.idle_replies += 1;
        let complete = self.desk.ledger.is_complete();
        if complete && self.desk.effort != Effort::Careful {
            return self.finish();
        }
        if self.text_replies >= MAX_TEXT_REPLIES {
            return self.fail(Failure::NoToolCalls);
        }
        let nudge = if complete {
            let moves: Vec<&str> =
                self.desk.status.next_moves(self.desk.kind).iter().map(|m| m.as_str()).collect();
            prompts::nudge_end(self.language(), &moves.join(", "))
        } else {
            prompts::nudge_text(self.language(), &self.pending_ids())
        };
        self.say_to_model(nudge);
        self.continue_or_fail();
    }

    fn continue_or_fail(&mut self) {
        match self.bound_reached() {
            Some(bound) => self.fail(Failure::Limit { bound }),
            None => self.phase = Phase::Model,
        }
    }

    fn wants_review(&self) -> bool {
        let translation = self.desk.kind == TaskKind::Translation && self.desk.effort == Effort::Standard;
        translation && !self.review_bought && !self.desk.concerns.is_empty()
    }

    /// One more reply, with what the checks found as its input. A bound that is already reached forbids it.
    fn buy_review(&mut self) {
        if self.bound_reached().is_some() {
            return self.finish();
        }
        self.review_bought = true;
        self.desk.apply(DeskMove::Status { to: Status::Review });
        let mut findings = String::new();
        for concern in self.desk.concerns.iter().take(MAX_LISTED) {
            // Writing to a string cannot fail.
            let _ = writeln!(findings, "- {} ({}): {}", concern.paragraph, concern.check, concern.message);
        }
        self.say_to_model(prompts::review(self.language(), findings.trim_end()));
        self.phase = Phase::Model;
    }

    /// Everything is settled: walk through what is left of the stages and end.
    fn finish(&mut self) {
        for to in [Status::Preparing, Status::Working, Status::Review, Status::End] {
            self.desk.apply(DeskMove::Status { to });
        }
        // The table knows no way around a pending paragraph, so a task that has one is not finished here.
        if self.desk.status == Status::End {
            self.phase = Phase::Done { outcome: Outcome::Finished };
        } else {
            self.continue_or_fail();
        }
    }

    fn pending_ids(&self) -> String {
        let pending = self.desk.ledger.pending();
        let mut ids: Vec<String> = pending.iter().take(MAX_LISTED).map(ToString::to_string).collect();
        if pending.len() > MAX_LISTED {
            ids.push(format!("… +{}", pending.len() - MAX_LISTED));
        }
        ids.join(", ")
    }
}

/// Some services number calls anew in every reply or leave the number out; results must still find their call.
fn make_call_ids_unique(reply: &mut Reply, reply_number: u32) {
    let mut seen = std::collections::HashSet::new();
    for (position, call) in reply.tool_calls.iter_mut().enumerate() {
        if call.id.is_empty() || !seen.insert(call.id.clone()) {
            call.id = format!("call_{reply_number}_{position}");
            seen.insert(call.id.clone());
        }
    }
}
