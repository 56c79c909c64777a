//! How a run came to rest: what was done, what remains and why, and what it cost.

use crate::pause::Pause;
use book::id::{ParagraphId, RunId};
use book::work::failure::TaskFailure;
use book::work::outcome::RunOutcome;
use llm::Spent;
use store::budget::BudgetRefusal;

/// The end of a run, or of one session of it.
#[derive(Debug, Clone)]
pub struct Report {
    pub run: RunId,
    /// How it came to rest.
    pub ending: Ending,
    /// Paragraphs that have a new version from this session.
    pub n_accepted: usize,
    /// Paragraphs that got the translation of the same text elsewhere, without a model.
    pub n_reused: usize,
    /// Paragraphs that the checks' own code repaired, without a model.
    pub n_repaired: usize,
    /// Paragraphs deliberately left unchanged in this session.
    pub n_kept: usize,
    /// Versions stored as suggestions beside a person's own words.
    pub n_suggested: usize,
    /// Paragraphs that should have been settled and are not.
    pub unresolved: Vec<UnresolvedParagraph>,
    /// Paragraphs that no worker reached before the run came to rest.
    pub n_not_reached: usize,
    /// What the run has spent, earlier sessions included.
    pub spent: Spent,
    /// The monthly budget that ended it, if one did.
    pub refused_by: Option<BudgetRefusal>,
    /// Why it paused before it took much more than was said, if it did.
    pub pause: Option<Pause>,
}

/// How a run came to rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Everything is settled.
    Finished,
    /// It went through everything; some paragraphs remain.
    Unresolved,
    /// The budget is used up.
    Budget,
    /// A person stopped it, or a question waits for one.
    Interrupted,
    /// It could not go on.
    Failed {
        /// Why.
        reason: String,
    },
}

impl Ending {
    /// The same without the reason.
    pub const fn outcome(&self) -> RunOutcome {
        match self {
            Self::Finished => RunOutcome::Finished,
            Self::Unresolved => RunOutcome::Unresolved,
            Self::Budget => RunOutcome::Budget,
            Self::Interrupted => RunOutcome::Interrupted,
            Self::Failed { .. } => RunOutcome::Failed,
        }
    }

    /// The word for it in the store and in events.
    pub const fn as_str(&self) -> &'static str {
        self.outcome().as_str()
    }
}

/// A paragraph that remains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnresolvedParagraph {
    pub paragraph: ParagraphId,
    /// The chapter's number, from one.
    pub chapter: u32,
    /// Why.
    pub reason: TaskFailure,
}
