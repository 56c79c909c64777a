//! Notices a model that repeats itself without end, while its reply is still arriving and costing money: the one place
//! where that is decided, for every model and for thinking, text and the arguments of tool calls alike.

use std::ops::RangeInclusive;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use async_trait::async_trait;
use futures::Stream;

use crate::{ChatMessage, Event, EventStream, Failure, Model, Request};

/// A loop of a short unit is noticed after so many characters of it, and one look later at the latest: within 300 characters.
const SHORT_LOOP: usize = 280;
/// The longest unit that counts as short: the loop then holds it more than four times.
const SHORT_UNIT: usize = 60;
/// A loop of a longer unit, such as a paragraph, is noticed after so many characters: six times the longest.
const LONG_LOOP: usize = 1200;
/// The longest unit whose repetition counts.
const LONGEST_UNIT: usize = 200;
/// How many new characters justify another look.
const STRIDE: usize = 20;
/// A repetition in the request shorter than this excuses nothing.
const SHORTEST_EXCUSE: usize = 24;
/// A translation may be so many times longer than its source.
const EXPANSION: usize = 4;
/// No reply is longer, in characters; what a model says must fit into memory.
const LONGEST_REPLY: usize = 4_000_000;

/// A model around a model that cuts off replies which repeat themselves. Put it *inside* metering and retrying: a reply
/// that was cut off is paid for, and asked for once more.
pub struct DegenerationGuard {
    inner: Arc<dyn Model>,
}

impl DegenerationGuard {
    /// Wraps a model.
    pub fn new(inner: Arc<dyn Model>) -> Self {
        Self { inner }
    }
}

#[async_trait]
impl Model for DegenerationGuard {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        Ok(guard(self.inner.stream(request).await?, request, self.name()))
    }
}

/// Cuts a reply off as soon as it repeats itself without end. What the request itself repeats (a scream over a page)
/// may be repeated in the reply as well. Guarding a guarded reply changes nothing.
pub fn guard(events: EventStream, request: &Request, service: &str) -> EventStream {
    Box::pin(LoopWatch {
        events: Some(events),
        objection: None,
        repetition: Repetition::new(allowance(request)),
        n_left: LONGEST_REPLY,
        service: service.to_owned(),
    })
}

/// A reply on its way.
struct LoopWatch {
    /// Gone once the reply has failed, so that the rest of it is not even asked for.
    events: Option<EventStream>,
    /// Told after the event it is about.
    objection: Option<&'static str>,
    repetition: Repetition,
    n_left: usize,
    service: String,
}

impl Stream for LoopWatch {
    type Item = Result<Event, Failure>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Some(detail) = this.objection.take() {
            this.events = None;
            let (service, detail) = (this.service.clone(), detail.to_owned());
            return Poll::Ready(Some(Err(Failure::Degenerate { service, detail })));
        }
        let Some(events) = &mut this.events else { return Poll::Ready(None) };
        let item = ready!(events.as_mut().poll_next(context));
        match &item {
            Some(Ok(event)) => this.objection = this.object(event),
            Some(Err(_)) | None => this.events = None,
        }
        Poll::Ready(item)
    }
}

impl LoopWatch {
    fn object(&mut self, event: &Event) -> Option<&'static str> {
        let delta = match event {
            Event::Text { delta } | Event::Reasoning { delta } | Event::ToolCallArguments { delta, .. } => {
                delta
            }
            Event::Restarted { .. } => {
                self.repetition.forget();
                self.n_left = LONGEST_REPLY;
                return None;
            }
            Event::ReasoningBlock { .. }
            | Event::ToolCallStart { .. }
            | Event::ToolCallEnd { .. }
            | Event::Usage { .. }
            | Event::Reading { .. }
            | Event::Waiting { .. }
            | Event::Stop { .. } => return None,
        };
        self.n_left = self.n_left.saturating_sub(delta.chars().count());
        if self.repetition.push(delta) {
            Some("it repeats the same words without end")
        } else {
            (self.n_left == 0).then_some("the reply is longer than any reply should be")
        }
    }
}

/// What a reply may repeat beyond what any reply may, because the request does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Allowance {
    /// Characters of repeated words.
    words: usize,
    /// Characters of repeated ornament: lines of dashes, dots, spaces.
    ornament: usize,
}

