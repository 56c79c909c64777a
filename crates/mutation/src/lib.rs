//! Mutation testing for translations: clean pairs, seeded defects, and what the checks say about them.
//!
//! Everything is decided by a seed; a run over the same pairs gives the same table. Clean pairs come from [`corpora`],
//! defects from [`operators`] and [`chapters`], and [`targets`] says how much must be found and how little cried wolf.

pub mod chance;
pub mod chapters;
pub mod corpora;
mod halves;
pub mod judged;
pub mod mutation_run;
pub mod operators;
pub mod prose;
pub mod table;
pub mod targets;

use book::knowledge::character::Character;
use book::knowledge::term::Term;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use book::text::script::Script;
use chance::Rng;
use checks::judgement::Judgement;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use halves::Halves;
use table::Table;

/// Aligned paragraphs in reading order, with what a person would have noted about them.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    /// The paragraphs.
    pub lines: Vec<CorpusLine>,
    /// Who is in the story.
    pub characters: Vec<Character>,
    /// Agreed terms.
    pub terms: Vec<Term>,
}

/// A paragraph and its translation by a person.
#[derive(Debug, Clone, Default)]
pub struct CorpusLine {
    pub source: String,
    pub translation: String,
    /// What sort of block it is.
    pub kind: ParagraphKind,
    /// The position of its chapter.
    pub chapter: usize,
    /// Who speaks, as a place in the list of characters.
    pub speaker: Option<usize>,
}

/// One planted defect.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Which paragraph.
    pub index: usize,
    /// The source, spoilt where the defect is one of the source.
    pub source: Marked,
    /// The spoilt translation.
    pub translation: Marked,
    /// The translation of the paragraph after it, where the defect concerns two.
    pub next: Option<Marked>,
    /// How the person wants the translation.
    pub policy: Policy,
}

/// How thoroughly a corpus is spoilt.
#[derive(Debug, Clone, Copy)]
pub struct Thoroughness {
    /// The seed of the random numbers.
    pub seed: u64,
    /// At most so many paragraphs are spoilt in each way, taken from all over the text; clean ones are all judged.
    pub most: usize,
}

/// Judges a corpus as it is and with every defect planted once per paragraph where it can be.
pub fn run(suite: &Suite, corpus: &Corpus, thoroughness: Thoroughness, table: &mut Table) {
    let bench = Bench::new(suite, corpus);
    table.n_names += corpus.characters.len();
    for index in 0..corpus.lines.len() {
        table.note_clean(&bench.judge_clean(index), bench.is_long(index));
    }
    for operator in operators::all() {
        let mut rng = Rng::for_operator(thoroughness.seed, operator.name);
        let mut n_planted = 0;
        for index in scattered(corpus.lines.len(), &mut rng) {
            if n_planted >= thoroughness.most {
                break;
            }
            let scene = operators::Scene {
                corpus,
                index,
                pair: suite.pair(),
                characters: bench.characters_at(index),
                terms: bench.terms_at(index),
            };
            let Some(mutant) = (operator.spoil)(&scene, &mut rng) else { continue };
            n_planted += 1;
            table.note_mutant(operator, &mutant, &bench.judge(&mutant));
        }
    }
    chapters::run(suite, corpus, thoroughness.seed, table);
}

/// All places of a text in a random order.
fn scattered(n: usize, rng: &mut Rng) -> Vec<usize> {
    let mut places: Vec<usize> = (0..n).collect();
    for at in (1..n).rev() {
        places.swap(at, rng.below(at + 1));
    }
    places
}

/// A corpus laid out for judging.
struct Bench<'a> {
    halves: Halves,
    corpus: &'a Corpus,
    marked: Vec<(Marked, Marked)>,
    policy: Policy,
}

impl<'a> Bench<'a> {
    fn new(suite: &'a Suite, corpus: &'a Corpus) -> Self {
        let marked = corpus
            .lines
            .iter()
            .map(|line| (Marked::from_plain(&line.source), Marked::from_plain(&line.translation)))
            .collect();
        Self { halves: Halves::new(suite, corpus), corpus, marked, policy: Policy::default() }
    }

    fn characters_at(&self, index: usize) -> Vec<&'a Character> {
        let source = self.corpus.lines.get(index).map_or("", |line| line.source.as_str());
        let named = |character: &&Character| character.names().any(|name| stands_in(source, &name.source));
        self.corpus.characters.iter().filter(named).collect()
    }

    fn terms_at(&self, index: usize) -> Vec<&'a Term> {
        let source = self.corpus.lines.get(index).map_or("", |line| line.source.as_str());
        self.corpus.terms.iter().filter(|term| stands_in(source, &term.source)).collect()
    }

    /// Whether both texts have so many sentences that one can be dropped.
    fn is_long(&self, index: usize) -> bool {
        let n = |text: &str| operators::sentences(text).len();
        self.corpus.lines.get(index).is_some_and(|line| n(&line.source) >= 4 && n(&line.translation) >= 4)
    }

    fn judge_clean(&self, index: usize) -> Judgement {
        let Some((source, translation)) = self.marked.get(index) else { return Judgement::default() };
        self.judge_as(index, source, translation, None, &self.policy)
    }

    fn judge(&self, mutant: &Mutant) -> Judgement {
        self.judge_as(mutant.index, &mutant.source, &mutant.translation, mutant.next.as_ref(), &mutant.policy)
    }

    fn judge_as(
        &self,
        index: usize,
        source: &Marked,
        translation: &Marked,
        next: Option<&Marked>,
        policy: &Policy,
    ) -> Judgement {
        let aligned = |at: usize| {
            self.marked.get(at).map(|(source, translation)| Aligned {
                source,
                translation: next.filter(|_| at == index + 1).unwrap_or(translation),
            })
        };
        let before: Vec<Aligned<'_>> = (index.saturating_sub(2)..index).filter_map(aligned).collect();
        let after: Vec<Aligned<'_>> = (index + 1..index + 3).filter_map(aligned).collect();
        let (terms, characters) = (self.terms_at(index), self.characters_at(index));
        let line = self.corpus.lines.get(index);
        let knowledge = ParagraphKnowledge {
            terms: &terms,
            characters: &characters,
            cast: &self.corpus.characters,
            ..ParagraphKnowledge::NONE
        };
        let suite = self.halves.for_chapter(line.map_or(0, |line| line.chapter));
        suite.judge(&Unit {
            kind: line.map_or(ParagraphKind::Body, |line| line.kind),
            before: &before,
            after: &after,
            knowledge,
            ..Unit::alone(source, translation, policy)
        })
    }
}

/// Whether a name stands in a text, as a whole word where words are told apart by spaces.
pub(crate) fn stands_in(text: &str, name: &str) -> bool {
    !name.is_empty()
        && text.match_indices(name).any(|(at, found)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|text| text.chars().next());
            let in_word = |c: Option<char>| c.is_some_and(|c| Script::of_char(c).is_alphabetic());
            let spaced = found.chars().next().is_some_and(|c| Script::of_char(c).is_alphabetic());
            !(spaced && (in_word(before) || in_word(after)))
        })
}

/// One count over another; zero over nothing.
#[expect(clippy::cast_precision_loss, reason = "counts of paragraphs are far below 2^52")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
