//! How much one request asks for: little at first, more while it goes well, half as much when it does not.

use serde::{Deserialize, Serialize};

/// Paragraphs of the first request.
const FIRST: u32 = 10;
/// No request asks for more paragraphs.
const MOST: u32 = 320;
/// Tokens of source for each paragraph of the size: ten short paragraphs are 150 tokens, and a longer one goes alone.
const TOKENS_EACH: u64 = 15;
/// After a failure it grows only after so many good replies in a row, and little.
const GOOD_IN_A_ROW: u32 = 4;

/// A request went well if so much of it was taken, in percent.
pub(super) const GOOD: u32 = 80;

/// How much the requests of a task ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestSize {
    items: u32,
    n_good: u32,
    /// Whether it was too much once.
    is_careful: bool,
}

impl Default for RequestSize {
    fn default() -> Self {
        Self { items: FIRST, n_good: 0, is_careful: false }
    }
}

impl RequestSize {
    /// Paragraphs at most.
    pub const fn items(self) -> u32 {
        self.items
    }

    /// Tokens of source at most; a single paragraph may have more.
    pub fn tokens(self) -> u64 {
        u64::from(self.items) * TOKENS_EACH
    }

    /// What a request for several tasks teaches.
    pub(crate) fn after_shared(mut self, n_asked: u32, n_delivered: u32, is_full: bool) -> Self {
        if n_delivered + 1 < n_asked && n_delivered * 100 < n_asked * GOOD {
            self.was_too_much(n_asked, n_delivered);
        } else if is_full {
            self.went_well();
        }
        self
    }

    /// A full request brought what it asked for.
    pub(super) fn went_well(&mut self) {
        self.n_good += 1;
        if !self.is_careful {
            self.items = self.items.saturating_mul(2).min(MOST);
        } else if self.n_good >= GOOD_IN_A_ROW {
            self.n_good = 0;
            self.items = (self.items + self.items / 4 + 1).min(MOST);
        }
    }

    /// A request for so many paragraphs brought too little. Below the first size it shrinks only where less than half
    /// was taken: fewer at once do not help a model that loses one in five.
    pub(super) fn was_too_much(&mut self, n_asked: u32, n_taken: u32) {
        self.n_good = 0;
        self.is_careful = true;
        let least = if n_taken * 2 >= n_asked { FIRST } else { 1 };
        self.items = (n_asked / 2).max(least).min(self.items);
    }
}
