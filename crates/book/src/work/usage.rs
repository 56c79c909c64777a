//! Tokens used: what a reply cost, and sums of them.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Tokens of one or more replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaskUsage {
    /// Tokens read by the model, cached ones included.
    pub input: u64,
    /// Tokens among them that the provider had in its cache.
    pub cached_input: u64,
    /// Tokens written, reasoning included.
    pub output: u64,
    /// Tokens among them spent on reasoning.
    pub reasoning: u64,
}

impl TaskUsage {
    /// Read and written together.
    pub const fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

impl AddAssign for TaskUsage {
    fn add_assign(&mut self, other: Self) {
        self.input = self.input.saturating_add(other.input);
        self.cached_input = self.cached_input.saturating_add(other.cached_input);
        self.output = self.output.saturating_add(other.output);
        self.reasoning = self.reasoning.saturating_add(other.reasoning);
    }
}
