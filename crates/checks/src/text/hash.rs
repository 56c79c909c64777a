//! A fast hash for looking words up and comparing stretches of text, the same in every run.
//!
//! It does not withstand an enemy who chooses the keys, so it is used only where keys are ours, or where a clash costs
//! nothing but a second look.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Builds hash tables with the fast hash.
pub type FastBuild = BuildHasherDefault<FastHasher>;

/// Multiplies and mixes.
#[derive(Debug, Clone, Copy, Default)]
pub struct FastHasher(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl FastHasher {
    const fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(FACTOR);
    }
}

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(chunk.try_into().map(u64::from_le_bytes).unwrap_or_default());
        }
        let tail = chunks.remainder().iter().fold(0, |value, byte| (value << 8) | u64::from(*byte));
        self.mix(tail ^ (bytes.len() as u64).rotate_left(56));
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}

/// The hash of anything.
pub fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = FastHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
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
