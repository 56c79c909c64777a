//! Sentences of a source laid beside those of its translation, by length and by marks, to see whether one has no partner.
//!
//! The cheapest pairing (one to one, one to two, …) is found twice, with every sentence of the source paired and with
//! one left out; the difference says how much easier the translation is to explain by a lost sentence. Only pairings
//! near the diagonal are tried, so that the work grows with the text.

use super::extent::length_of;
use super::sentence::ellipsis_end;
use super::view::View;
use crate::language::length::{LengthStatistics, bin_of};
use crate::text::hash::hash_of;
use std::ops::Range;

/// What a sentence can be recognised by, whatever its language.
#[derive(Debug, Default)]
struct Sentence {
    length: usize,
    marks: u8,
    names: Vec<u64>,
}

/// A sentence of the source without a partner in the translation.
#[derive(Debug, Clone, PartialEq)]
pub struct LostSentence {
    /// Where it stands in the source, in characters.
    pub sentence: Range<usize>,
    /// By how much the pairing without it is cheaper.
    pub gain: f64,
}

/// How many sentences of each side can belong together, and what such a pairing costs by itself.
const STEPS: [(usize, usize, f64); 7] =
    [(1, 1, 0.0), (2, 1, 1.5), (1, 2, 1.5), (2, 2, 3.0), (3, 1, 3.0), (1, 3, 3.0), (4, 1, 4.5)];
/// What it costs if a question, a shout, a number or an ellipsis stands on one side only.
const MARKS: [f64; 4] = [2.0, 1.0, 2.0, 0.7];
/// Single sentences vary more in length than paragraphs, by this factor.
const LOOSENESS: f64 = 2.0;
/// No length is more unlikely than this.
const WORST: f64 = 8.0;
/// How far from the diagonal a pairing may be.
const REACH: usize = 8;

/// The sentence whose loss explains the translation best. `None` where a side has no sentences.
pub fn lost_sentence(
    source: &View<'_>,
    translation: &View<'_>,
    lengths: &LengthStatistics,
) -> Option<LostSentence> {
    let (s, t) = (sentences(source), sentences(translation));
    if s.len() < 2 || t.is_empty() {
        return None;
    }
    let mu = lengths.bins.get(bin_of(source.length()))?.mu;
    let mut costs = Costs::new(s.len(), t.len());
    for i in 0..=s.len() {
        for j in costs.row(i) {
            let (whole, one_lost) = costs.at(i, j);
            // Nothing leads here, so nothing leads on.
            if whole.cost.is_infinite() && one_lost.cost.is_infinite() {
                continue;
            }
            costs.offer_lost(i + 1, j, Path { cost: whole.cost, lost: i });
            for (a, b, price) in STEPS {
                let (Some(left), Some(right)) = (s.get(i..i + a), t.get(j..j + b)) else { continue };
                let step = price + pairing(left, right, mu, lengths);
                costs.offer_whole(i + a, j + b, Path { cost: whole.cost + step, lost: 0 });
                costs.offer_lost(i + a, j + b, Path { cost: one_lost.cost + step, lost: one_lost.lost });
            }
        }
    }
    let (whole, one_lost) = costs.at(s.len(), t.len());
    // A translation that cannot be paired at all near the diagonal has other checks to fear.
    let whole = whole.cost.min(60.0);
    let sentence = source.sentences().get(one_lost.lost)?.clone();
    one_lost.cost.is_finite().then_some(LostSentence { sentence, gain: whole - one_lost.cost })
}

fn sentences(view: &View<'_>) -> Vec<Sentence> {
    let mut tokens = view.tokens().iter().peekable();
    let mut all = Vec::with_capacity(view.sentences().len());
    for range in view.sentences() {
        let mut sentence = Sentence::default();
        let chars = view.chars().get(range.clone()).unwrap_or_default();
        sentence.length = length_of(chars.iter().copied());
        for (at, c) in chars.iter().enumerate() {
            sentence.marks |= match c {
                '?' | '？' => 1,
                '!' | '！' => 2,
                '0'..='9' | '０'..='９' => 4,
                '.' | '。' | '・' | '．' | '…' | '⋯' if ellipsis_end(chars, at).is_some() => 8,
                _ => 0,
            };
        }
        while let Some(token) = tokens.next_if(|token| token.start < range.end) {
            if token.capital && token.end - token.start >= 4 {
                sentence.names.push(hash_of(view.word(token)));
            }
        }
        all.push(sentence);
    }
    all
}

