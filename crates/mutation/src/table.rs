//! What came out of a run of mutants: recall per operator, false alarms per check, and what else lights up.

use super::Mutant;
use super::chapters::ChapterOperator;
use super::operators::{ExpectedOutcome, Operator};
use checks::check::Severity;
use checks::judgement::Judgement;
use checks::sequence::SequenceReport;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// Counts of a run, over as many corpora as were put in.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Clean paragraphs judged.
    pub n_clean: usize,
    /// Clean paragraphs blocked.
    pub n_clean_blocked: usize,
    /// Names a person has noted, over all corpora.
    pub n_names: usize,
    /// Clean paragraphs of four sentences or more.
    pub n_clean_long: usize,
    /// Those of them of which a check says that something is missing.
    pub n_clean_thought_short: usize,
    /// Per check: clean paragraphs with a finding that stayed.
    pub false_alarms: BTreeMap<&'static str, usize>,
    /// Per check: clean paragraphs it could judge at all.
    pub judged: BTreeMap<&'static str, usize>,
    /// Per check over chapters: findings in the clean text.
    pub walk_alarms: BTreeMap<&'static str, usize>,
    /// What those findings say.
    pub walk_messages: Vec<String>,
    /// Per operator: what became of its mutants.
    pub operators: BTreeMap<&'static str, Row>,
}

/// What became of one operator's mutants.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pub n_planted: usize,
    /// As expected: found, or mended, by a check whose business it is; or left in peace where it is no defect.
    pub n_right: usize,
    /// Per check, whether it is its business or not: mutants in which it found something.
    pub fired: BTreeMap<&'static str, usize>,
    /// A few that went wrong: translations.
    pub missed: Vec<String>,
}

impl Row {
    /// The share that went as expected.
    pub fn recall(&self) -> f64 {
        crate::ratio(self.n_right, self.n_planted)
    }

    fn note(&mut self, right: bool, sample: impl FnOnce() -> String, fired: &BTreeSet<&'static str>) {
        self.n_planted += 1;
        self.n_right += usize::from(right);
        if !right && self.missed.len() < 5 {
            self.missed.push(sample());
        }
        for code in fired {
            *self.fired.entry(code).or_default() += 1;
        }
    }
}

impl Table {
    /// The share of clean paragraphs in which a check found something.
    pub fn false_alarm_rate(&self, code: &str) -> f64 {
        crate::ratio(self.false_alarms.get(code).copied().unwrap_or(0), self.n_clean)
    }

    /// Takes another run's counts in.
    pub fn add(&mut self, other: &Self) {
        self.n_clean += other.n_clean;
        self.n_names += other.n_names;
        self.n_clean_blocked += other.n_clean_blocked;
        self.n_clean_long += other.n_clean_long;
        self.n_clean_thought_short += other.n_clean_thought_short;
        add_counts(&mut self.false_alarms, &other.false_alarms);
        add_counts(&mut self.judged, &other.judged);
        add_counts(&mut self.walk_alarms, &other.walk_alarms);
        self.walk_messages.extend(other.walk_messages.iter().cloned());
        for (name, row) in &other.operators {
            let own = self.operators.entry(name).or_default();
            own.n_planted += row.n_planted;
            own.n_right += row.n_right;
            own.missed.extend(row.missed.iter().take(5_usize.saturating_sub(own.missed.len())).cloned());
            add_counts(&mut own.fired, &row.fired);
        }
    }

    pub(super) fn note_clean(&mut self, judgement: &Judgement, is_long: bool) {
        self.n_clean += 1;
        self.n_clean_blocked += usize::from(judgement.is_blocked());
        let found: BTreeSet<&'static str> =
            judgement.findings.iter().map(|finding| finding.check.as_str()).collect();
        self.n_clean_long += usize::from(is_long);
        self.n_clean_thought_short +=
            usize::from(is_long && OMISSION.iter().any(|code| found.contains(code)));
        for code in judgement.passed.iter().map(|code| code.as_str()).chain(found.iter().copied()) {
            *self.judged.entry(code).or_default() += 1;
        }
        for code in found {
            *self.false_alarms.entry(code).or_default() += 1;
        }
    }

