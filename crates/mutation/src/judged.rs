//! Pairs judged by a reader: translations by real weak engines and some written to show a fault, and how many the checks find.
//!
//! The sources are our own. The engine is Apertium, a language model of 1.5 billion parameters, or `written`: composed by hand after what such models
//! do. A pair may have several faults; `ok` means that a reader would let it stand. Rules and thresholds may be made with the tuning part
//! before one's eyes, never with the held-out part.

use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use book::text::script::Script;
use checks::check::Severity;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{Aligned, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A part of the judged pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgedPart {
    /// What rules and thresholds may be made with.
    Tuning,
    /// What only measures.
    HeldOut,
}

impl JudgedPart {
    const fn file(self) -> &'static str {
        match self {
            Self::Tuning => include_str!("../data/judged_tuning.tsv"),
            Self::HeldOut => include_str!("../data/judged_held_out.tsv"),
        }
    }
}

/// The checks whose business a class of faults is. Nobody but a reader sees wrong wording: there any finding counts.
const BUSINESS: &[(&str, &[&str])] = &[
    ("addition", &["A4", "E6", "E7"]),
    ("chatter", &["E3", "E5"]),
    ("copy", &["A3", "A12", "B1", "B3"]),
    ("left", &["A12", "B2", "B3", "B10"]),
    ("marks", &["D8"]),
    ("number", &["D1", "D2", "F3"]),
    ("omission", &["A4", "A5", "A6", "A11"]),
    ("quotes", &["D4", "D6", "D7"]),
    ("repeat", &["A9", "E2", "E9"]),
    ("ruby", &["B1", "E5", "F2"]),
    ("script", &["A12", "B1", "B3", "B5"]),
    ("space", &["D12"]),
    ("title", &["A3", "F3"]),
];

/// The fault that only a reader of both languages can see: a wrong sense or wrong grammar.
pub const WORDING: &str = "wording";

/// One pair.
#[derive(Debug, Clone)]
pub struct JudgedPair {
    /// Which engine, or `written`.
    pub engine: &'static str,
    /// From which language.
    pub source_language: &'static str,
    /// Into which language.
    pub target_language: &'static str,
    /// What is wrong; empty where nothing is.
    pub faults: Vec<&'static str>,
    pub source: String,
    pub translation: String,
}

/// The pairs of a part, in the order of their texts.
pub fn read(part: JudgedPart) -> Vec<JudgedPair> {
    part.file().lines().filter(|line| !line.starts_with('#')).filter_map(pair).collect()
}

fn pair(line: &'static str) -> Option<JudgedPair> {
    let mut cells = line.split('\t');
    let mut next = || cells.next();
    let (engine, source_language, target_language) = (next()?, next()?, next()?);
    let faults = next()?.split(' ').filter(|fault| *fault != "ok").collect();
    let (source, translation) = (next()?.replace('⏎', "\n"), next()?.replace('⏎', "\n"));
    Some(JudgedPair { engine, source_language, target_language, faults, source, translation })
}

/// How many pairs with a fault were found, class by class.
#[derive(Debug, Clone, Default)]
pub struct Recall {
    /// Per class of fault: pairs that have it, and those of them in which a check whose business it is found something.
    pub classes: BTreeMap<&'static str, (usize, usize)>,
    /// Per engine: pairs with a fault, and those found.
    pub engines: BTreeMap<&'static str, (usize, usize)>,
    /// Pairs with a fault, and those found.
    pub faulty: (usize, usize),
    /// Pairs with a fault that more than a reader of both languages can see, and those found.
    pub visible: (usize, usize),
    /// Pairs in order, and those in which a check found something all the same.
    pub good: (usize, usize),
    /// The sources of pairs with a visible fault that were missed, and of good ones that were not left alone.
    pub wrong: Vec<String>,
}

