//! An event stream with an observer: it sees each event before the caller does, and is told how the stream
//! ended, also when the caller drops the stream before its end.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures::Stream;

use crate::{Event, EventStream, Failure};

/// Observes one reply.
///
/// `event` is called for every event in order; `ended` is called exactly once, also on drop.
pub(crate) trait StreamObserver: Send + Unpin + 'static {
    /// Called before an event is forwarded; the result is forwarded instead of it.
    fn event(&mut self, event: Event) -> Forward {
        Forward::One(event)
    }

    /// Called before a failure is forwarded; the returned events are forwarded first.
    fn failing(&mut self) -> Vec<Event> {
        Vec::new()
    }

    /// Called once, when the reply has ended or was dropped.
    fn ended(&mut self, how: EndReason<'_>);
}

/// What is forwarded in place of an event.
#[derive(Debug)]
pub(crate) enum Forward {
    /// One event, as nearly always.
    One(Event),
    /// Any number of them, in order.
    Several(Vec<Event>),
}

/// How a reply ended.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EndReason<'a> {
    /// All of it arrived.
    Well,
    /// It broke off.
    Failed(&'a Failure),
    /// The caller dropped the stream before its end.
    Dropped,
}

/// Wraps a stream with an observer.
pub(crate) fn observe(events: EventStream, observer: impl StreamObserver) -> EventStream {
    Box::pin(Observed { events, observer, ready: Vec::new(), failure: None, ended: false })
}

struct Observed<W: StreamObserver> {
    events: EventStream,
    observer: W,
    /// Events still to be forwarded, last first.
    ready: Vec<Event>,
    /// Forwarded after `ready`.
    failure: Option<Failure>,
    ended: bool,
}

impl<W: StreamObserver> Stream for Observed<W> {
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
                Poll::Ready(Some(Ok(event))) => match this.observer.event(event) {
                    Forward::One(event) => return Poll::Ready(Some(Ok(event))),
                    Forward::Several(events) => {
                        this.ready = events;
                        this.ready.reverse();
                    }
                },
                Poll::Ready(Some(Err(failure))) => {
                    this.ready = this.observer.failing();
                    this.ready.reverse();
                    this.ended = true;
                    this.observer.ended(EndReason::Failed(&failure));
                    this.failure = Some(failure);
                }
                Poll::Ready(None) => {
                    this.ended = true;
                    this.observer.ended(EndReason::Well);
                    return Poll::Ready(None);
                }
            }
        }
    }
}

impl<W: StreamObserver> Drop for Observed<W> {
    fn drop(&mut self) {
        if !self.ended {
            self.ended = true;
            self.observer.ended(EndReason::Dropped);
        }
    }
}
