//! How much one request asks for: little at first, more while it goes well and fast, half as much when it does not, and no
//! more than the model writes in a few minutes.

use serde::{Deserialize, Serialize};

/// Paragraphs of the first request.
const FIRST: u32 = 10;
/// No request asks for more paragraphs.
const MOST: u32 = 320;
/// Tokens of source for each paragraph of the size: ten short paragraphs are 150 tokens, and a longer one goes alone.
const TOKENS_EACH: u64 = 15;
/// After a failure the size grows only after this many good replies in a row, and little.
const GOOD_IN_A_ROW: u32 = 4;

/// A request went well if so much of it was taken, in percent.
pub(super) const GOOD: u32 = 80;

/// A request that takes longer asks for too much: the user sees no progress meanwhile, and a failure costs it all.
const SLOW_MS: u64 = 3 * 60 * 1000;
/// A request that takes longer is large enough.
const COMFORTABLE_MS: u64 = 90 * 1000;

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
    pub(crate) fn after_shared(
        mut self,
        (n_asked, n_delivered): (u32, u32),
        is_full: bool,
        took_ms: u64,
    ) -> Self {
        if self.was_slow(n_asked, took_ms) {
            return self;
        }
        if n_delivered + 1 < n_asked && n_delivered * 100 < n_asked * GOOD {
            self.was_too_much(n_asked, n_delivered);
        } else if is_full {
            self.went_well(took_ms);
        }
        self
    }

    /// Whether an answer to `n_asked` paragraphs was slow; then the next request asks for less.
    pub fn was_slow(&mut self, n_asked: u32, took_ms: u64) -> bool {
        if took_ms <= SLOW_MS {
            return false;
        }
        let fits = u64::from(n_asked) * COMFORTABLE_MS / took_ms.max(1);
        self.items = u32::try_from(fits).unwrap_or(u32::MAX).clamp(1, self.items.max(1));
        self.n_good = 0;
        self.is_careful = true;
        true
    }

    /// A full request brought what it asked for, in this time. One that took its time is large enough.
    pub fn went_well(&mut self, took_ms: u64) {
        if took_ms > COMFORTABLE_MS {
            return;
        }
        self.n_good += 1;
        if !self.is_careful {
            self.items = self.items.saturating_mul(2).min(MOST);
        } else if self.n_good >= GOOD_IN_A_ROW {
            self.n_good = 0;
            self.items = (self.items + self.items / 4 + 1).min(MOST);
        }
    }

    /// A request for `n_asked` paragraphs brought too little. Below the first size it shrinks only where less than half was
    /// taken: a smaller request does not help a model that loses one in five.
    pub(super) fn was_too_much(&mut self, n_asked: u32, n_taken: u32) {
        self.n_good = 0;
        self.is_careful = true;
        let least = if n_taken * 2 >= n_asked { FIRST } else { 1 };
        self.items = (n_asked / 2).max(least).min(self.items);
    }
}
