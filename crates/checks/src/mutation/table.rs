//! What came out of a run of mutants: recall per operator, false alarms per check, and what else lights up.

use super::Mutant;
use super::operators::Operator;
use crate::judgement::Judgement;
use std::collections::BTreeMap;
use std::fmt;

/// Counts of a run, over as many corpora as were put in.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Clean paragraphs judged.
    pub n_clean: usize,
    /// Clean paragraphs blocked.
    pub n_clean_blocked: usize,
    /// Per check: clean paragraphs with a finding that stayed.
    pub false_alarms: BTreeMap<&'static str, usize>,
    /// Per operator: what became of its mutants.
    pub operators: BTreeMap<&'static str, Row>,
}

/// What became of one operator's mutants.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Planted.
    pub n_planted: usize,
    /// Found, or mended, by a check whose business it is.
    pub n_caught: usize,
    /// Per check, whether it is its business or not: mutants in which it found something.
    pub fired: BTreeMap<&'static str, usize>,
    /// A few that got away: translations.
    pub missed: Vec<String>,
}

impl Row {
    /// The share that was caught.
    pub fn recall(&self) -> f64 {
        crate::ratio(self.n_caught, self.n_planted)
    }
}

impl Table {
    /// The share of clean paragraphs in which a check found something.
    pub fn false_alarm_rate(&self, code: &str) -> f64 {
        crate::ratio(self.false_alarms.get(code).copied().unwrap_or(0), self.n_clean)
    }

    pub(super) fn note_clean(&mut self, judgement: &Judgement) {
        self.n_clean += 1;
        self.n_clean_blocked += usize::from(judgement.is_blocked());
        for code in codes(judgement) {
            *self.false_alarms.entry(code).or_default() += 1;
        }
    }

    pub(super) fn note_mutant(&mut self, operator: &Operator, mutant: &Mutant, judgement: &Judgement) {
        let row = self.operators.entry(operator.name).or_default();
        let mut fired = codes(judgement);
        fired.extend(judgement.mended.iter().map(|finding| finding.check));
        fired.sort_unstable();
        fired.dedup();
        row.n_planted += 1;
        if fired.iter().any(|code| operator.caught_by.contains(code)) {
            row.n_caught += 1;
        } else if row.missed.len() < 5 {
            row.missed.push(mutant.translation.clone());
        }
        for code in fired {
            *row.fired.entry(code).or_default() += 1;
        }
    }
}

fn codes(judgement: &Judgement) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = judgement.findings.iter().map(|finding| finding.check).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<28} {:>7} {:>7}  what fired", "operator", "planted", "recall")?;
        for (name, row) in &self.operators {
            let mut fired: Vec<_> = row.fired.iter().collect();
            fired.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let list: Vec<String> =
                fired.iter().take(8).map(|(code, count)| format!("{code} {count}")).collect();
            writeln!(f, "{name:<28} {:>7} {:>7.3}  {}", row.n_planted, row.recall(), list.join(", "))?;
        }
        writeln!(f, "clean: {} paragraphs, {} blocked; false alarms:", self.n_clean, self.n_clean_blocked)?;
        for (code, count) in &self.false_alarms {
            writeln!(f, "  {code:<4} {count:>6}  {:.4}", self.false_alarm_rate(code))?;
        }
        Ok(())
    }
}
