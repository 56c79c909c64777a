//! What the checks find in excellent prose, check by check: what a model would be shown, and what a person would.

use super::{ProsePair, ProseText};
use anyhow::{Result, anyhow};
use book::id::ParagraphId;
use book::knowledge::character::Character;
use book::knowledge::entry::EntryKey;
use book::knowledge::matching::{Matcher, Options};
use book::knowledge::term::Term;
use book::text::markup::Marked;
use checks::check::{Finding, Severity};
use checks::policy::Policy;
use checks::sequence::Sequence;
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// To whom a finding is shown, first to last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// To the model that hands the translation in, and to people.
    Model,
    /// To people only.
    Person,
    /// As a remark, in lists that show remarks.
    Remark,
    /// To nobody: code has changed the text.
    Mended,
}

/// The findings in prose in which there is nothing to find.
#[derive(Debug, Clone, Default)]
pub struct FalseFindings {
    /// Pairs judged.
    pub n_pairs: usize,
    /// By check: how many were shown to whom.
    pub checks: BTreeMap<&'static str, BTreeMap<Shown, usize>>,
    /// Each of them, with its pair.
    pub samples: Vec<(Shown, String)>,
}

/// Judges every pair of every text as the program would, with nothing decided about the house style.
pub fn measure(texts: &[ProseText]) -> Result<FalseFindings> {
    let mut found = FalseFindings::default();
    let mut suites = BTreeMap::new();
    for text in texts {
        let stretches = text.pairs.chunk_by(|left, right| languages(left) == languages(right));
        for pairs in stretches {
            let Some(first) = pairs.first() else { continue };
            let languages = languages(first);
            let tag = |tag: &str| tag.parse().map_err(|_| anyhow!("`{tag}` is no language"));
            let suite = match suites.entry(languages) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(room) => room.insert(Suite::for_pair(&tag(languages.0)?, &tag(languages.1)?)),
            };
            found.judge(suite, text, pairs);
        }
    }
    Ok(found)
}

fn languages(pair: &ProsePair) -> (&str, &str) {
    (&pair.source_language, &pair.target_language)
}

impl FalseFindings {
    fn judge(&mut self, suite: &Suite, text: &ProseText, pairs: &[ProsePair]) {
        let matcher = Matcher::new(&text.terms, &text.characters, &Options::USUAL);
        let policy = Policy::undecided();
        let marked: Vec<(Marked, Marked)> = pairs
            .iter()
            .map(|pair| (Marked::from_plain(&pair.source), Marked::from_plain(&pair.translation)))
            .collect();
        let aligned: Vec<Aligned<'_>> =
            marked.iter().map(|(source, translation)| Aligned { source, translation }).collect();
        let mut sequence = Sequence::new(suite);
        for ((index, (pair, (source, translation))), number) in pairs.iter().zip(&marked).enumerate().zip(0..)
        {
            let (terms, characters) = present(text, &matcher, source);
            let after: Vec<Aligned<'_>> = aligned.iter().skip(index + 1).take(2).copied().collect();
            let unit = Unit {
                kind: pair.paragraph_kind(),
                before: aligned.get(index.saturating_sub(2)..index).unwrap_or_default(),
                after: &after,
                knowledge: ParagraphKnowledge {
                    terms: &terms,
                    characters: &characters,
                    cast: &text.characters,
                    ..ParagraphKnowledge::NONE
                },
                ..Unit::alone(source, translation, &policy)
            };
            self.n_pairs += 1;
            let judgement = suite.judge(&unit);
            for finding in judgement.findings.iter().chain(&judgement.mended) {
                self.note(finding, &format!("{}: {}\n    {}", text.name, pair.source, pair.translation));
            }
            sequence.visit(ParagraphId::from_number(number), 0, &unit);
        }
        for located in sequence.finish().located {
            self.note(&located.finding, &text.name);
        }
    }

    fn note(&mut self, finding: &Finding, place: &str) {
        let shown = match finding.severity {
            Severity::Block => Shown::Model,
            Severity::Queue if finding.asks_model => Shown::Model,
            Severity::Queue => Shown::Person,
            Severity::Info => Shown::Remark,
            Severity::Autofix => Shown::Mended,
        };
        *self.checks.entry(finding.check.as_str()).or_default().entry(shown).or_default() += 1;
        let message = &finding.message.en;
        self.samples.push((shown, format!("{} {shown:?}: {message}\n    {place}", finding.check)));
    }

    /// How many findings were shown to somebody; what a model is shown, people are shown, too.
    pub fn n_shown_to(&self, somebody: Shown) -> usize {
        let to = |shown: Shown| shown == somebody || (somebody == Shown::Person && shown == Shown::Model);
        self.checks.values().flatten().filter(|(shown, _)| to(**shown)).map(|(_, n)| n).sum()
    }
}

/// What is noted about a text and stands in a paragraph, as the program finds it.
fn present<'a>(
    text: &'a ProseText,
    matcher: &Matcher,
    source: &Marked,
) -> (Vec<&'a Term>, Vec<&'a Character>) {
    let there: BTreeSet<EntryKey> = matcher
        .occurrences(source)
        .into_iter()
        .filter(|one| one.doubt.is_none())
        .map(|one| one.entry)
        .collect();
    let terms = text.terms.iter().filter(|term| there.contains(&term.id.into()));
    let characters = text.characters.iter().filter(|one| there.contains(&one.id.into()));
    (terms.collect(), characters.collect())
}

/// The upper end of the exact 95 % interval of how many are to be expected where so many were counted.
pub fn upper_end(n_found: usize) -> f64 {
    // The mean for which as few as were counted come in only one case of forty.
    let chance_of_at_most = |mean: f64| {
        let mut term = (-mean).exp();
        let mut sum = term;
        for n in 1..=n_found {
            #[expect(clippy::cast_precision_loss, reason = "a count of findings is far below 2^52")]
            let n = n as f64;
            term *= mean / n;
            sum += term;
        }
        sum
    };
    let (mut low, mut high) = (0.0, 700.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if chance_of_at_most(middle) > 0.025 { low = middle } else { high = middle }
    }
    high
}

impl fmt::Display for FalseFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| check | to a model | to a person | remarks | mended |\n|---|---|---|---|---|")?;
        for (check, counts) in &self.checks {
            let of = |shown| counts.get(&shown).copied().unwrap_or_default();
            let [model, person, remark, mended] =
                [Shown::Model, Shown::Person, Shown::Remark, Shown::Mended].map(of);
            writeln!(f, "| {check} | {model} | {} | {remark} | {mended} |", model + person)?;
        }
        let (model, person) = (self.n_shown_to(Shown::Model), self.n_shown_to(Shown::Person));
        writeln!(
            f,
            "\nin {} pairs: {model} to a model (at most {:.1}), {person} to a person (at most {:.1})",
            self.n_pairs,
            upper_end(model),
            upper_end(person)
        )
    }
}
