//! What shows a person how far a run is.

use messages::Message;
use runner::event::RunEvent;

/// Watches a run: a live view, or lines.
pub(crate) trait ProgressSink: Send + Sync {
    fn on_event(&self, event: &RunEvent);

    /// Says something to the person beside what is drawn.
    fn note(&self, message: &Message);

    /// The run is over: whatever is drawn goes away, so that words can follow.
    fn rest(&self) {}
}
