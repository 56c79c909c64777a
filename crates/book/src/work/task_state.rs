//! The state of a task: everything about its progress in one value, and the only rules by which it changes.
//!
//! Tools read the state and propose updates; the loop applies them. Both ask the same questions here, so there is one
//! machine and not two.

use super::failure::TaskFailure;
use super::ledger::Ledger;
use super::status::{Effort, Status};
use super::todo::Todo;
use crate::id::{ParagraphId, VersionId};
use crate::text::version::TaskKind;
use serde::{Deserialize, Serialize};

/// How far a task is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskState {
    /// What the task does.
    pub kind: TaskKind,
    /// How much ceremony it takes.
    pub effort: Effort,
    /// Where it stands.
    pub status: Status,
    /// What has become of each paragraph.
    pub ledger: Ledger,
    /// The model's notes to itself.
    pub todos: Vec<Todo>,
    /// What checks found in accepted paragraphs, worth a second look.
    pub concerns: Vec<Concern>,
    /// How often a check has refused what was submitted for a paragraph.
    #[serde(default)]
    pub refusals: Vec<CheckRefusal>,
    /// After so many refusals a paragraph is given up.
    #[serde(default = "most_refusals")]
    pub most_refusals: u32,
    /// Accepted paragraphs that were taken up again; each at most once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reopened: Vec<ParagraphId>,
    /// The newest version that stood in its paragraphs when its model was shown them; number zero if none did. What is newer
    /// the model has not seen. `None` in tasks that were stored before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_seen: Option<VersionId>,
}

/// A paragraph whose submissions a check refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRefusal {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The check that refused last.
    pub check: String,
    /// How often.
    pub times: u32,
}

const fn most_refusals() -> u32 {
    MOST_REFUSALS
}

/// A model that has not satisfied a check in so many tries will not do it by trying on.
pub const MOST_REFUSALS: u32 = 3;

/// Something a check found in an accepted paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concern {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The check's code.
    pub check: String,
    /// What it found, in the language of the prompts.
    pub message: String,
}

/// A change of the state, proposed by a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub enum TaskUpdate {
    /// The paragraph has a new accepted version.
    Accept {
        /// The paragraph.
        paragraph: ParagraphId,
    },
    /// The paragraph stays as it is.
    Keep {
        /// The paragraph.
        paragraph: ParagraphId,
    },
    /// A check refused what was submitted for the paragraph.
    Refuse {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The check's code.
        check: String,
    },
    /// The accepted text turned out to be another paragraph's: this one is still to be done.
    Reopen {
        /// The paragraph.
        paragraph: ParagraphId,
    },
    /// Replaces what checks found in the paragraph.
    Concerns {
        /// The paragraph.
        paragraph: ParagraphId,
        /// What they found; empty when all is well.
        concerns: Vec<Concern>,
    },
    /// The task moves to another stage.
    Status {
        /// The stage.
        to: Status,
    },
    /// Replaces the notes.
    Todos {
        /// All notes.
        todos: Vec<Todo>,
    },
}

/// Why a stage was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusRefusal {
    /// The table has no such move.
    NotInTable {
        /// Where the task stands.
        from: Status,
        /// The legal moves.
        allowed: Vec<Status>,
    },
    /// Paragraphs are still pending.
    Pending(Vec<ParagraphId>),
}

/// Why nothing may be submitted now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotWorking {
    /// Where the task stands.
    pub status: Status,
}

impl TaskState {
    /// The state of a task that has not begun.
    pub fn new(kind: TaskKind, effort: Effort, paragraph_ids: &[ParagraphId]) -> Self {
        let ledger = Ledger::new(paragraph_ids);
        Self {
            kind,
            effort,
            status: Status::default(),
            ledger,
            todos: Vec::new(),
            concerns: Vec::new(),
            refusals: Vec::new(),
            most_refusals: MOST_REFUSALS,
            reopened: Vec::new(),
            newest_seen: None,
        }
    }

    /// The moves that lead to `to`, or why it may not be reached. Under careful effort each move is made by itself;
    /// otherwise the stages before working are passed through without a word, and so is the review where nothing
    /// calls for one.
    pub fn moves_to(&self, to: Status) -> Result<Vec<TaskUpdate>, StatusRefusal> {
        let path = self.path_to(to).ok_or_else(|| StatusRefusal::NotInTable {
            from: self.status,
            allowed: self.status.next_moves(self.kind).to_vec(),
        })?;
        let needs_all = path.iter().any(|status| matches!(status, Status::Review | Status::End));
        if needs_all && !self.ledger.is_complete() {
            return Err(StatusRefusal::Pending(self.ledger.pending()));
        }
        Ok(path.into_iter().map(|to| TaskUpdate::Status { to }).collect())
    }