fn pairing(left: &[Sentence], right: &[Sentence], mu: f64, lengths: &LengthStatistics) -> f64 {
    let sum = |side: &[Sentence]| side.iter().map(|sentence| sentence.length).sum::<usize>().max(1);
    let (s, t) = (sum(left), sum(right));
    let sigma = lengths.bins.get(bin_of(s)).map_or(1.0, |bin| bin.sigma) * LOOSENESS;
    let off = (crate::ratio(t, s).ln() - mu) / sigma;
    let weight = crate::float(left.len() + right.len()) / 2.0;
    let mut cost = (0.5 * off * off).min(WORST) * weight;
    let marks = |side: &[Sentence]| side.iter().fold(0_u8, |marks, sentence| marks | sentence.marks);
    let odd = marks(left) ^ marks(right);
    for (bit, price) in MARKS.iter().enumerate() {
        if odd & (1 << bit) != 0 {
            cost += price;
        }
    }
    let has_names = |side: &[Sentence]| side.iter().any(|sentence| !sentence.names.is_empty());
    if !has_names(left) || !has_names(right) {
        return cost;
    }
    let names = |side: &[Sentence]| -> Vec<u64> {
        side.iter().flat_map(|sentence| sentence.names.iter().copied()).take(32).collect()
    };
    let known = names(left);
    let mut shared: Vec<u64> = names(right).into_iter().filter(|name| known.contains(name)).collect();
    shared.sort_unstable();
    shared.dedup();
    cost - crate::float(shared.len().min(2))
}

/// The cheapest way to a place, and which sentence was left out on it.
#[derive(Debug, Clone, Copy)]
struct Path {
    cost: f64,
    lost: usize,
}

/// The cheapest ways to every place near the diagonal.
struct Costs {
    n: usize,
    m: usize,
    cells: Vec<(Path, Path)>,
}

const WIDTH: usize = 2 * REACH + 1;

impl Costs {
    fn new(n: usize, m: usize) -> Self {
        let nowhere = Path { cost: f64::INFINITY, lost: 0 };
        let mut costs = Self { n, m, cells: vec![(nowhere, nowhere); (n + 1) * WIDTH] };
        costs.offer_whole(0, 0, Path { cost: 0.0, lost: 0 });
        costs
    }

    /// The first place of a row that is kept.
    fn low(&self, i: usize) -> usize {
        (i * self.m / self.n.max(1)).saturating_sub(REACH)
    }

    fn row(&self, i: usize) -> Range<usize> {
        let low = self.low(i);
        low..(low + WIDTH).min(self.m + 1)
    }

    fn index(&self, i: usize, j: usize) -> Option<usize> {
        (i <= self.n && self.row(i).contains(&j)).then(|| i * WIDTH + j - self.low(i))
    }

    fn at(&self, i: usize, j: usize) -> (Path, Path) {
        let nowhere = Path { cost: f64::INFINITY, lost: 0 };
        self.index(i, j).and_then(|at| self.cells.get(at)).copied().unwrap_or((nowhere, nowhere))
    }

    fn offer_whole(&mut self, i: usize, j: usize, path: Path) {
        let at = self.index(i, j);
        if let Some(cell) = at.and_then(|at| self.cells.get_mut(at))
            && path.cost < cell.0.cost
        {
            cell.0 = path;
        }
    }

    fn offer_lost(&mut self, i: usize, j: usize, path: Path) {
        let at = self.index(i, j);
        if let Some(cell) = at.and_then(|at| self.cells.get_mut(at))
            && path.cost < cell.1.cost
        {
            cell.1 = path;
        }
    }
}
