//! What all checks together say about one translation, and the score by which candidates are ordered.

use crate::autofix::AutofixedText;
use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::suite;

/// The checks' answer about one translation. Every check is in exactly one of the lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judgement {
    /// What is wrong with the translation as it is after mending; places refer to that text.
    pub findings: Vec<Finding>,
    /// What was wrong and has been mended.
    pub mended: Vec<Finding>,
    /// The mended translation, if anything was.
    pub autofixed: Option<AutofixedText>,
    /// Checks whose rule holds.
    pub passed: Vec<CheckCode>,
    /// Checks whose rule could not be applied, with the reason.
    pub not_applicable: Vec<(CheckCode, &'static str)>,
    /// Checks that were not reached because the structure is broken.
    pub not_reached: Vec<CheckCode>,
    /// By how many spreads the translation is longer than expected, where lengths are known.
    pub length_z: Option<f64>,
    /// The share of dictionary words found again, where there is a dictionary.
    pub coverage: Option<f64>,
}

impl Judgement {
    /// Whether something forbids using the translation.
    pub fn is_blocked(&self) -> bool {
        self.n_of(Severity::Block) > 0
    }

    /// How many findings are of a severity.
    pub fn n_of(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Whether a check found something that is still there.
    pub fn has(&self, code: CheckCode) -> bool {
        self.findings.iter().any(|finding| finding.check == code)
    }

    /// Whether every check has given an answer, so that silence is never taken for a pass. It always has; tests assert it.
    pub fn accounts_for_all(&self) -> bool {
        suite::ALL.iter().all(|check| {
            let code = check.code();
            self.has(code)
                || self.passed.contains(&code)
                || self.not_reached.contains(&code)
                || self.not_applicable.iter().any(|(known, _)| *known == code)
        })
    }
}

/// The score for choosing between candidates for the same source; lower is better.
pub fn score(judgement: &Judgement) -> f64 {
    let count = |severity| crate::float(judgement.n_of(severity));
    1000.0 * count(Severity::Block)
        + 10.0 * count(Severity::Queue)
        + count(Severity::Info)
        + 3.0 * judgement.length_z.unwrap_or(0.0).abs()
        - 20.0 * judgement.coverage.unwrap_or(0.0)
}
