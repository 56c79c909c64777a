//! The ways in which a reply can go wrong on its way.

use std::time::Duration;

use crate::errors;
use crate::response::{Frame, Kind};
use crate::wire::long_text;
use llm::{Dialect, ScriptedReply};

/// What goes wrong with one reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WireFault {
    Nothing,
    /// The reply begins late.
    Latency(Duration),
    /// Status 429, asking to wait so many seconds, or not saying how long.
    RateLimited {
        /// The value of `Retry-After`.
        retry_after: Option<u32>,
    },
    /// Another status, with an explanation in the dialect's form.
    Status(u16),
    /// A refusal whose words tell what the status does not.
    Refusal(RefusalKind),
    /// The connection is reset in the middle of the reply.
    Reset,
    /// Every byte travels alone, also within a character.
    EveryByte,
    /// Lines end with CR LF, and comments stand between the events.
    CarriageReturns,
    /// What marks the end of the stream is missing, and so is the last blank line.
    NoDone,
    /// Starts of calls and the closing message come twice.
    Duplicates,
    /// The pieces of several calls are mixed, the later call first.
    OutOfOrder,
    /// Status 200 and an empty body.
    EmptyBody,
    /// A well-formed reply that says nothing.
    EmptyReply,
    /// No usage is told.
    NoUsage,
    /// A page comes instead of a reply, with this status.
    HtmlPage(u16),
    /// A reply of about so many bytes.
    Huge(usize),
    /// So long a wait before each piece.
    SlowDrip(Duration),
    /// The beginning of a reply, and then nothing more for ever.
    Stall,
}

/// Refusals that are told apart by their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// No money left.
    Quota,
    /// Too long a request.
    ContextTooLong,
    ContentFilter,
}

/// What is answered where no model's reply comes.
pub(super) struct WholeReply {
    pub(super) status: u16,
    /// The value of `Retry-After`.
    pub(super) retry_after: Option<u32>,
    pub(super) body: String,
}

impl WireFault {
    /// What is answered instead of the model's reply, if anything.
    pub(super) fn instead(self, dialect: Dialect) -> Option<WholeReply> {
        let whole = |status: u16, body: String| Some(WholeReply { status, retry_after: None, body });
        match self {
            Self::RateLimited { retry_after } => {
                Some(WholeReply { status: 429, retry_after, body: errors::status(dialect, 429) })
            }
            Self::Status(status) => whole(status, errors::status(dialect, status)),
            Self::Refusal(refused) => {
                let (status, body) = errors::refusal(dialect, refused);
                whole(status, body)
            }
            Self::HtmlPage(status) => {
                let page =
                    "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>…</body></html>";
                whole(status, page.to_owned())
            }
            Self::EmptyBody => whole(200, String::new()),
            Self::Nothing
            | Self::Latency(_)
            | Self::Reset
            | Self::EveryByte
            | Self::CarriageReturns
            | Self::NoDone
            | Self::Duplicates
            | Self::OutOfOrder
            | Self::EmptyReply
            | Self::NoUsage
            | Self::Huge(_)
            | Self::SlowDrip(_)
            | Self::Stall => None,
        }
    }

    /// The reply as this fault leaves it, before it is put on the wire.
    pub(super) fn spoil(self, mut reply: ScriptedReply) -> ScriptedReply {
        if self == Self::EmptyReply {
            return ScriptedReply { usage: reply.usage, ..ScriptedReply::default() };
        }
        if let Self::Huge(n_bytes) = self {
            reply.text = long_text(n_bytes);
            reply.piece = 1000;
        }
        reply
    }

    /// The frames as this fault leaves them.
    pub(super) fn bend(self, dialect: Dialect, frames: Vec<Frame>) -> Vec<Frame> {
        match self {
            Self::NoDone => frames.into_iter().filter(|frame| frame.kind != Kind::Done).collect(),
            Self::Duplicates => {
                let twice = |frame: Frame| {
                    let n = if matches!(frame.kind, Kind::CallStart(_) | Kind::Close) { 2 } else { 1 };
                    std::iter::repeat_n(frame, n)
                };
                frames.into_iter().flat_map(twice).collect()
            }
            Self::OutOfOrder if comes_in_pieces(dialect) => mixed(frames),
            Self::OutOfOrder
            | Self::Nothing
            | Self::Latency(_)
            | Self::RateLimited { .. }
            | Self::Status(_)
            | Self::Refusal(_)
            | Self::Reset
            | Self::EveryByte
            | Self::CarriageReturns
            | Self::EmptyBody
            | Self::EmptyReply
            | Self::NoUsage
            | Self::HtmlPage(_)
            | Self::Huge(_)
            | Self::SlowDrip(_)
            | Self::Stall => frames,
        }
    }
}

/// Whether a dialect numbers its calls, so that their order on the wire does not matter.
fn comes_in_pieces(dialect: Dialect) -> bool {
    match dialect {
        Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Anthropic => true,
        Dialect::Gemini | Dialect::Ollama => false,
    }
}

/// Deals the frames of the calls like cards: one of the last call, one of the one before, and again.
fn mixed(frames: Vec<Frame>) -> Vec<Frame> {
    let call_of = |frame: &Frame| match frame.kind {
        Kind::CallStart(call) | Kind::CallPiece(call) => Some(call),
        Kind::Plain | Kind::Close | Kind::Done => None,
    };
    let first = frames.iter().position(|frame| call_of(frame).is_some()).unwrap_or(frames.len());
    let mut hands: Vec<Vec<Frame>> = Vec::new();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (position, frame) in frames.into_iter().enumerate() {
        match call_of(&frame) {
            Some(call) => {
                if hands.len() <= call {
                    hands.resize_with(call + 1, Vec::new);
                }
                if let Some(hand) = hands.get_mut(call) {
                    hand.push(frame);
                }
            }
            None if position < first => before.push(frame),
            None => after.push(frame),
        }
    }
    let mut hands: Vec<_> = hands.into_iter().map(Vec::into_iter).collect();
    loop {
        let dealt: Vec<Frame> = hands.iter_mut().rev().filter_map(Iterator::next).collect();
        if dealt.is_empty() {
            break;
        }
        before.extend(dealt);
    }
    before.extend(after);
    before
}
