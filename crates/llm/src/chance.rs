//! A small deterministic source of jitter, seeded from outside so that tests repeat.

use std::sync::atomic::{AtomicU64, Ordering};

/// Pseudo-random numbers (splitmix64); good enough to keep clients from knocking in step.
#[derive(Debug)]
pub(crate) struct Chance(AtomicU64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }

    /// A number from 0 to 1023.
    pub(crate) fn below_1024(&self) -> u32 {
        let mut bits = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((bits ^ (bits >> 31)) & 1023).unwrap_or(0)
    }
}
