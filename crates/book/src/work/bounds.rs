//! Hard bounds of a task: whatever a model does, it reaches one of these.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Far more than any machine needs for a chunk that moves at all: a reply that stops coming ends by its silence, and one
/// that never stops by its tokens.
const LONGEST_WORK_MS: u64 = 24 * 60 * 60 * 1000;

/// How much a task may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Replies of the model.
    pub replies: u32,
    /// Tool calls, over all replies.
    pub tool_calls: u32,
    /// Tokens read and written, over all replies.
    pub tokens: u64,
    /// Milliseconds from the first step to the last, time asleep and waiting for a person not counted.
    pub wall_ms: u64,
    /// Replies in a row that move no paragraph of the ledger.
    pub idle_replies: u32,
}

impl Bounds {
    /// Bounds for a chunk of this size, generous for an honest model and final for any other.
    pub fn for_chunk(n_paragraphs: usize, source_tokens: u64) -> Self {
        let n_paragraphs = u32::try_from(n_paragraphs).unwrap_or(u32::MAX);
        Self {
            replies: 12 + n_paragraphs.min(200) / 4,
            tool_calls: 40 + n_paragraphs.saturating_mul(3).min(600),
            tokens: 60_000 + source_tokens.saturating_mul(40),
            wall_ms: LONGEST_WORK_MS,
            idle_replies: 6,
        }
    }

    /// Bounds for a chunk of this size whose paragraphs are asked for in requests of their own, in the worst case each of
    /// them three times.
    pub fn for_requests(n_paragraphs: usize, source_tokens: u64) -> Self {
        let n_paragraphs = u32::try_from(n_paragraphs).unwrap_or(u32::MAX);
        let usual = Self::for_chunk(1, source_tokens);
        Self {
            replies: 12 + n_paragraphs.saturating_mul(4),
            tool_calls: 40 + n_paragraphs.saturating_mul(5),
            tokens: usual.tokens.saturating_add(u64::from(n_paragraphs) * 4000),
            idle_replies: 12,
            ..usual
        }
    }
}

/// Which bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Too many replies.
    Replies,
    /// Too many tool calls.
    ToolCalls,
    /// Too many tokens.
    Tokens,
    /// Too much time.
    WallTime,
    /// Too many replies without progress.
    IdleReplies,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Replies => "too many replies",
            Self::ToolCalls => "too many tool calls",
            Self::Tokens => "too many tokens",
            Self::WallTime => "too much time",
            Self::IdleReplies => "too many replies without progress",
        })
    }
}
