//! How a model goes about its tasks: how much it hands in at once, and the stages it announces before it begins. A run
//! carries what one task has seen to the others, so that no task finds it out at the price of its whole chunk again.
//!
//! Invariant: what a task takes up becomes part of its stored machine and its transcript, so a task that is resumed goes on
//! with what it had taken up, whatever the run knows by then.

use super::transcript::{STATUS_TOOL, only_moves, succeeded};
use super::{Machine, TranscriptEntry};
use book::text::version::TaskKind;
use book::work::outcome::LedgerState;
use book::work::status::Status;
use book::work::task_state::TaskUpdate;
use llm::{ChatMessage, Reply};
use std::collections::HashMap;

/// What hands in work or was asked for beside it; any other call looks something up or writes something down.
const TOOLS_OF_THE_WORK: [&str; 4] =
    [STATUS_TOOL, "add_translation_batch", "update_chapter_title", "update_book_title"];

/// What is known of how a model works by tools.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelHabit {
    /// The most paragraphs it has handed in at once, where it was shown more.
    pub n_at_once: Option<usize>,
    /// The move to the stage of work that it makes by a reply of its own before it hands in anything.
    pub announced: Option<AnnouncedStages>,
    /// Whether it looks things up or writes things down in some tasks: then it needs the stages in which it may.
    pub looks_things_up: bool,
}

/// A reply that moved a task to the stage of work and did nothing else, with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnouncedStages {
    kind: TaskKind,
    messages: Vec<ChatMessage>,
}

impl ModelHabit {
    /// Adds what another task has seen.
    pub fn add(&mut self, seen: Self) {
        self.n_at_once = self.n_at_once.max(seen.n_at_once);
        self.looks_things_up |= seen.looks_things_up;
        let announced = self.announced.take().or(seen.announced);
        self.announced = announced.filter(|_| !self.looks_things_up);
    }
}

impl Machine {
    /// A task that begins as its model is known to work: with the stages it announces behind it, and showing no more
    /// paragraphs than it hands in at once.
    #[must_use]
    pub fn beginning_with(mut self, habit: &ModelHabit) -> Self {
        let moves = self.moves_known_by(habit);
        if !self.begin_short(habit, &moves) && !moves.is_empty() {
            self.messages.clear();
            self.new_lines.clear();
            let text = self.first_message.clone();
            self.pass_to_work();
            self.push_line(TranscriptEntry::User { text, afresh: false, moves });
        }
        self
    }

    /// Whether what other tasks see of the model can still change this one: its model is to be asked next, and has only
    /// announced stages. One that has begun to hand in work, or has looked something up, is left to it.
    pub fn is_open_to_habit(&self) -> bool {
        let is_under_way = self.spent.replies > 0 && !self.has_worked();
        is_under_way && self.n_at_once.is_none() && self.may_restart() && self.has_only_announced()
    }

    /// Takes up what other tasks have seen since this one began; false if nothing changes for it.
    pub fn take_up(&mut self, habit: &ModelHabit) -> bool {
        let moves = self.moves_known_by(habit);
        self.is_open_to_habit() && self.begin_short(habit, &moves)
    }

    /// What this task has seen of its model.
    pub fn habit(&self) -> ModelHabit {
        ModelHabit {
            n_at_once: self.n_at_once,
            announced: self.announced(),
            looks_things_up: self.looks_things_up,
        }
    }

    /// Notes whether a reply does anything but the work it was given.
    pub(super) fn note_calls(&mut self, reply: &Reply) {
        self.looks_things_up |=
            reply.tool_calls.iter().any(|call| !TOOLS_OF_THE_WORK.contains(&call.name.as_str()));
    }

    /// Whether nothing has happened in this conversation but moves to other stages.
    pub(super) fn has_only_announced(&self) -> bool {
        !self.looks_things_up
            && self.messages.len() > 1
            && moves_at_start(&self.messages).len() + 1 == self.messages.len()
    }

    /// Shows no more than the model hands in at once, where that is less than there is.
    fn begin_short(&mut self, habit: &ModelHabit, moves: &[ChatMessage]) -> bool {
        if self.text.is_some() || self.is_careful() {
            return false;
        }
        let pending = self.pending_here();
        let shown = habit.n_at_once.filter(|n| *n < pending.len()).and_then(|n| pending.get(..n));
        let Some(text) = shown.and_then(|shown| self.opening_for(shown, &HashMap::new())) else {
            return false;
        };
        self.n_at_once = habit.n_at_once;
        if !moves.is_empty() {
            self.pass_to_work();
        }
        self.push_line(TranscriptEntry::User { text, afresh: true, moves: moves.to_vec() });
        true
    }

    /// The moves the model would make before it works on this task.
    fn moves_known_by(&self, habit: &ModelHabit) -> Vec<ChatMessage> {
        let is_for_this = |known: &&AnnouncedStages| {
            known.kind == self.task_state.kind && self.text.is_none() && !self.is_careful()
        };
        habit.announced.as_ref().filter(is_for_this).map(|known| known.messages.clone()).unwrap_or_default()
    }

    fn has_worked(&self) -> bool {
        self.task_state.ledger.count(LedgerState::Accepted) > 0
    }

    fn pass_to_work(&mut self) {
        for to in [Status::Preparing, Status::Working] {
            self.task_state.apply(TaskUpdate::Status { to });
        }
    }

    /// The move to the stage of work with which this model began, once that has led to something. A model that looks
    /// things up on the way is not spared the stages in which it does.
    fn announced(&self) -> Option<AnnouncedStages> {
        if self.text.is_some() || self.looks_things_up || !self.has_worked() {
            return None;
        }
        let moves = moves_at_start(&self.messages);
        let last = moves.len().checked_sub(2).and_then(|start| moves.get(start..))?;
        let reaches_work = last.iter().any(|message| {
            matches!(message, ChatMessage::Assistant { tool_calls, .. }
            if tool_calls.iter().any(|call| call.arguments.contains(Status::Working.as_str())))
        });
        reaches_work.then(|| AnnouncedStages { kind: self.task_state.kind, messages: last.to_vec() })
    }
}

/// The replies right after the first message that did nothing but move the task to another stage, with their results.
fn moves_at_start(messages: &[ChatMessage]) -> &[ChatMessage] {
    let said = messages.get(1..).unwrap_or_default();
    let is_move =
        |pair: &&[ChatMessage]| matches!(pair, [reply, results] if only_moves(reply) && succeeded(results));
    let n_moves = said.chunks(2).take_while(is_move).count();
    said.get(..2 * n_moves).unwrap_or_default()
}
