//! Repairing what checks found: by code where code can, otherwise by a model, each paragraph in the way that suits it.
//!
//! What is to be repaired is never stored: it is what the checks find at this moment, so that a resumed run, a second
//! attempt and a book that was changed by hand meanwhile all come out of the same look.

mod judge;
mod plan;
mod rounds;
mod table;
mod targets;

pub use plan::{AutoFix, FlaggedParagraph, RepairAttempts, RepairPlan, RepairScope, plan, plan_of, preview};
pub use rounds::{AutoFixed, repair_by_code};
pub(crate) use rounds::{repair_rounds, with_candidates};
pub use table::way;

use crate::spec::RunSpec;
use book::id::ParagraphId;
use checks::check::Severity;
use judge::{CandidateJudge, RepairJudge};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use task::repair::{RepairWay, Repairs};
use tools::judge::Judge;

/// How many attempts a model gets at a paragraph.
pub const MOST_ATTEMPTS: u32 = 2;

/// Which findings are to be repaired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairFilter {
    /// Only what forbids to use the translation, and not what a person should look at.
    pub only_blocking: bool,
    /// Only of these checks, by code; all when empty.
    #[serde(default)]
    pub checks: Vec<String>,
}

impl RepairFilter {
    /// Whether a finding is to be repaired.
    pub(crate) fn is_about(&self, check: &str, severity: Severity) -> bool {
        let grave_enough = match severity {
            Severity::Block => true,
            Severity::Queue => !self.only_blocking,
            Severity::Info | Severity::Autofix => false,
        };
        grave_enough
            && (self.checks.is_empty() || self.checks.iter().any(|only| only.eq_ignore_ascii_case(check)))
    }
}

/// What the round under way is to repair, where workers and judges see it.
pub(crate) struct RepairRound {
    repairs: RwLock<Option<Arc<Repairs>>>,
    chooses: AcceptRule,
    /// Whether what is submitted competes with what stands there.
    competing: AtomicBool,
}

/// What decides whether a new text takes the place of the one that stands there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AcceptRule {
    /// The usual judge of submissions.
    Usual,
    /// Only what is strictly better.
    Repair,
    /// The better score.
    Candidates,
}

impl RepairRound {
    pub(crate) fn new(spec: &RunSpec) -> Self {
        let chooses = match spec.work.repair() {
            Some(_) => AcceptRule::Repair,
            None if spec.work.candidates() > 1 => AcceptRule::Candidates,
            None => AcceptRule::Usual,
        };
        // Where everything is done again, the first new text replaces the old one whatever its score.
        Self { repairs: RwLock::new(None), chooses, competing: AtomicBool::new(!spec.work.is_all_again()) }
    }

    /// The judge of the run's submissions.
    pub(crate) fn judge(self: &Arc<Self>, usual: Arc<dyn Judge>) -> Arc<dyn Judge> {
        match self.chooses {
            AcceptRule::Usual => usual,
            AcceptRule::Repair => Arc::new(RepairJudge { inner: usual, repair_round: Arc::clone(self) }),
            AcceptRule::Candidates => {
                Arc::new(CandidateJudge { inner: usual, repair_round: Arc::clone(self) })
            }
        }
    }

    pub(crate) fn set_repairs(&self, repairs: Repairs) {
        *self.repairs.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(repairs));
    }

    pub(crate) fn compete(&self) {
        self.competing.store(true, Ordering::SeqCst);
    }

    fn is_competing(&self) -> bool {
        self.competing.load(Ordering::SeqCst)
    }

    /// What is to be repaired, if anything.
    pub(crate) fn repairs(&self) -> Option<Arc<Repairs>> {
        self.repairs.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_in_place(&self, paragraph: ParagraphId) -> bool {
        let repairs = self.repairs();
        repairs.and_then(|repairs| Some(repairs.get(paragraph)?.way)) == Some(RepairWay::Span)
    }
}