/// Judges the pairs of a part. What code mends on the spot counts as found.
pub fn measure(part: JudgedPart) -> Recall {
    let pairs = read(part);
    let marked: Vec<(Marked, Marked)> =
        pairs.iter().map(|pair| (with_ruby(&pair.source), Marked::from_plain(&pair.translation))).collect();
    let mut suites: BTreeMap<(&str, &str), Option<Suite>> = BTreeMap::new();
    // As the program judges until a person decides on a house style.
    let policy = Policy::undecided();
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
            kind: kind(pair),
            ..Unit::alone(source, translation, &policy)
        };
        let judgement = suite.judge(&unit);
        let told = judgement.findings.iter().filter(|finding| finding.severity != Severity::Info);
        let codes: BTreeSet<&str> = told.chain(&judgement.mended).map(|one| one.check.as_str()).collect();
        recall.note(pair, &codes);
    }
    recall
}

/// A source as the program has it: readings behind Han characters are ruby, not text.
fn with_ruby(source: &str) -> Marked {
    let mut marked = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once('《') {
        let base: String = before.chars().rev().take_while(|c| Script::of_char(*c) == Script::Han).collect();
        let base: String = base.chars().rev().collect();
        marked.push_str(before.strip_suffix(base.as_str()).unwrap_or(before));
        let mark = if base.is_empty() { "" } else { "｜" };
        marked.extend([mark, &base, "《"]);
        rest = after;
    }
    marked.push_str(rest);
    Marked::parse(&marked).unwrap_or_else(|_| Marked::from_plain(source))
}

/// Headings are known as such when a book is read.
fn kind(pair: &JudgedPair) -> ParagraphKind {
    let source = pair.source.as_str();
    let is_heading =
        source.starts_with("Chapter ") || source.starts_with("Capítulo ") || source.starts_with('第');
    if is_heading && source.chars().count() < 60 { ParagraphKind::Heading } else { ParagraphKind::Body }
}

impl Recall {
    fn note(&mut self, pair: &JudgedPair, codes: &BTreeSet<&str>) {
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
            add(self.engines.entry(pair.engine).or_default());
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

    /// Of the pairs with a fault, the share found.
    pub fn recall(&self) -> f64 {
        crate::ratio(self.faulty.1, self.faulty.0)
    }

    /// Of the pairs in which something was found, the share that had a fault.
    pub fn precision(&self) -> f64 {
        crate::ratio(self.faulty.1, self.faulty.1 + self.good.1)
    }
}

/// Both parts beside each other, as `docs/checks.md` shows them.
#[derive(Debug)]
pub struct Comparison {
    /// What rules were made with.
    pub tuning: Recall,
    /// What only measures.
    pub held_out: Recall,
}

impl Comparison {
    /// Judges both parts.
    pub fn measure() -> Self {
        Self { tuning: measure(JudgedPart::Tuning), held_out: measure(JudgedPart::HeldOut) }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| fault | tuning: found | recall | held out: found | recall |\n|---|---|---|---|---|")?;
        let mut row = |name: &str, tuning: (usize, usize), held_out: (usize, usize)| {
            let cells = |(n, n_found): (usize, usize)| match n {
                0 => "– | –".to_owned(),
                _ => format!("{n_found} of {n} | {:.2}", crate::ratio(n_found, n)),
            };
            writeln!(f, "| {name} | {} | {} |", cells(tuning), cells(held_out))
        };
        let of = |counts: &BTreeMap<&'static str, (usize, usize)>, name| {
            counts.get(name).copied().unwrap_or_default()
        };
        let names = |left: &BTreeMap<&'static str, (usize, usize)>,
                     right: &BTreeMap<&'static str, (usize, usize)>| {
            left.keys().chain(right.keys()).copied().collect::<BTreeSet<&str>>()
        };
        let (tuning, held_out) = (&self.tuning, &self.held_out);
        for class in names(&tuning.classes, &held_out.classes) {
            row(class, of(&tuning.classes, class), of(&held_out.classes, class))?;
        }
        row("any fault that more than a reader can see", tuning.visible, held_out.visible)?;
        for engine in names(&tuning.engines, &held_out.engines) {
            row(&format!("any fault, {engine}"), of(&tuning.engines, engine), of(&held_out.engines, engine))?;
        }
        row("any fault", tuning.faulty, held_out.faulty)?;
        for (name, recall) in [("tuning", tuning), ("held out", held_out)] {
            let ((n, n_flagged), precision) = (recall.good, recall.precision());
            writeln!(
                f,
                "\n{name}: precision {precision:.3}; of {n} pairs without a fault {n_flagged} were flagged"
            )?;
        }
        Ok(())
    }
}
