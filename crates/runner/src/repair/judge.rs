//! The judges of repairs and of candidates: what may take the place of what stands there.

use super::RepairRound;
use book::text::markup::Marked;
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use checks::text::runs::dice;
use std::sync::Arc;
use store::record::Freshness;
use tools::judge::{Choice, Judge, Submission, SubmissionVerdict};

/// A correction in place must stay this like the text it corrects.
const ALIKE: f64 = 0.5;
/// In a text with fewer characters a small correction is half the text.
const LEAST: usize = 24;

/// Takes a new text only if it is strictly better than the one that stands there: no check finds more in it, and at
/// least one finds less.
pub(super) struct RepairJudge {
    pub(super) inner: Arc<dyn Judge>,
    pub(super) repair_round: Arc<RepairRound>,
}

impl Judge for RepairJudge {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let mut judgement = self.inner.judge(submission);
        if let Some(present) = present(submission) {
            let text = judgement.fixed.as_ref().unwrap_or(submission.translation);
            let now = Submission { translation: text, ..*submission };
            judgement.blocking.extend(self.not_better(&now, present));
        }
        judgement
    }

    fn worse_than(&self, submission: &Submission<'_>, present: &Marked) -> Vec<CheckCode> {
        self.inner.worse_than(submission, present)
    }

    fn score(&self, submission: &Submission<'_>) -> f64 {
        self.inner.score(submission)
    }
}

impl RepairJudge {
    fn not_better(&self, submission: &Submission<'_>, present: &Marked) -> Option<Finding> {
        let before = Submission { translation: present, ..*submission };
        let worse = self.inner.worse_than(submission, present);
        if let Some(check) = worse.first() {
            let codes: Vec<&str> = worse.iter().map(|check| check.as_str()).collect();
            let list = codes.join(", ");
            return Some(Finding::new(
                *check,
                Severity::Block,
                format!("Check {list} finds more in this text than in the present translation."),
                format!("检查 {list} 在新译文中发现的问题比现有译文更多。"),
            ));
        }
        if self.inner.worse_than(&before, submission.translation).is_empty() {
            return Some(Finding::new(
                CheckCode::E8,
                Severity::Block,
                "Nothing of what was to be mended has become better.",
                "要求改正的问题一处也没有改善。",
            ));
        }
        let chars = |text: &Marked| text.plain().chars().collect::<Vec<char>>();
        let (old, new) = (chars(present), chars(submission.translation));
        let is_other = old.len() >= LEAST && dice(&old, &new) < ALIKE;
        (is_other && self.repair_round.is_in_place(submission.source.id)).then(|| {
            Finding::new(
                CheckCode::E8,
                Severity::Block,
                "More was changed than was to be mended. Correct only what is listed and leave the rest as it is.",
                "改动超出了要求改正的地方。请只改正所列问题，其余一字不动。",
            )
        })
    }
}

/// Chooses between candidates for the same paragraph by the score of the checks.
pub(super) struct CandidateJudge {
    pub(super) inner: Arc<dyn Judge>,
    pub(super) repair_round: Arc<RepairRound>,
}

impl Judge for CandidateJudge {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        self.inner.judge(submission)
    }

    fn worse_than(&self, submission: &Submission<'_>, present: &Marked) -> Vec<CheckCode> {
        self.inner.worse_than(submission, present)
    }

    fn drift(&self, submission: &Submission<'_>, present: &Marked) -> Option<Finding> {
        if self.repair_round.is_competing() { None } else { self.inner.drift(submission, present) }
    }

    fn choose(&self, submission: &Submission<'_>, present: &Marked) -> Choice {
        if !self.repair_round.is_competing() {
            return self.inner.choose(submission, present);
        }
        let before = Submission { translation: present, ..*submission };
        if self.inner.score(submission) < self.inner.score(&before) {
            Choice::Select
        } else {
            Choice::KeepAside
        }
    }

    fn score(&self, submission: &Submission<'_>) -> f64 {
        self.inner.score(submission)
    }
}

/// What stands there and was made from the same words.
fn present<'a>(submission: &Submission<'a>) -> Option<&'a Marked> {
    submission.source.translation.as_ref().filter(|_| submission.source.freshness == Freshness::Fresh)
}
