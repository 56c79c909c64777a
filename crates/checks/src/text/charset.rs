//! A set of characters as a map of bits: asked and filled for every character of a text without hashing.

use std::collections::BTreeSet;

/// A set of characters.
#[derive(Debug)]
pub struct CharSet {
    /// One bit for each character that fits into sixteen bits, which are nearly all there are in books.
    usual: [u64; 1024],
    others: BTreeSet<char>,
}

impl CharSet {
    /// A set with nothing in it.
    pub const fn new() -> Self {
        Self { usual: [0; 1024], others: BTreeSet::new() }
    }

    /// Puts a character in; says whether it is new.
    pub fn insert(&mut self, c: char) -> bool {
        let (word, bit) = place(c);
        match self.usual.get_mut(word) {
            Some(bits) => {
                let is_new = *bits & bit == 0;
                *bits |= bit;
                is_new
            }
            None => self.others.insert(c),
        }
    }

    /// Whether a character is in it.
    pub fn contains(&self, c: char) -> bool {
        let (word, bit) = place(c);
        self.usual.get(word).map_or_else(|| self.others.contains(&c), |bits| bits & bit != 0)
    }
}

impl Default for CharSet {
    fn default() -> Self {
        Self::new()
    }
}

fn place(c: char) -> (usize, u64) {
    let number = u32::from(c);
    (usize::try_from(number >> 6).unwrap_or(usize::MAX), 1 << (number & 63))
}
