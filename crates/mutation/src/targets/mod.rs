//! How much must be found and how little cried wolf, class by class, and where we fall short and are held to what we have.

mod list;

use crate::mutation_run::MutationRun;
use crate::table::Table;
use list::TARGETS;
use std::fmt;

/// What is demanded of one class of checks.
#[derive(Debug, Clone, Copy)]
pub struct CheckTarget {
    /// The class, in words.
    pub class: &'static str,
    /// In which runs.
    pub place: TargetRuns,
    /// The operators whose recall counts, taken together.
    pub operators: &'static [&'static str],
    /// The recall demanded.
    pub recall: TargetBound,
    /// The checks whose false alarms count, each by itself.
    pub alarms: &'static [&'static str],
    /// The share of false alarms allowed.
    pub false_alarms: TargetBound,
    /// The false alarms are a share of what.
    pub of: Share,
}

/// In which runs a target is measured.
#[derive(Debug, Clone, Copy)]
pub enum TargetRuns {
    /// In all of them.
    Everywhere,
    /// In every pair of one corpus.
    Corpus(&'static str),
    /// In one pair of one corpus.
    Pair(&'static str, &'static str, &'static str),
}

/// A number demanded.
#[derive(Debug, Clone, Copy)]
pub enum TargetBound {
    /// It is met, and must be.
    Demanded(f64),
    /// It is not met; what we have is held, and why it is not more.
    Held {
        /// What is demanded.
        demanded: f64,
        /// What we have, and must not fall behind.
        held: f64,
        /// Why it is not met.
        why: &'static str,
    },
    /// Nothing is demanded.
    Nothing,
}

/// What false alarms are a share of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// All clean paragraphs.
    All,
    /// The clean paragraphs the check could judge.
    Judged,
    /// The chapters its operator could spoil.
    Chapters,
    /// The names a person has noted.
    Names,
    /// Clean paragraphs of four sentences or more; any check for omissions counts, whichever it is.
    Omissions,
}

/// What came of one number of a target.
#[derive(Debug, Clone)]
pub struct TargetResult {
    /// Class and number, in words.
    pub what: String,
    /// What was measured, over how many cases; `None` where nothing could be.
    pub measured: Option<(f64, usize)>,
    /// What was demanded.
    pub bound: TargetBound,
    /// Whether the number must not be greater, instead of not smaller.
    pub is_ceiling: bool,
}

/// How an outcome is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetState {
    /// The number is met.
    Met,
    /// It is not, but we are where we were.
    Held,
    /// It is worse than what we hold ourselves to.
    Missed,
    /// There was nothing to measure it on.
    NotMeasured,
}

impl TargetResult {
    /// How it is to be taken.
    pub fn state(&self) -> TargetState {
        // Shares are of whole cases; a rounding error is no case.
        const SLACK: f64 = 1e-9;
        let Some((measured, _)) = self.measured else { return TargetState::NotMeasured };
        let fits = |bound: f64| {
            if self.is_ceiling { measured <= bound + SLACK } else { measured + SLACK >= bound }
        };
        match self.bound {
            TargetBound::Nothing => TargetState::Met,
            TargetBound::Demanded(demanded) if fits(demanded) => TargetState::Met,
            TargetBound::Held { demanded, .. } if fits(demanded) => TargetState::Met,
            TargetBound::Held { held, .. } if fits(held) => TargetState::Held,
            TargetBound::Demanded(_) | TargetBound::Held { .. } => TargetState::Missed,
        }
    }
}

impl fmt::Display for TargetResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_ceiling { '≤' } else { '≥' };
        let word = match self.state() {
            TargetState::Met => "met",
            TargetState::Held => "HELD",
            TargetState::Missed => "MISSED",
            TargetState::NotMeasured => "not measured",
        };
        write!(f, "{word:<12} {:<58}", self.what)?;
        match self.measured {
            Some((measured, n)) => write!(f, " {measured:.4} of {n:<6}")?,
            None => write!(f, " {:>16}", "-")?,
        }
        match self.bound {
            TargetBound::Nothing => Ok(()),
            TargetBound::Demanded(demanded) => write!(f, " demanded {sign} {demanded}"),
            TargetBound::Held { demanded, held, why } => {
                write!(f, " demanded {sign} {demanded}, held to {sign} {held}: {why}")
            }
        }
    }
}

/// Holds runs against the targets that can be measured on them.
pub fn judge(runs: &[MutationRun]) -> Vec<TargetResult> {
    let mut outcomes = Vec::new();
    for target in TARGETS {
        let mut table = Table::default();
        runs.iter().filter(|run| target.place.holds(run)).for_each(|run| table.add(&run.table));
        let (mut n_right, mut n_planted) = (0, 0);
        for row in target.operators.iter().filter_map(|name| table.operators.get(name)) {
            n_right += row.n_right;
            n_planted += row.n_planted;
        }
        if !matches!(target.recall, TargetBound::Nothing) {
            outcomes.push(TargetResult {
                what: format!("{}: recall ({})", target.class, target.place),
                measured: (n_planted > 0).then(|| (crate::ratio(n_right, n_planted), n_planted)),
                bound: target.recall,
                is_ceiling: false,
            });
        }
        for code in target.alarms {
            let count = |counts: &std::collections::BTreeMap<&'static str, usize>| {
                counts.get(code).copied().unwrap_or(0)
            };
            let (n_found, n_all) = match target.of {
                Share::All => (count(&table.false_alarms), table.n_clean),
                Share::Judged => (count(&table.false_alarms), count(&table.judged)),
                Share::Chapters => (count(&table.walk_alarms), n_planted),
                Share::Names => (count(&table.walk_alarms), table.n_names),
                Share::Omissions => (table.n_clean_thought_short, table.n_clean_long),
            };
            outcomes.push(TargetResult {
                what: format!("{}: false alarms of {code} ({})", target.class, target.place),
                measured: (n_all > 0).then(|| (crate::ratio(n_found, n_all), n_all)),
                bound: target.false_alarms,
                is_ceiling: true,
            });
        }
    }
    outcomes
}

/// Every number that is not met: what it is, what is demanded, what is held, and why.
pub fn shortfalls() -> Vec<(String, f64, f64, &'static str)> {
    let numbers = TARGETS.iter().flat_map(|target| {
        let recall = (format!("{}, {}: recall", target.class, target.place), target.recall);
        let alarms = (format!("{}, {}: false alarms", target.class, target.place), target.false_alarms);
        [recall, alarms]
    });
    numbers
        .filter_map(|(what, bound)| match bound {
            TargetBound::Held { demanded, held, why } => Some((what, demanded, held, why)),
            TargetBound::Demanded(_) | TargetBound::Nothing => None,
        })
        .collect()
}

impl TargetRuns {
    fn holds(self, run: &MutationRun) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Corpus(corpus) => run.corpus == corpus,
            Self::Pair(corpus, source, target) => {
                (run.corpus, run.source, run.target) == (corpus, source, target)
            }
        }
    }
}

impl fmt::Display for TargetRuns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everywhere => f.write_str("all"),
            Self::Corpus(corpus) => f.write_str(corpus),
            Self::Pair(corpus, source, target) => write!(f, "{corpus} {source} to {target}"),
        }
    }
}
