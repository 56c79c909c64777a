//! A cache for the messages that a long reply has thousands of: they differ in the words they bring and in nothing else. A
//! message with a known frame around its words is read without building a tree of it.

use std::borrow::Cow;

use super::assembly::{Assembly, CallPiece};

/// What a message brings that brings nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Arguments { slot: u32, arguments: &'a str },
}

impl<'a> Piece<'a> {
    const fn words(self) -> &'a str {
        match self {
            Self::Text(words) | Self::Arguments { arguments: words, .. } => words,
        }
    }
}

/// Frames that are learnt in one reply: a service whose messages all have frames of their own gains nothing from a cache.
const MOST_LEARNT: usize = 64;

/// The last frame of one reply.
#[derive(Debug, Default)]
pub(super) struct FrameCache {
    frame: Option<Frame>,
    n_learnt: usize,
}

/// A message without its words: all before them, the opening quotation mark included, and all after them.
#[derive(Debug)]
struct Frame {
    before: String,
    after: String,
    /// The call whose arguments the words are; none for text.
    slot: Option<u32>,
}

impl FrameCache {
    /// Tells the assembly what a message with the known frame brings. False if it has another one: then nothing is told.
    pub(super) fn read(&self, data: &str, assembly: &mut Assembly) -> bool {
        let Some(frame) = &self.frame else { return false };
        let Some(words) = frame.words(data) else { return false };
        match frame.slot {
            None => assembly.text(&words),
            Some(slot) => {
                assembly.call(CallPiece { slot, arguments: Some(&words), ..CallPiece::default() });
            }
        }
        true
    }

    /// Learns the frame of a message that was read and brings nothing but this piece.
    pub(super) fn learn(&mut self, data: &str, piece: Piece<'_>) {
        if self.n_learnt < MOST_LEARNT
            && let Some(frame) = Frame::around(data, piece)
        {
            self.frame = Some(frame);
            self.n_learnt += 1;
        }
    }
}

impl Frame {
    /// Nothing where the words are written with escapes, or stand in the message more than once.
    fn around(data: &str, piece: Piece<'_>) -> Option<Self> {
        let words = piece.words();
        if words.is_empty() || !is_bare(words) {
            return None;
        }
        let (before, after) = data.split_once(&format!("\"{words}\""))?;
        if data.matches(words).count() > 1 {
            return None;
        }
        let slot = match piece {
            Piece::Text(_) => None,
            Piece::Arguments { slot, .. } => Some(slot),
        };
        Some(Self { before: format!("{before}\""), after: format!("\"{after}"), slot })
    }

    /// What stands in the frame, if it is one string of JSON: only then the frame means the same as around other words.
    fn words<'a>(&self, data: &'a str) -> Option<Cow<'a, str>> {
        let words = data.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        if is_bare(words) {
            return Some(Cow::Borrowed(words));
        }
        let quoted = data.get(self.before.len() - 1..data.len() - self.after.len() + 1)?;
        serde_json::from_str(quoted).ok().map(Cow::Owned)
    }
}

/// Whether a string of JSON says its characters as they are.
fn is_bare(words: &str) -> bool {
    words.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}
