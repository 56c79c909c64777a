//! Random numbers that are the same in every run and with every version of a library: the figures we hold ourselves to
//! were measured on the defects these numbers plant.

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of random numbers (splitmix64).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers for one kind of defect.
    pub fn for_operator(seed: u64, name: &str) -> Self {
        let mix = |sum: u64, value: u64| (sum.rotate_left(5) ^ value).wrapping_mul(FACTOR);
        let mut chunks = name.as_bytes().chunks_exact(8);
        let whole = chunks.by_ref().fold(0, |sum, chunk| {
            mix(sum, chunk.iter().rev().fold(0, |value, byte| (value << 8) | u64::from(*byte)))
        });
        let tail = chunks.remainder().iter().fold(0, |value, byte| (value << 8) | u64::from(*byte));
        let sum = mix(mix(whole, tail ^ (name.len() as u64).rotate_left(56)), 0xff);
        Self::new(seed ^ sum ^ (sum >> 29))
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(FACTOR);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; zero if `n` is.
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % n).unwrap_or(0)
    }

    /// One of several things.
    pub fn choice<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }
}
