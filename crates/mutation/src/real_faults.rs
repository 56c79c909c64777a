//! Faults that real weak engines made, judged by a reader: the pairs, and how many of them the checks find.
//!
//! The sources are our own samples, the translations those of Apertium and of a language model of 1.5 billion parameters.
//! A pair may have several faults; `ok` means that a reader would let it stand.

use book::text::markup::Marked;
use checks::check::Severity;
use checks::policy::{Policy, Quotes, Ruby};
use checks::suite::Suite;
use checks::unit::{Aligned, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

const FILE: &str = include_str!("../data/real_faults.tsv");

/// The checks whose business a class of faults is. Nobody but a reader sees wrong wording: there any finding counts.
const BUSINESS: &[(&str, &[&str])] = &[
    ("copy", &["A3", "A12", "B1", "B3"]),
    ("left", &["A12", "B2", "B3"]),
    ("marks", &["D8"]),
    ("omission", &["A4", "A5", "A6", "A11"]),
    ("quotes", &["D4", "D6", "D7"]),
    ("repeat", &["A9", "E2", "E9"]),
    ("ruby", &["E5", "F2"]),
    ("script", &["A12", "B1", "B3", "B5"]),
    ("space", &["D12"]),
    ("title", &["A3", "F3"]),
];

/// The fault that only a reader of both languages can see: a wrong sense or wrong grammar.
pub const WORDING: &str = "wording";

/// One pair.
#[derive(Debug, Clone)]
pub struct RealPair {
    /// Which engine.
    pub engine: &'static str,
    /// From which language.
    pub source_language: &'static str,
    /// Into which language.
    pub target_language: &'static str,
    /// What is wrong; empty where nothing is.
    pub faults: Vec<&'static str>,
    /// The source.
    pub source: String,
    /// The translation.
    pub translation: String,
}

/// All pairs, in the order of their texts.
pub fn read() -> Vec<RealPair> {
    FILE.lines().filter(|line| !line.starts_with('#')).filter_map(pair).collect()
}

fn pair(line: &'static str) -> Option<RealPair> {
    let mut cells = line.split('\t');
    let mut next = || cells.next();
    let (engine, source_language, target_language) = (next()?, next()?, next()?);
    let faults = next()?.split(' ').filter(|fault| *fault != "ok").collect();
    let (source, translation) = (next()?.replace('⏎', "\n"), next()?.replace('⏎', "\n"));
    Some(RealPair { engine, source_language, target_language, faults, source, translation })
}

/// How many pairs with a fault were found, class by class.
#[derive(Debug, Clone, Default)]
pub struct Recall {
    /// Per class of fault: pairs that have it, and those of them in which a check whose business it is found something.
    pub classes: BTreeMap<&'static str, (usize, usize)>,
    /// Pairs with a fault, and those found.
    pub faulty: (usize, usize),
    /// Pairs with a fault that more than a reader of both languages can see, and those found.
    pub visible: (usize, usize),
    /// Pairs in order, and those in which a check found something all the same.
    pub good: (usize, usize),
    /// The sources of pairs with a visible fault that were missed, and of good ones that were not left alone.
    pub wrong: Vec<String>,
}

/// Judges all pairs. What code mends on the spot counts as found.
pub fn measure() -> Recall {
    let pairs = read();
    let marked: Vec<(Marked, Marked)> = pairs
        .iter()
        .map(|pair| (Marked::from_plain(&pair.source), Marked::from_plain(&pair.translation)))
        .collect();
    let mut suites: BTreeMap<(&str, &str), Option<Suite>> = BTreeMap::new();
    // As the program judges until a person decides on a house style.
    let policy = Policy { quotes: Quotes::Free, ruby: Ruby::Keep, ..Policy::default() };
    let mut recall = Recall::default();
    for (index, (pair, (source, translation))) in pairs.iter().zip(&marked).enumerate() {
        let languages = (pair.source_language, pair.target_language);
        let suite = suites
            .entry(languages)
            .or_insert_with(|| Some(Suite::for_pair(&languages.0.parse().ok()?, &languages.1.parse().ok()?)));
        let Some(suite) = suite else { continue };
        let aligned = |at: Option<usize>| {
            let at = at.filter(|at| {
                pairs.get(*at).is_some_and(|other| {
                    (other.engine, other.source_language, other.target_language)
                        == (pair.engine, languages.0, languages.1)
                })
            })?;
            marked.get(at).map(|(source, translation)| Aligned { source, translation })
        };
        let (before, after) = (aligned(index.checked_sub(1)), aligned(Some(index + 1)));
        let unit = Unit {
            before: before.as_slice(),
            after: after.as_slice(),
            ..Unit::alone(source, translation, &policy)
        };
        let judgement = suite.judge(&unit);
        let told = judgement.findings.iter().filter(|finding| finding.severity != Severity::Info);
        let codes: BTreeSet<&str> = told.chain(&judgement.mended).map(|one| one.check.as_str()).collect();
        recall.note(pair, &codes);
    }
    recall
}

impl Recall {
    fn note(&mut self, pair: &RealPair, codes: &BTreeSet<&str>) {
        let found = usize::from(!codes.is_empty());
        let add = |(n, n_found): &mut (usize, usize)| {
            *n += 1;
            *n_found += found;
        };
        for fault in &pair.faults {
            let business = BUSINESS.iter().find(|(class, _)| class == fault);
            let is_found =
                business.map_or(found == 1, |(_, own)| own.iter().any(|code| codes.contains(code)));
            let counts = self.classes.entry(fault).or_default();
            *counts = (counts.0 + 1, counts.1 + usize::from(is_found));
        }
        let is_visible = pair.faults.iter().any(|fault| *fault != WORDING);
        if pair.faults.is_empty() {
            add(&mut self.good);
        } else {
            add(&mut self.faulty);
            if is_visible {
                add(&mut self.visible);
            }
        }
        if (pair.faults.is_empty() && found == 1) || (is_visible && found == 0) {
            let codes = codes.iter().copied().collect::<Vec<_>>().join(" ");
            self.wrong.push(format!(
                "{} [{codes}]\n    {}\n    {}",
                pair.faults.join(" "),
                pair.source,
                pair.translation
            ));
        }
    }

    /// Of the pairs in which something was found, the share that had a fault.
    pub fn precision(&self) -> f64 {
        crate::ratio(self.faulty.1, self.faulty.1 + self.good.1)
    }
}

impl fmt::Display for Recall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| fault | pairs | found | recall |\n|---|---|---|---|")?;
        let mut row = |name: &str, (n, n_found): (usize, usize)| {
            writeln!(f, "| {name} | {n} | {n_found} | {:.2} |", crate::ratio(n_found, n))
        };
        for (class, counts) in &self.classes {
            row(class, *counts)?;
        }
        row("any fault that more than a reader can see", self.visible)?;
        row("any fault", self.faulty)?;
        let (n, n_found) = self.good;
        writeln!(
            f,
            "\nprecision {:.3}; of {n} pairs without a fault {n_found} were flagged",
            self.precision()
        )
    }
}
