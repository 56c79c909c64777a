//! A publish/subscribe bus of numbered events. The newest events are kept in a bounded buffer and replayed to subscribers by
//! number; older ones are folded into a snapshot, which a subscriber gets when its number is not in the buffer: because it
//! is too old, or because it was given in an earlier session. A slow subscriber holds a position, not a queue, so it never
//! blocks the publisher.
//!
//! Numbers never restart. Each session of what is told has a count of its own, kept in the library, in the upper bits of its
//! numbers: a number of an earlier session is below all of them, and is answered with a snapshot.

use async_recursion::async_recursion as boxed;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The version of the events' shape; fields are only ever added.
pub const EVENT_VERSION: u32 = 1;

/// The most events retained for subscribers that come back,
pub const MAX_KEPT: usize = 8_192;
/// and the most bytes of all of them together.
const MAX_KEPT_BYTES: usize = 8 * 1024 * 1024;
/// The most events handed to a subscriber at once.
const MAX_AT_ONCE: usize = 256;

/// The bits of an event's number within its session. The 21 bits above them number the session, so that every number is
/// exact as a floating-point number, too.
const SESSION_BITS: u32 = 32;

/// The number before the first event of a session.
pub const fn session_start(session: u64) -> u64 {
    session << SESSION_BITS
}

/// An event with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusEvent {
    /// Its number; a snapshot has the number of the last event it stands for.
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
    /// The number before the first event of this session.
    start: u64,
    /// Whether there is something before the first event that a reader must know.
    goes_on: bool,
    last: u64,
    kept: VecDeque<RetainedEvent>,
    n_bytes: usize,
    is_closed: bool,
    /// What the events that are no longer kept amount to: where a reader begins that was away too long.
    sum: Map<String, Value>,
}

#[derive(Debug)]
struct RetainedEvent {
    to_json: Arc<BusEvent>,
    counts: Box<[SnapshotDelta]>,
}

/// What an event adds to the sum of all that was told.
#[derive(Debug, Clone, PartialEq)]
pub enum SnapshotDelta {
    /// Adds this number to a counter.
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
        Self::of_session(0)
    }
}

impl Bus {
    /// A bus for a session of something that is told from its beginning.
    pub fn of_session(session: u64) -> Self {
        let start = session_start(session);
        let state = State { start, last: start, ..State::default() };
        Self { state: Mutex::new(state), latest: watch::Sender::new(start) }
    }

    /// A bus for a session that goes on from earlier ones, which amount to `sum`: a reader from before them, and one that
    /// comes for the first time, begins with a snapshot of it.
    pub fn going_on(session: u64, sum: Map<String, Value>) -> Self {
        let bus = Self::of_session(session);
        {
            let mut state = bus.state();
            state.goes_on = true;
            state.sum = sum;
        }
        bus
    }

    /// Publishes an event.
    pub fn publish(&self, name: &'static str, fields: &Value) {
        self.publish_and_count(name, fields, Vec::new());
    }

    /// Publishes an event with what it adds to the snapshot. It is added when the event is no longer retained, so that a
    /// subscriber that reads the snapshot and then the retained events counts everything once.
    pub fn publish_and_count(&self, name: &'static str, fields: &Value, counts: Vec<SnapshotDelta>) {
        let mut state = self.state();
        state.last += 1;
        let to_json = Arc::new(to_json(state.last, name, fields));
        state.n_bytes += to_json.json.len();
        state.kept.push_back(RetainedEvent { to_json, counts: counts.into() });
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

    /// Whether everything after this event is kept.
    pub fn has_all_after(&self, number: u64) -> bool {
        let state = self.state();
        (state.before_kept()..=state.last).contains(&number)
    }

    /// Whether nothing is left to be told to a reader that has seen this event.
    pub fn is_over_after(&self, number: u64) -> bool {
        let state = self.state();
        state.is_closed && number == state.last
    }

    /// Reads from after this event on, or everything.
    pub fn reader(self: &Arc<Self>, after: Option<u64>) -> Subscriber {
        let woken = self.latest.subscribe();
        let first = || {
            let state = self.state();
            // A number no event has begins with what was before.
            if state.goes_on { u64::MAX } else { state.start }
        };
        Subscriber { bus: Arc::clone(self), after: after.unwrap_or_else(first), woken }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The number of the last event that is not kept any more.
    fn before_kept(&self) -> u64 {
        self.kept.front().map_or(self.last, |first| first.to_json.sequence - 1)
    }
}

/// A subscriber: its position in the bus.
#[derive(Debug)]
pub struct Subscriber {
    bus: Arc<Bus>,
    after: u64,
    woken: watch::Receiver<u64>,
}

impl Subscriber {
    /// The next events, as soon as there are any; `None` when there will be none.
    #[boxed]
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
        let before_kept = state.before_kept();
        // A number that was never given here comes from another session or from nowhere.
        let is_lost = self.after < before_kept || self.after > state.last;
        let mut to_json = Vec::new();
        let mut after = self.after;
        if is_lost {
            to_json.push(Arc::new(snapshot(before_kept, state.sum.clone())));
            after = before_kept;
        }
        let skipped = usize::try_from(after.saturating_sub(before_kept)).unwrap_or(usize::MAX);
        to_json
            .extend(state.kept.iter().skip(skipped).take(MAX_AT_ONCE).map(|kept| Arc::clone(&kept.to_json)));
        (to_json, state.is_closed)
    }
}

/// What the events up to this number amount to.
pub fn snapshot(includes: u64, mut sum: Map<String, Value>) -> BusEvent {
    sum.insert("includes".to_owned(), json!(includes));
    to_json(includes, "snapshot", &Value::Object(sum))
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
