//! The one vocabulary in which every provider's reply arrives, piece by piece.

use serde::{Deserialize, Serialize};

use crate::{ReasoningBlock, StopReason, Usage};

/// A piece of a reply.
///
/// Promises of every stream: the pieces of one tool call lie between its start and its end; a
/// `Usage` replaces the one before it (it is what the attempt has cost so far, not a difference);
/// a stream that ended well has told exactly one `Stop` since the last `Restarted`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The model reads the prompt, as far as its server tells: nothing of the answer has come yet.
    Reading {
        /// Tokens of the prompt that are read.
        done: u64,
        /// Tokens of the prompt.
        total: u64,
    },
    /// More of the answer's text.
    Text {
        /// The text to append.
        delta: String,
    },
    /// More of the model's visible thinking.
    Reasoning {
        /// The text to append.
        delta: String,
    },
    /// A finished piece of thinking in the provider's own form, to be passed back unread.
    ReasoningBlock {
        /// The block, opaque to everyone but the dialect it names.
        block: ReasoningBlock,
    },
    /// A tool call begins.
    ToolCallStart {
        /// Which call of this reply; the calls are to be run in the order of these numbers.
        index: u32,
        /// The provider's id, or one made up where the provider has none.
        id: String,
        /// The tool's name.
        name: String,
    },
    /// More of a call's arguments, as raw JSON text.
    ToolCallArguments {
        /// Which call.
        index: u32,
        /// The text to append.
        delta: String,
    },
    /// A tool call is complete.
    ToolCallEnd {
        /// Which call.
        index: u32,
    },
    /// What this attempt has cost so far.
    Usage {
        /// The tokens, replacing what was told before.
        usage: Usage,
    },
    /// Why the model stopped.
    Stop {
        /// The reason.
        reason: StopReason,
    },
    /// Nothing comes for a while: an attempt failed, and the next one begins after this wait.
    Waiting {
        /// What made the attempt fail, in words.
        reason: String,
        /// How long the wait is.
        wait_ms: u64,
    },
    /// The attempt broke off and a new one begins: everything told so far but its usage is void.
    Restarted {
        /// The number of the attempt that begins now, from 2.
        attempt: u32,
        /// What broke the attempt before, in words.
        reason: String,
    },
}

impl Event {
    /// Puts a piece that continues this one at its end; gives back what does not. Pieces that arrived together are
    /// passed on together: what looks at every event then looks once.
    pub(crate) fn absorb(&mut self, next: Self) -> Option<Self> {
        match (self, next) {
            (Self::Text { delta }, Self::Text { delta: more })
            | (Self::Reasoning { delta }, Self::Reasoning { delta: more }) => {
                delta.push_str(&more);
                None
            }
            (
                Self::ToolCallArguments { index, delta },
                Self::ToolCallArguments { index: other, delta: more },
            ) if *index == other => {
                delta.push_str(&more);
                None
            }
            (_, next) => Some(next),
        }
    }
}
