//! A publish/subscribe bus of numbered events. The newest events are kept in a bounded buffer and replayed to subscribers by
//! number; older ones are folded into a snapshot, which a subscriber gets when its number is no longer in the buffer. A slow
//! subscriber holds a position, not a queue, so it never blocks the publisher.

use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The version of the events' shape; fields are only ever added.
pub const EVENT_VERSION: u32 = 1;

/// So many events are kept for those who come back,
const MAX_KEPT: usize = 8_192;
/// and of so many bytes together.
const MAX_KEPT_BYTES: usize = 8 * 1024 * 1024;
/// So many are handed to a reader at once.
const MAX_AT_ONCE: usize = 256;

/// An event with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusEvent {
    /// Its number, from one; a snapshot has the number of the last event it stands for.
    pub sequence: u64,
    /// What it is.
    pub name: &'static str,
    /// The whole of it: version, number, name and fields, as one line of JSON.
    pub json: Box<str>,
}

/// Where events are told.
#[derive(Debug)]
pub struct Bus {
    state: Mutex<State>,
    /// Told the number of the last event, to wake readers.
    latest: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    kept: VecDeque<Kept>,
    n_bytes: usize,
    is_closed: bool,
    /// What the events that are no longer kept amount to: where a reader begins that was away too long.
    sum: Map<String, Value>,
}

#[derive(Debug)]
struct Kept {
    to_json: Arc<BusEvent>,
    counts: Box<[SnapshotDelta]>,
}

/// What an event adds to the sum of all that was told.
#[derive(Debug, Clone, PartialEq)]
pub enum SnapshotDelta {
    /// So many more of these.
    More(&'static str, i64),
    /// This is so from now on.
    Now(String, Value),
}

impl SnapshotDelta {
    fn add_to(self, sum: &mut Map<String, Value>) {
        match self {
            Self::More(name, more) => {
                let before = sum.get(name).and_then(Value::as_i64).unwrap_or_default();
                sum.insert(name.to_owned(), json!(before.saturating_add(more)));
            }
            Self::Now(name, value) => {
                sum.insert(name, value);
            }
        }
    }
}

impl Default for Bus {
    fn default() -> Self {
        Self { state: Mutex::default(), latest: watch::Sender::new(0) }
    }
}

impl Bus {
    /// Tells an event.
    pub fn publish(&self, name: &'static str, fields: &Value) {
        self.publish_and_count(name, fields, Vec::new());
    }

    /// Tells an event with what it adds to the sum. It is summed up when it is no longer kept, so that whoever reads a
    /// snapshot and then what is kept counts everything once.
    pub fn publish_and_count(&self, name: &'static str, fields: &Value, counts: Vec<SnapshotDelta>) {
        let mut state = self.state();
        state.last += 1;
        let to_json = Arc::new(to_json(state.last, name, fields));
        state.n_bytes += to_json.json.len();
        state.kept.push_back(Kept { to_json, counts: counts.into() });
        while state.kept.len() > MAX_KEPT || state.n_bytes > MAX_KEPT_BYTES {
            let Some(oldest) = state.kept.pop_front() else { break };
            state.n_bytes -= oldest.to_json.json.len();
            for count in oldest.counts {
                count.add_to(&mut state.sum);
            }
        }
        let last = state.last;
        drop(state);
        self.latest.send_replace(last);
    }

    /// No more is told; readers end when they have read everything.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let last = state.last;
        drop(state);
        self.latest.send_replace(last);
    }

    /// The number of the last event.
    pub fn last(&self) -> u64 {
        self.state().last
    }

    /// Reads from after this event on, or everything that is kept.
    pub fn reader(self: &Arc<Self>, after: Option<u64>) -> Reader {
        let woken = self.latest.subscribe();
        Reader { bus: Arc::clone(self), after: after.unwrap_or_default(), woken }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscriber: its position in the bus.
#[derive(Debug)]
pub struct Reader {
    bus: Arc<Bus>,
    after: u64,
    woken: watch::Receiver<u64>,
}

impl Reader {
    /// The next events, as soon as there are any; `None` when there will be none.
    pub async fn next(&mut self) -> Option<Vec<Arc<BusEvent>>> {
        loop {
            self.woken.borrow_and_update();
            let (to_json, is_closed) = self.at_hand();
            if let Some(last) = to_json.last() {
                self.after = last.sequence;
                return Some(to_json);
            }
            if is_closed {
                return None;
            }
            self.woken.changed().await.ok()?;
        }
    }

    fn at_hand(&self) -> (Vec<Arc<BusEvent>>, bool) {
        let state = self.bus.state();
        let before_kept = state.kept.front().map_or(state.last, |first| first.to_json.sequence - 1);
        // A number that was never given comes from another life of this program.
        let is_lost = self.after < before_kept || self.after > state.last;
        let mut to_json = Vec::new();
        let mut after = self.after;
        if is_lost {
            let fields = Value::Object(state.sum.clone());
            to_json.push(Arc::new(self::to_json(before_kept, "snapshot", &fields)));
            after = before_kept;
        }
        let skipped = usize::try_from(after.saturating_sub(before_kept)).unwrap_or(usize::MAX);
        to_json
            .extend(state.kept.iter().skip(skipped).take(MAX_AT_ONCE).map(|kept| Arc::clone(&kept.to_json)));
        (to_json, state.is_closed)
    }
}

/// An event as one line of JSON.
pub(crate) fn to_json_line(sequence: u64, name: &str, fields: &Value) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        version: u32,
        sequence: u64,
        event: &'a str,
        #[serde(flatten)]
        fields: Option<&'a Map<String, Value>>,
    }
    let to_json_line = Line { version: EVENT_VERSION, sequence, event: name, fields: fields.as_object() };
    // Words, numbers and objects with words for keys can always be written.
    serde_json::to_string(&to_json_line).unwrap_or_default()
}

fn to_json(sequence: u64, name: &'static str, fields: &Value) -> BusEvent {
    BusEvent { sequence, name, json: to_json_line(sequence, name, fields).into() }
}

#[cfg(test)]
#[path = "bus_tests.rs"]
mod tests;
