//! The hook through which submitted text is looked over: a task brings a judge, and the submission tool asks it.

use crate::series_knowledge::KnowledgeAt;
use book::text::markup::Marked;
use book::work::checked::CheckNote;
use checks::check::Finding;
use checks::code::CheckCode;
use std::collections::BTreeMap;
use store::record::ParagraphRecord;

/// Looks over one submitted translation.
///
/// An implementer promises to be deterministic and quick: it runs once for every submitted paragraph, inside the
/// tool call. Tags have been held against the source and empty text has been refused before it is asked.
pub trait Judge: Send + Sync {
    /// What it thinks of the submission.
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict;

    /// The checks that find more in the submission than in the translation that stands there, by their codes. Where
    /// there is any, a revision does not replace that translation.
    fn worse_than(&self, submission: &Submission<'_>, present: &Marked) -> Vec<CheckCode> {
        let count = |translation| {
            let judgement = self.judge(&Submission { translation, ..*submission });
            counts_by_check(judgement.blocking.iter().chain(&judgement.concerns))
        };
        checks_with_more(&count(submission.translation), &count(present))
    }

    /// Why a polished or proofread text may not take the place of the one that stands there: it is another text.
    fn drift(&self, _submission: &Submission<'_>, _present: &Marked) -> Option<Finding> {
        None
    }

    /// What it thinks of the translated title of a chapter or of the book.
    fn judge_title(&self, _source: &str, _translation: &str) -> SubmissionVerdict {
        SubmissionVerdict::default()
    }

    /// What is to become of an accepted text where a translation already stands.
    fn choose(&self, submission: &Submission<'_>, present: &Marked) -> Choice {
        let worse = self.worse_than(submission, present);
        if worse.is_empty() { Choice::Select } else { Choice::Suggest { worse } }
    }

    /// By how much is wrong with a submission, candidates for the same paragraph are ordered; lower is better.
    fn score(&self, submission: &Submission<'_>) -> f64 {
        let judgement = self.judge(submission);
        let count = |findings: &[Finding]| f64::from(u32::try_from(findings.len()).unwrap_or(u32::MAX));
        1000.0 * count(&judgement.blocking) + 10.0 * count(&judgement.concerns)
    }
}

/// What is to become of an accepted text where a translation already stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// It takes its place.
    Select,
    /// It waits until a person decides, because these checks find more in it.
    Suggest {
        /// The checks' codes.
        worse: Vec<CheckCode>,
    },
    /// It is kept among the versions; what stands there is better.
    KeepAside,
}

/// The number of findings of each check.
pub(crate) fn counts_by_check<'a>(findings: impl Iterator<Item = &'a Finding>) -> BTreeMap<CheckCode, usize> {
    findings.fold(BTreeMap::new(), |mut counts, finding| {
        *counts.entry(finding.check).or_default() += 1;
        counts
    })
}

/// The checks that have more findings now than before.
pub(crate) fn checks_with_more(
    now: &BTreeMap<CheckCode, usize>,
    before: &BTreeMap<CheckCode, usize>,
) -> Vec<CheckCode> {
    let before = |check| before.get(check).copied().unwrap_or_default();
    now.iter().filter(|(check, n)| **n > before(*check)).map(|(check, _)| *check).collect()
}

/// A translation to be judged, with what stands around it.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a> {
    /// The paragraph as the library has it, its present translation included.
    pub source: &'a ParagraphRecord,
    /// The submitted translation.
    pub translation: &'a Marked,
    /// The chunk's paragraph before it.
    pub before: Option<AdjacentParagraph<'a>>,
    /// The chunk's paragraph after it.
    pub after: Option<AdjacentParagraph<'a>>,
    /// What is known of the series, where anybody keeps that.
    pub known: Option<KnowledgeAt<'a>>,
}

/// A paragraph next to the one judged.
#[derive(Debug, Clone, Copy)]
pub struct AdjacentParagraph<'a> {
    /// The paragraph.
    pub source: &'a ParagraphRecord,
    /// What was submitted for it in the same call, or else its present translation.
    pub translation: Option<&'a str>,
}

/// What a judge thinks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubmissionVerdict {
    /// Reasons not to accept it.
    pub blocking: Vec<Finding>,
    /// Things worth a second look in a text that is accepted.
    pub concerns: Vec<Finding>,
    /// The text to save instead, where something could be repaired without changing a word.
    pub fixed: Option<Marked>,
    /// What is to be kept about the text beside it: every finding that does not block, and what was repaired.
    pub note: CheckNote,
}

/// A judge that asks for no more than every submission must give: text, and the source's tags in order.
#[derive(Debug, Clone, Copy, Default)]
pub struct StructuralJudge;

impl Judge for StructuralJudge {
    fn judge(&self, _submission: &Submission<'_>) -> SubmissionVerdict {
        SubmissionVerdict::default()
    }
}
