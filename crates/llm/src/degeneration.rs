//! Notices a model that repeats itself without end, while its reply is still arriving and costing money.

use std::collections::VecDeque;

/// How much of the end of a reply is looked at, in characters.
const TAIL: usize = 2400;
/// The longest unit whose repetition counts: the tail then holds it at least twelve times.
const LONGEST_UNIT: usize = 200;
/// How many new characters justify another look.
const STRIDE: usize = 800;

/// Watches one reply.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    tail: VecDeque<char>,
    n_new: usize,
}

impl Repetition {
    /// Takes more text; true once the end of the reply is one short unit over and over.
    pub(crate) fn push(&mut self, text: &str) -> bool {
        for character in text.chars() {
            if self.tail.len() == TAIL {
                self.tail.pop_front();
            }
            self.tail.push_back(character);
            self.n_new += 1;
        }
        if self.n_new < STRIDE || self.tail.len() < TAIL {
            return false;
        }
        self.n_new = 0;
        let tail = self.tail.make_contiguous();
        (1..=LONGEST_UNIT).any(|unit| {
            let shifted = tail.get(unit..).unwrap_or_default();
            tail.iter().zip(shifted).all(|(one, other)| one == other)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_repetition_is_noticed_and_long_prose_is_not() {
        let mut stuck = Repetition::default();
        assert!((0..400).any(|_| stuck.push("そして彼は言った。")));
        let mut prose = Repetition::default();
        assert!(!(0..4000).any(|n| prose.push(&format!("line {n} of a long list, "))));
        let mut scream = Repetition::default();
        assert!(!scream.push(&"ああ".repeat(300)), "a scream of a page is still prose");
    }
}
