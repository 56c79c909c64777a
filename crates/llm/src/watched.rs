//! A stream that somebody looks over: each event is seen as it passes, and the end is noticed even when
//! the stream is dropped half-way.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures::Stream;

use crate::{Event, EventStream, Failure};

/// Sees one reply pass by.
///
/// An implementer is told of every event, and exactly once how the reply ended.
pub(crate) trait Watcher: Send + Unpin + 'static {
    /// An event passes; it may be replaced by several.
    fn event(&mut self, event: Event) -> Passed {
        Passed::One(event)
    }

    /// The reply is about to fail; what is returned is told before the failure.
    fn failing(&mut self) -> Vec<Event> {
        Vec::new()
    }

    /// The reply is over.
    fn ended(&mut self, how: Ended<'_>);
}

/// What is passed on of an event.
#[derive(Debug)]
pub(crate) enum Passed {
    /// One event, as nearly always.
    One(Event),
    /// Any number of them, in order.
    Several(Vec<Event>),
}

/// How a reply ended.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ended<'a> {
    /// All of it arrived.
    Well,
    /// It broke off.
    Failed(&'a Failure),
    /// Nobody wanted the rest.
    Dropped,
}

/// Has a stream watched.
pub(crate) fn watch(events: EventStream, watcher: impl Watcher) -> EventStream {
    Box::pin(Watched { events, watcher, ready: Vec::new(), failure: None, ended: false })
}

struct Watched<W: Watcher> {
    events: EventStream,
    watcher: W,
    /// What still has to be passed on, last first.
    ready: Vec<Event>,
    /// Told after them.
    failure: Option<Failure>,
    ended: bool,
}

impl<W: Watcher> Stream for Watched<W> {
    type Item = Result<Event, Failure>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(event) = this.ready.pop() {
                return Poll::Ready(Some(Ok(event)));
            }
            if this.ended {
                return Poll::Ready(this.failure.take().map(Err));
            }
            match this.events.as_mut().poll_next(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok(event))) => match this.watcher.event(event) {
                    Passed::One(event) => return Poll::Ready(Some(Ok(event))),
                    Passed::Several(events) => {
                        this.ready = events;
                        this.ready.reverse();
                    }
                },
                Poll::Ready(Some(Err(failure))) => {
                    this.ready = this.watcher.failing();
                    this.ready.reverse();
                    this.ended = true;
                    this.watcher.ended(Ended::Failed(&failure));
                    this.failure = Some(failure);
                }
                Poll::Ready(None) => {
                    this.ended = true;
                    this.watcher.ended(Ended::Well);
                    return Poll::Ready(None);
                }
            }
        }
    }
}

impl<W: Watcher> Drop for Watched<W> {
    fn drop(&mut self) {
        if !self.ended {
            self.ended = true;
            self.watcher.ended(Ended::Dropped);
        }
    }
}