    pub(super) fn note_walk(&mut self, report: &SequenceReport) {
        for located in &report.located {
            *self.walk_alarms.entry(located.finding.check.as_str()).or_default() += 1;
            self.walk_messages.push(format!("{}: {}", located.finding.check, located.finding.message.en));
        }
    }

    pub(super) fn note_mutant(&mut self, operator: &Operator, mutant: &Mutant, judgement: &Judgement) {
        let all = judgement.findings.iter().chain(&judgement.mended);
        let fired: BTreeSet<&'static str> = all.map(|finding| finding.check.as_str()).collect();
        let right = match operator.expected {
            ExpectedOutcome::CaughtBy(codes) => codes.iter().any(|code| fired.contains(code)),
            // A remark about the source is no objection.
            ExpectedOutcome::SparedBy(codes) => !judgement
                .findings
                .iter()
                .any(|finding| finding.severity != Severity::Info && codes.contains(&finding.check.as_str())),
        };
        let sample = || mutant.translation.as_str().to_owned();
        self.operators.entry(operator.name).or_default().note(right, sample, &fired);
    }

    pub(super) fn note_chapter(
        &mut self,
        operator: &ChapterOperator,
        caught: bool,
        sample: String,
        report: &SequenceReport,
    ) {
        let fired = report.located.iter().map(|located| located.finding.check.as_str()).collect();
        self.operators.entry(operator.name).or_default().note(caught, || sample, &fired);
    }

    pub(super) fn note_natural(
        &mut self,
        name: &'static str,
        caught_by: &[&str],
        judgement: &Judgement,
        text: &str,
    ) {
        let fired: BTreeSet<&'static str> =
            judgement.findings.iter().map(|finding| finding.check.as_str()).collect();
        let right = caught_by.iter().any(|code| fired.contains(code));
        self.operators.entry(name).or_default().note(right, || text.to_owned(), &fired);
    }

    /// The cross-fire matrix: for every operator, in how many of a hundred mutants each check found something.
    pub fn cross_fire(&self) -> String {
        let codes: BTreeSet<&'static str> =
            self.operators.values().flat_map(|row| row.fired.keys().copied()).collect();
        let mut written = format!("{:<32}", "of 100 mutants");
        for code in &codes {
            let _ = write!(written, "{code:>4}");
        }
        for (name, row) in &self.operators {
            let _ = write!(written, "\n{name:<32}");
            for code in &codes {
                let share = crate::ratio(row.fired.get(code).copied().unwrap_or(0) * 100, row.n_planted);
                if share > 0.0 {
                    let _ = write!(written, "{share:>4.0}");
                } else {
                    written.push_str("   ·");
                }
            }
        }
        written
    }
}

/// The checks that say that something is missing.
pub(super) const OMISSION: [&str; 4] = ["A4", "A5", "A6", "A8"];

fn add_counts(counts: &mut BTreeMap<&'static str, usize>, others: &BTreeMap<&'static str, usize>) {
    for (code, count) in others {
        *counts.entry(code).or_default() += count;
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<32} {:>7} {:>7}  what fired", "operator", "planted", "right")?;
        for (name, row) in &self.operators {
            let mut fired: Vec<_> = row.fired.iter().collect();
            fired.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let list: Vec<String> =
                fired.iter().take(8).map(|(code, count)| format!("{code} {count}")).collect();
            writeln!(f, "{name:<32} {:>7} {:>7.3}  {}", row.n_planted, row.recall(), list.join(", "))?;
        }
        writeln!(
            f,
            "clean: {} paragraphs of four sentences or more, {} thought to lack something",
            self.n_clean_long, self.n_clean_thought_short
        )?;
        writeln!(f, "clean: {} paragraphs, {} blocked; false alarms:", self.n_clean, self.n_clean_blocked)?;
        for (code, count) in &self.false_alarms {
            writeln!(f, "  {code:<4} {count:>6}  {:.4}", self.false_alarm_rate(code))?;
        }
        Ok(())
    }
}