    /// The moves a submission implies, or why it may not be made now.
    pub fn moves_to_submit(&self) -> Result<Vec<TaskUpdate>, NotWorking> {
        if self.status == Status::Working {
            return Ok(Vec::new());
        }
        let path = self.path_to(Status::Working).filter(|_| self.effort != Effort::Careful);
        let path = path.ok_or(NotWorking { status: self.status })?;
        Ok(path.into_iter().map(|to| TaskUpdate::Status { to }).collect())
    }

    /// Applies a move. Returns whether the ledger moved.
    pub fn apply(&mut self, update: TaskUpdate) -> bool {
        match update {
            TaskUpdate::Accept { paragraph } => self.ledger.accept(paragraph),
            TaskUpdate::Keep { paragraph } => self.ledger.keep(paragraph),
            TaskUpdate::Refuse { paragraph, check } => self.refuse(paragraph, check),
            TaskUpdate::Reopen { paragraph } => {
                if !self.reopened.contains(&paragraph) && self.ledger.reopen(paragraph) {
                    self.reopened.push(paragraph);
                    self.concerns.retain(|concern| concern.paragraph != paragraph);
                }
                false
            }
            TaskUpdate::Concerns { paragraph, concerns } => {
                self.concerns.retain(|concern| concern.paragraph != paragraph);
                self.concerns.extend(concerns);
                false
            }
            TaskUpdate::Status { to } => {
                let needs_all = matches!(to, Status::Review | Status::End);
                // A move that the table or the ledger forbids is no move, whoever proposes it.
                if self.status.may_move_to(to, self.kind) && (!needs_all || self.ledger.is_complete()) {
                    self.status = to;
                }
                false
            }
            TaskUpdate::Todos { todos } => {
                self.todos = todos;
                false
            }
        }
    }

    /// The reason under which a task that got stuck is given up: a check, if one stands in the way of everything
    /// that is left.
    pub fn blame(&self, failure: TaskFailure) -> TaskFailure {
        if !matches!(failure, TaskFailure::Limit { .. }) {
            return failure;
        }
        let refused = |id: &ParagraphId| self.refusals.iter().find(|refusal| refusal.paragraph == *id);
        let pending = self.ledger.pending();
        match pending.first().and_then(refused) {
            Some(first) if pending.iter().all(|id| refused(id).is_some()) => {
                TaskFailure::Check { check: first.check.clone() }
            }
            Some(_) | None => failure,
        }
    }

    /// Gives up whatever is pending. Where checks stand in the way of everything, each paragraph is given up for the one
    /// that refused it.
    pub fn give_up(&mut self, failure: &TaskFailure) {
        let is_check = matches!(failure, TaskFailure::Check { .. });
        for id in self.ledger.pending() {
            let own = self.refusals.iter().find(|refusal| is_check && refusal.paragraph == id);
            let reason =
                own.map_or_else(|| failure.clone(), |own| TaskFailure::Check { check: own.check.clone() });
            self.ledger.fail(id, reason);
        }
    }

    /// Counts a refusal; too many of them give the paragraph up.
    fn refuse(&mut self, paragraph: ParagraphId, check: String) -> bool {
        let known = self.refusals.iter_mut().find(|refusal| refusal.paragraph == paragraph);
        let times = known.map_or(1, |refusal| {
            refusal.times += 1;
            refusal.check.clone_from(&check);
            refusal.times
        });
        if times == 1 {
            self.refusals.push(CheckRefusal { paragraph, check: check.clone(), times });
        }
        times >= self.most_refusals && self.ledger.fail(paragraph, TaskFailure::Check { check })
    }

    /// Stages to pass through to reach `to`, the last one included.
    fn path_to(&self, to: Status) -> Option<Vec<Status>> {
        if self.status.may_move_to(to, self.kind) {
            return Some(vec![to]);
        }
        let silent: &[Status] = match self.effort {
            Effort::Careful => return None,
            Effort::Standard if !self.concerns.is_empty() => &[Status::Preparing, Status::Working],
            Effort::Standard | Effort::Quick => &[Status::Preparing, Status::Working, Status::Review],
        };
        let mut path = Vec::new();
        let mut at = self.status;
        while at != to {
            let moves = at.next_moves(self.kind);
            let next =
                if moves.contains(&to) { to } else { *moves.iter().find(|next| silent.contains(next))? };
            if path.contains(&next) {
                return None;
            }
            path.push(next);
            at = next;
        }
        (!path.is_empty()).then_some(path)
    }
}
