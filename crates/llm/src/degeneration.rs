//! Notices a model that repeats itself without end, while its reply is still arriving and costing money: the one place
//! where that is decided, for every model and for thinking, text and the arguments of tool calls alike.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use async_trait::async_trait;
use futures::Stream;

use crate::{Event, EventStream, Failure, Message, Model, Request};

/// How much of the end of a reply is looked at, in characters.
const TAIL: usize = 2400;
/// The longest unit whose repetition counts: the tail then holds it at least twelve times.
const LONGEST_UNIT: usize = 200;
/// How many new characters justify another look.
const STRIDE: usize = 800;
/// A repetition in the request shorter than this excuses nothing: ordinary prose and tables have those.
const SHORTEST_EXCUSE: usize = 400;
/// A translation may be so many times longer than its source.
const EXPANSION: usize = 4;
/// No reply is longer, in characters; what a model says must fit into memory.
const LONGEST_REPLY: usize = 4_000_000;

/// A model around a model that cuts off replies which repeat themselves. Put it *inside* metering and retrying: a reply
/// that was cut off is paid for, and asked for once more.
pub struct Guarded {
    inner: Arc<dyn Model>,
}

impl Guarded {
    /// Wraps a model.
    pub fn new(inner: Arc<dyn Model>) -> Self {
        Self { inner }
    }
}

#[async_trait]
impl Model for Guarded {
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
    Box::pin(Watched {
        events: Some(events),
        objection: None,
        repetition: Repetition::new(allowance(request)),
        n_left: LONGEST_REPLY,
        service: service.to_owned(),
    })
}

/// A reply on its way.
struct Watched {
    /// Gone once the reply has failed, so that the rest of it is not even asked for.
    events: Option<EventStream>,
    /// Told after the event it is about.
    objection: Option<&'static str>,
    repetition: Repetition,
    n_left: usize,
    service: String,
}

impl Stream for Watched {
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

impl Watched {
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

/// How many characters of repetition the reply may have beyond what any reply may.
fn allowance(request: &Request) -> usize {
    let longest = request.messages.iter().map(|message| match message {
        Message::User { text } => longest_run(text),
        Message::ToolResults { results } => {
            results.iter().map(|result| longest_run(&result.content)).max().unwrap_or_default()
        }
        Message::Assistant { .. } => 0,
    });
    longest.max().unwrap_or_default() * EXPANSION
}

/// The longest stretch of a text that is one short unit over and over; zero where none is long enough to matter.
fn longest_run(text: &str) -> usize {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() < SHORTEST_EXCUSE {
        return 0;
    }
    (1..=LONGEST_UNIT)
        .map(|unit| longest_run_of(&characters, unit))
        .max()
        .filter(|run| *run >= SHORTEST_EXCUSE)
        .unwrap_or_default()
}

/// The longest stretch that repeats a unit of this length. Whatever is long enough to matter holds one of every
/// [`SHORTEST_EXCUSE`] places, so only those are looked at; shorter ones may be overlooked.
fn longest_run_of(characters: &[char], unit: usize) -> usize {
    let repeats = |place: usize| {
        let pair = characters.get(place).zip(characters.get(place + unit));
        pair.is_some_and(|(one, other)| one == other)
    };
    let mut longest = 0;
    let mut place = 0;
    while place < characters.len() {
        if repeats(place) {
            let first = (0..place).rev().take_while(|before| repeats(*before)).last().unwrap_or(place);
            let end = (place..characters.len()).find(|after| !repeats(*after)).unwrap_or(characters.len());
            longest = longest.max(end - first);
            place = place.max(end);
        }
        place = (place / SHORTEST_EXCUSE + 1) * SHORTEST_EXCUSE;
    }
    longest
}

/// Watches one reply.
#[derive(Debug)]
struct Repetition {
    /// The end of the reply, and at most as much again before it.
    tail: Vec<char>,
    n_new: usize,
    /// How long the repetition at the end is by now; zero while there is none.
    run: usize,
    allowance: usize,
}

impl Repetition {
    const fn new(allowance: usize) -> Self {
        Self { tail: Vec::new(), n_new: 0, run: 0, allowance }
    }

    /// A new attempt begins.
    fn forget(&mut self) {
        *self = Self::new(self.allowance);
    }

    /// Takes more text; true once the end of the reply is one short unit over and over.
    fn push(&mut self, text: &str) -> bool {
        for character in text.chars() {
            if self.tail.len() == 2 * TAIL {
                self.tail.drain(..TAIL);
            }
            self.tail.push(character);
            self.n_new += 1;
            // A large piece is looked at on the way too, so that it does not matter how a reply is cut in pieces.
            if self.n_new >= STRIDE && self.tail.len() >= TAIL && self.look() {
                return true;
            }
        }
        false
    }

    fn look(&mut self) -> bool {
        let n_new = std::mem::take(&mut self.n_new);
        let before = self.tail.len().saturating_sub(TAIL);
        let tail = self.tail.get(before..).unwrap_or_default();
        let repeats = (1..=LONGEST_UNIT).any(|unit| {
            let shifted = tail.get(unit..).unwrap_or_default();
            tail.iter().zip(shifted).all(|(one, other)| one == other)
        });
        self.run = match (repeats, self.run) {
            (false, _) => 0,
            (true, 0) => TAIL,
            (true, run) => run + n_new,
        };
        self.run > 0 && self.run >= TAIL + self.allowance
    }
}

#[cfg(test)]
#[path = "degeneration_tests.rs"]
mod tests;
