//! Mutation testing for translations: clean pairs, seeded defects, and what the checks say about them.
//!
//! Everything is decided by a seed; a run over the same pairs gives the same table.

pub mod catalogue;
pub mod chance;
pub mod operators;
pub mod table;

use crate::judgement::Judgement;
use crate::policy::Policy;
use crate::suite::Suite;
use crate::unit::{Aligned, Unit};
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use chance::Chance;
use operators::OPERATORS;
use table::Table;

/// Aligned paragraphs in reading order.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    /// Source, translation, kind.
    pub pairs: Vec<(String, String, ParagraphKind)>,
}

/// One planted defect.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Which paragraph.
    pub index: usize,
    /// The spoilt source, where the defect is one of the source.
    pub source: String,
    /// The spoilt translation.
    pub translation: String,
}

/// Judges a corpus as it is and with every defect planted once per paragraph where it can be.
pub fn run(suite: &Suite, corpus: &Corpus, seed: u64, table: &mut Table) {
    let policy = Policy::default();
    let marked: Vec<(Marked, Marked)> = corpus
        .pairs
        .iter()
        .map(|(source, translation, _)| (Marked::from_plain(source), Marked::from_plain(translation)))
        .collect();
    let aligned: Vec<Aligned<'_>> =
        marked.iter().map(|(source, translation)| Aligned { source, translation }).collect();
    let judge = |index: usize, source: &Marked, translation: &Marked| -> Judgement {
        let kind = corpus.pairs.get(index).map_or(ParagraphKind::Body, |(_, _, kind)| *kind);
        let before = aligned.get(index.saturating_sub(2)..index).unwrap_or_default();
        let after = aligned.get(index + 1..(index + 3).min(aligned.len())).unwrap_or_default();
        suite.judge(&Unit { kind, before, after, ..Unit::alone(source, translation, &policy) })
    };
    for (index, (source, translation)) in marked.iter().enumerate() {
        table.note_clean(&judge(index, source, translation));
    }
    for operator in OPERATORS {
        let mut chance = Chance::new(seed ^ crate::text::hash::hash_of(operator.name));
        for index in 0..marked.len() {
            let scene = operators::Scene { corpus, index, pair: suite.pair() };
            let Some(mutant) = (operator.spoil)(&scene, &mut chance) else { continue };
            let (source, translation) =
                (Marked::from_plain(&mutant.source), Marked::from_plain(&mutant.translation));
            table.note_mutant(operator, &mutant, &judge(mutant.index, &source, &translation));
        }
    }
}
