//! The same replies without a socket: what a service would put on the wire, piece by piece.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::connection::{Answer, dialect_of};
use crate::fault::{WholeReply, WireFault};
use crate::response::{ReplyRenderer, Voice};
use crate::{SeenRequest, Slip, request, writer};
use llm::{Rehearsal, Request, ScriptedReply};

/// A reply as it stands on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireReply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub pieces: Vec<WirePiece>,
}

/// A piece of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WirePiece {
    Bytes(Vec<u8>),
    /// Nothing comes for so long.
    Wait(Duration),
    /// The connection is gone.
    Reset,
}

impl SeenRequest {
    /// A request as it arrives at this path.
    pub fn at(path: &str, body: &[u8]) -> Self {
        let body = serde_json::from_slice(body).unwrap_or(Value::Null);
        Self { dialect: dialect_of(path), path: path.to_owned(), headers: BTreeMap::new(), body }
    }

    /// What it asks.
    pub fn request(&self) -> Request {
        request::parse(self.dialect, &self.body)
    }

    /// What the rehearsing model says to it: plays the whole agent protocol well.
    pub async fn played(&self) -> ScriptedReply {
        Rehearsal.reply(&self.request()).await.unwrap_or_else(|_| ScriptedReply::text("OK"))
    }

    /// What a model says to it that only writes text.
    pub async fn written(&self, slip: Slip) -> ScriptedReply {
        writer::reply(&self.request(), slip).await
    }

    /// The reply as it stands in a batch.
    pub fn in_batch(&self, reply: &ScriptedReply) -> Value {
        let voice = Voice::default();
        ReplyRenderer { reply, tells_usage: true, tells_progress: false, voice: &voice }.whole(self.dialect)
    }

    /// Something else than a model's reply on the wire, in four pieces, with something going wrong.
    pub fn delivered(&self, status: u16, body: &[u8], fault: WireFault) -> WireReply {
        if let Some(WholeReply { status, retry_after, body }) = fault.instead(self.dialect) {
            let seconds = retry_after.map(|seconds| ("retry-after".to_owned(), seconds.to_string()));
            let pieces = vec![WirePiece::Bytes(body.into_bytes())];
            return WireReply { status, headers: seconds.into_iter().collect(), pieces };
        }
        let size = if fault == WireFault::EveryByte { 1 } else { (body.len() / 4).max(1) };
        let mut pieces: Vec<WirePiece> = Vec::new();
        if let WireFault::Latency(wait) = fault {
            pieces.push(WirePiece::Wait(wait));
        }
        for bytes in body.chunks(size) {
            if let WireFault::SlowDrip(wait) = fault {
                pieces.push(WirePiece::Wait(wait));
            }
            pieces.push(WirePiece::Bytes(bytes.to_vec()));
            if fault == WireFault::Reset {
                pieces.push(WirePiece::Reset);
                break;
            }
            if fault == WireFault::Stall {
                pieces.push(WirePiece::Wait(Duration::from_hours(24)));
                break;
            }
        }
        WireReply { status, headers: Vec::new(), pieces }
    }

    /// The reply on the wire, with something going wrong.
    pub fn answered(&self, reply: ScriptedReply, fault: WireFault) -> WireReply {
        if let Some(WholeReply { status, retry_after, body }) = fault.instead(self.dialect) {
            let seconds = retry_after.map(|seconds| ("retry-after".to_owned(), seconds.to_string()));
            let pieces = vec![WirePiece::Bytes(body.into_bytes())];
            return WireReply { status, headers: seconds.into_iter().collect(), pieces };
        }
        let reply = fault.spoil(reply);
        let answer = Answer { dialect: self.dialect, request: self, reply, fault, voice: Voice::default() };
        answer.pieces()
    }
}

impl Answer<'_> {
    fn pieces(&self) -> WireReply {
        let tells_usage = self.fault != WireFault::NoUsage;
        let renderer =
            ReplyRenderer { reply: &self.reply, tells_usage, tells_progress: false, voice: &self.voice };
        let mut pieces = Vec::new();
        if let WireFault::Latency(wait) = self.fault {
            pieces.push(WirePiece::Wait(wait));
        }
        if !self.wants_stream() {
            pieces.push(WirePiece::Bytes(renderer.whole(self.dialect).to_string().into_bytes()));
            return WireReply { status: 200, headers: Vec::new(), pieces };
        }
        let frames = self.fault.bend(self.dialect, renderer.frames(self.dialect));
        for (position, frame) in frames.iter().enumerate() {
            let bytes = self.wire_text(frame, position + 1 == frames.len()).into_bytes();
            let is_the_place = position == frames.len() / 2;
            if is_the_place && matches!(self.fault, WireFault::Reset) {
                pieces.push(WirePiece::Bytes(bytes.get(..bytes.len() / 2).unwrap_or_default().to_vec()));
                pieces.push(WirePiece::Reset);
                break;
            }
            if is_the_place && matches!(self.fault, WireFault::Stall) {
                pieces.push(WirePiece::Wait(Duration::from_hours(24)));
                break;
            }
            if matches!(self.fault, WireFault::EveryByte) {
                pieces.extend(bytes.iter().map(|byte| WirePiece::Bytes(vec![*byte])));
                continue;
            }
            if let WireFault::SlowDrip(wait) = self.fault {
                pieces.push(WirePiece::Wait(wait));
            }
            pieces.push(WirePiece::Bytes(bytes));
        }
        WireReply { status: 200, headers: Vec::new(), pieces }
    }
}
