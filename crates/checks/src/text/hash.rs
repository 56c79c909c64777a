//! A fast hash for looking words up and comparing stretches of text, the same in every run.
//!
//! It does not withstand an enemy who chooses the keys, so it is used only where keys are ours, or where a clash costs
//! nothing but a second look.

use rustc_hash::FxHasher;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Builds hash tables with the fast hash.
pub type FastBuild = BuildHasherDefault<FxHasher>;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of anything.
pub fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    // Callers keep a part of the bits, so that all of them must be mixed well.
    let sum = hasher.finish();
    let sum = (sum ^ (sum >> 32)).wrapping_mul(FACTOR);
    sum ^ (sum >> 29)
}

/// The hash of a stretch, as [`Rolling`] gives it.
pub fn hash_of_stretch(items: impl Iterator<Item = u64>) -> u64 {
    let sum = items.fold(0, append);
    sum ^ (sum >> 31)
}

/// Hashes of every stretch of one length, each in constant time, one for each place where a stretch can start.
pub struct Rolling<I> {
    ahead: I,
    behind: I,
    sum: u64,
    leaving: u64,
    power: u64,
}

impl<I: Iterator<Item = u64> + Clone> Rolling<I> {
    /// Prepares a sequence for stretches of a length, which is not zero.
    pub fn new(items: I, length: usize) -> Self {
        let behind = items.clone();
        let mut ahead = items;
        let sum = ahead.by_ref().take(length.saturating_sub(1)).fold(0, append);
        let power = (0..length).fold(1_u64, |power, _| power.wrapping_mul(FACTOR));
        Self { ahead, behind, sum, leaving: 0, power }
    }
}

impl<I: Iterator<Item = u64>> Iterator for Rolling<I> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.sum = append(self.sum, self.ahead.next()?).wrapping_sub(self.leaving);
        self.leaving = weight(self.behind.next()?).wrapping_mul(self.power);
        Some(self.sum ^ (self.sum >> 31))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ahead.size_hint()
    }
}

const fn append(sum: u64, item: u64) -> u64 {
    sum.wrapping_mul(FACTOR).wrapping_add(weight(item))
}

const fn weight(item: u64) -> u64 {
    item.wrapping_add(1).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
