//! How long a translation should be: expected ratios per pair, and the same measured on the book at hand.

use super::LanguageProfile;
use crate::text::extent::length_of;
use serde::Deserialize;

/// Sources are put into four bins by length, because short lines vary more.
pub const N_BINS: usize = 4;

/// Where the bins start, in characters without white space.
const BIN_STARTS: [usize; N_BINS] = [1, 15, 40, 100];

/// The bin of a source of this length.
pub fn bin_of(length: usize) -> usize {
    BIN_STARTS.iter().rposition(|start| length >= *start).unwrap_or(0)
}

/// Expected logarithms of target length over source length.
#[derive(Debug, Clone, PartialEq)]
pub struct LengthStatistics {
    /// Per bin: the middle and the spread.
    pub bins: [Bin; N_BINS],
    /// Ratios beyond which no good translation of a longer paragraph lies.
    pub low: f64,
    /// The same at the upper end.
    pub high: f64,
}

/// The lengths of one bin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// The median of the logarithm of the ratio.
    pub mu: f64,
    /// Its spread.
    pub sigma: f64,
}

impl LengthStatistics {
    /// The usual lengths of a pair of languages; `None` if one of them is unknown.
    pub fn usual(source: &LanguageProfile, target: &LanguageProfile) -> Option<Self> {
        let table: Table = toml::from_str(include_str!("../../data/lengths.toml")).ok()?;
        let measured = table.pair.iter().find(|pair| source.is(&pair.source) && target.is(&pair.target));
        if let Some(pair) = measured {
            let low = pair.low.unwrap_or(pair.median * 0.5);
            let high = pair.high.unwrap_or(pair.median * 1.7);
            let mu = pair.median.ln();
            let long = pair.long_median.unwrap_or(pair.median).ln();
            return Some(Self::from_parts([mu, mu, mu, long], table.sigma, low, high));
        }
        let weight = |language: &LanguageProfile| language.known.as_ref().map(|known| known.record.weight);
        let ratio = weight(target)? / weight(source)?;
        let mu = ratio.ln();
        Some(Self::from_parts([mu; N_BINS], table.estimated_sigma, ratio * 0.4, ratio * 2.2))
    }

    fn from_parts(mu: [f64; N_BINS], sigma: [f64; N_BINS], low: f64, high: f64) -> Self {
        let mut bins = [Bin { mu: 0.0, sigma: 1.0 }; N_BINS];
        for (bin, (mu, sigma)) in bins.iter_mut().zip(mu.into_iter().zip(sigma)) {
            *bin = Bin { mu, sigma };
        }
        Self { bins, low, high }
    }

    /// By how many spreads a translation is longer (or, negative, shorter) than expected.
    pub fn z(&self, source_length: usize, target_length: usize) -> f64 {
        let Some(bin) = self.bins.get(bin_of(source_length)) else { return 0.0 };
        if source_length == 0 || target_length == 0 {
            return 0.0;
        }
        (crate::ratio(target_length, source_length).ln() - bin.mu) / bin.sigma
    }
}

/// How long a text and its translation are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeasuredLength {
    source: u32,
    translation: u32,
}

impl MeasuredLength {
    /// Measures a text and its translation.
    pub fn measure(source: &str, translation: &str) -> Self {
        let length = |text: &str| u32::try_from(length_of(text.chars())).unwrap_or(u32::MAX);
        Self { source: length(source), translation: length(translation) }
    }
}

fn to_usize(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// Measures lengths on accepted translations of one book, by median and median deviation.
#[derive(Debug, Clone, Default)]
pub struct LengthFit {
    ratios: [Vec<f64>; N_BINS],
}

impl LengthFit {
    /// A bin needs this many translations before it is believed.
    pub const ENOUGH: usize = 60;
    /// More than this are not kept per bin.
    const MOST: usize = 20_000;
    /// No book's middle is believed to be farther from the usual one: a model that leaves out a third of everything must
    /// not become the measure of itself.
    const MOST_SHIFT: f64 = 0.25;

    /// Takes an accepted translation into account.
    pub fn add(&mut self, measured: MeasuredLength) {
        let MeasuredLength { source, translation } = measured;
        let (source, translation) = (to_usize(source), to_usize(translation));
        if source == 0 || translation == 0 {
            return;
        }
        if let Some(bin) = self.ratios.get_mut(bin_of(source))
            && bin.len() < Self::MOST
        {
            bin.push(crate::ratio(translation, source).ln());
        }
    }

    /// The usual lengths, corrected where enough was measured, to a hundredth: one more translation must not move the
    /// verdicts on all others. The spread is never taken tighter than the usual one:
    /// lengths have long tails, which a median does not see.
    #[must_use]
    pub fn correct(mut self, usual: &LengthStatistics) -> LengthStatistics {
        let mut corrected = usual.clone();
        for (bin, ratios) in corrected.bins.iter_mut().zip(&mut self.ratios) {
            if ratios.len() < Self::ENOUGH {
                continue;
            }
            let mu = median(ratios);
            let mut deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio - mu).abs()).collect();
            let sigma = median(&mut deviations) * 1.4826;
            let (mu, sigma) = (to_a_hundredth(mu), to_a_hundredth(sigma));
            let shift = (mu - bin.mu).clamp(-Self::MOST_SHIFT, Self::MOST_SHIFT);
            let mu = bin.mu + shift;
            *bin = Bin { mu, sigma: sigma.max(bin.sigma) };
            if shift.abs() > 0.2 {
                corrected.low = corrected.low.min(usual.low * shift.exp());
                corrected.high = corrected.high.max(usual.high * shift.exp());
            }
        }
        corrected
    }
}

fn to_a_hundredth(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    sigma: [f64; N_BINS],
    estimated_sigma: [f64; N_BINS],
    pair: Vec<PairRecord>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairRecord {
    source: String,
    target: String,
    median: f64,
    low: Option<f64>,
    high: Option<f64>,
    long_median: Option<f64>,
}
