//! From the bytes of a reply to its events, whatever the framing turns out to be.

use serde_json::Value;

use super::assembly::Assembly;
use super::frame::FrameCache;
use super::lines::Lines;
use super::sse::Sse;
use super::{Decode, refusal};
use crate::{Event, Failure};

/// Reads one reply. Feed it bytes as they come; how they were split makes no difference.
pub struct Reader {
    decoder: Box<dyn Decode>,
    assembly: Assembly,
    frames: FrameCache,
    framing: Framing,
    speaks_json_lines: bool,
    /// The provider said that nothing follows.
    closed: bool,
}

/// How the reply is cut into messages. Servers mislabel this often enough that the first byte decides.
enum Framing {
    Unknown,
    Events(Sse),
    JsonLines(Lines),
    Whole(Vec<u8>),
}

impl Reader {
    pub(super) fn new(decoder: Box<dyn Decode>, assembly: Assembly, speaks_json_lines: bool) -> Self {
        Self {
            decoder,
            assembly,
            frames: FrameCache::default(),
            framing: Framing::Unknown,
            speaks_json_lines,
            closed: false,
        }
    }

    /// Takes a reply without text and calls for a valid one, as some models end after tool results.
    pub(crate) fn allow_empty(&mut self) {
        self.assembly.allow_empty();
    }

    /// Takes more bytes and gives the events they complete, which count even when they come with a failure.
    pub fn push(&mut self, bytes: &[u8]) -> (Vec<Event>, Result<(), Failure>) {
        let result = self.read(bytes);
        (self.assembly.take_events(), result)
    }

    /// The reply is over: gives the last events, or why they are not enough.
    pub fn end(&mut self) -> (Vec<Event>, Result<(), Failure>) {
        let result = self.read_end().and_then(|()| self.assembly.finish());
        (self.assembly.take_events(), result)
    }

    /// Whether the provider said that nothing follows, so that waiting for the connection's end is idle.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let mut bytes = bytes;
        if matches!(self.framing, Framing::Unknown) {
            bytes = bytes.trim_ascii_start();
            let Some(first) = bytes.first() else { return Ok(()) };
            self.framing = match first {
                b'{' if self.speaks_json_lines => Framing::JsonLines(Lines::default()),
                b'{' | b'[' | b'<' => Framing::Whole(Vec::new()),
                _ => Framing::Events(Sse::default()),
            };
        }
        let (decoder, assembly) = (&mut self.decoder, &mut self.assembly);
        let (frames, closed) = (&mut self.frames, &mut self.closed);
        let mut each = |data: &str| message(decoder.as_mut(), assembly, frames, closed, data);
        match &mut self.framing {
            Framing::Unknown => Ok(()),
            Framing::Events(sse) => sse.push(bytes, &mut each),
            Framing::JsonLines(lines) => lines.push(bytes, &mut each),
            Framing::Whole(body) => {
                body.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    fn read_end(&mut self) -> Result<(), Failure> {
        let (decoder, assembly) = (&mut self.decoder, &mut self.assembly);
        let (frames, closed) = (&mut self.frames, &mut self.closed);
        let mut each = |data: &str| message(decoder.as_mut(), assembly, frames, closed, data);
        match &mut self.framing {
            Framing::Unknown => Err(self.assembly.malformed("it is empty")),
            Framing::Events(sse) => sse.end(&mut each),
            Framing::JsonLines(lines) => lines.end().map_or(Ok(()), |line| each(&line)),
            Framing::Whole(body) => whole(self.decoder.as_mut(), &mut self.assembly, body),
        }
    }
}

fn message(
    decoder: &mut dyn Decode,
    assembly: &mut Assembly,
    frames: &mut FrameCache,
    closed: &mut bool,
    data: &str,
) -> Result<(), Failure> {
    let data = data.trim();
    if data.is_empty() || *closed {
        return Ok(());
    }
    if data == "[DONE]" {
        *closed = true;
        assembly.stop(crate::StopReason::EndTurn);
        return Ok(());
    }
    if frames.read(data, assembly) {
        return Ok(());
    }
    let value: Value = serde_json::from_str(data).map_err(|error| {
        if error.is_eof() { assembly.broken_off() } else { assembly.malformed(format!("not JSON: {error}")) }
    })?;
    if let Some(failure) = refusal::in_reply(&assembly.service, &value) {
        return Err(failure);
    }
    decoder.message(&value, assembly)?;
    if let Some(piece) = decoder.only_piece(&value) {
        frames.learn(data, piece);
    }
    Ok(())
}

fn whole(decoder: &mut dyn Decode, assembly: &mut Assembly, body: &[u8]) -> Result<(), Failure> {
    if body.first() == Some(&b'<') {
        return Err(refusal::page(&assembly.service, &String::from_utf8_lossy(body)));
    }
    let value: Value = serde_json::from_slice(body).map_err(|error| {
        if error.is_eof() { assembly.broken_off() } else { assembly.malformed(format!("not JSON: {error}")) }
    })?;
    let parts = value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice);
    for part in parts {
        if let Some(failure) = refusal::in_reply(&assembly.service, part) {
            return Err(failure);
        }
        decoder.whole(part, assembly)?;
    }
    Ok(())
}