fn allowance(request: &Request) -> Allowance {
    let mut allowance = Allowance::default();
    for message in &request.messages {
        match message {
            ChatMessage::User { text } => allowance.excuse(text),
            ChatMessage::ToolResults { results } => {
                for result in results {
                    allowance.excuse(&result.content);
                }
            }
            ChatMessage::Assistant { .. } => {}
        }
    }
    allowance
}

impl Allowance {
    /// Whatever is long enough to matter holds one of every [`SHORTEST_EXCUSE`] places, so only those are looked at.
    fn excuse(&mut self, text: &str) {
        let characters: Vec<char> = text.chars().collect();
        // For each unit, the end of the last repetition: what lies before it has been counted.
        let mut ends = [0; LONGEST_UNIT];
        for place in (0..characters.len()).step_by(SHORTEST_EXCUSE) {
            let Some((one, after)) = characters.get(place..).and_then(<[char]>::split_first) else { return };
            for ((other, end), unit) in after.iter().zip(&mut ends).zip(1..) {
                if one == other && *end <= place {
                    *end = self.excuse_repetition(&characters, place, unit);
                }
            }
        }
    }

    /// Counts the repetition of a unit around a place, and gives its end. What stands there only twice is no repetition.
    fn excuse_repetition(&mut self, characters: &[char], place: usize, unit: usize) -> usize {
        let repeats = |place: usize| {
            let pair = characters.get(place).zip(characters.get(place + unit));
            pair.is_some_and(|(one, other)| one == other)
        };
        let first = (0..place).rev().take_while(|before| repeats(*before)).last().unwrap_or(place);
        let end = (place..characters.len()).find(|after| !repeats(*after)).unwrap_or(characters.len());
        let run = characters.get(first..end).unwrap_or_default();
        if run.len() >= SHORTEST_EXCUSE.max(2 * unit) {
            let excused = if is_ornament(run) { &mut self.ornament } else { &mut self.words };
            *excused = (*excused).max(run.len() * EXPANSION);
        }
        end
    }
}

/// Whether nothing in it is a letter or a digit: a line of dashes says nothing, however long it is.
fn is_ornament(run: &[char]) -> bool {
    !run.iter().any(|c| c.is_alphanumeric())
}

/// Watches one reply.
#[derive(Debug)]
struct Repetition {
    /// The end of the reply: at least [`LONG_LOOP`] characters, and at most as much again before them.
    tail: Vec<char>,
    n_new: usize,
    /// How long the repetition at the end is by now; zero while there is none.
    run: usize,
    allowance: Allowance,
}

impl Repetition {
    const fn new(allowance: Allowance) -> Self {
        Self { tail: Vec::new(), n_new: 0, run: 0, allowance }
    }

    /// A new attempt begins.
    fn forget(&mut self) {
        *self = Self::new(self.allowance);
    }

    /// Takes more text; true once the end of the reply is one short unit over and over.
    fn push(&mut self, text: &str) -> bool {
        for character in text.chars() {
            if self.tail.len() == 2 * LONG_LOOP {
                self.tail.drain(..LONG_LOOP);
            }
            self.tail.push(character);
            self.n_new += 1;
            // A large piece is looked at on the way too, so that it does not matter how a reply is cut in pieces.
            if self.n_new >= STRIDE && self.look() {
                return true;
            }
        }
        false
    }

    fn look(&mut self) -> bool {
        let n_new = std::mem::take(&mut self.n_new);
        let looping = looping(&self.tail, SHORT_LOOP, 1..=SHORT_UNIT)
            .or_else(|| looping(&self.tail, LONG_LOOP, SHORT_UNIT + 1..=LONGEST_UNIT));
        let Some(end) = looping else {
            self.run = 0;
            return false;
        };
        self.run = if self.run == 0 { end.len() } else { self.run + n_new };
        let most = if is_ornament(end) {
            LONG_LOOP + self.allowance.ornament
        } else {
            end.len() + self.allowance.words
        };
        self.run >= most
    }
}

/// The last `length` characters, if they are one of these units over and over. The last character of nearly every text
/// tells at once that it is not.
fn looping(tail: &[char], length: usize, units: RangeInclusive<usize>) -> Option<&[char]> {
    let end = tail.get(tail.len().checked_sub(length)?..)?;
    let (last, before) = end.split_last()?;
    let repeats = |unit: usize| {
        let shifted = end.len().checked_sub(unit).and_then(|n| end.get(..n));
        end.get(unit..) == shifted
    };
    let mut candidates = before.iter().rev().zip(1..).skip(units.start() - 1).take(units.count());
    candidates.any(|(other, unit)| other == last && repeats(unit)).then_some(end)
}
