//! A bus of events as a stream of server-sent events. A slow reader costs one position in the bus and nothing else.

use crate::api::run::RunState;
use crate::context::ServerContext;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use book::work::outcome::RunOutcome;
use futures::stream::{self, StreamExt};
use runner::bus::{self, Bus, BusEvent};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::work::RunRecord;
use utoipa::IntoParams;

/// Proxies close what is silent for longer.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Where to go on.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// The number of the last event that was seen; the `Last-Event-ID` header goes before it.
    after: Option<u64>,
}

impl After {
    /// The number to go on after, from the header where there is one. One that is no number was never given by this
    /// server, like a number of another library.
    pub(crate) fn or_header(self, headers: &HeaderMap) -> Option<u64> {
        let header = headers.get("last-event-id").map(|value| value.to_str().unwrap_or_default().trim());
        header.filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or(u64::MAX)).or(self.after)
    }
}

/// Everything the bus tells from there on, until it is closed.
pub(crate) fn stream(bus: &Arc<Bus>, after: Option<u64>) -> Response {
    stream_behind(None, bus, after, |_| true)
}

/// The library events that the subscriber may see. A new subscriber gets the number of the last event, so that it can come
/// back to it. One that missed events which are no longer retained is told so.
pub(crate) fn stream_library(
    bus: &Arc<Bus>,
    after: Option<u64>,
    hears: impl Fn(&BusEvent) -> bool + Send + 'static,
) -> Response {
    if let Some(after) = after.filter(|after| bus.has_all_after(*after)) {
        return stream_behind(None, bus, Some(after), hears);
    }
    let last = bus.last();
    let said = Map::from_iter([("missed".to_owned(), json!(after.is_some()))]);
    stream_behind(Some(bus::snapshot(last, said)), bus, Some(last), hears)
}

fn stream_behind(
    first: Option<BusEvent>,
    bus: &Arc<Bus>,
    after: Option<u64>,
    hears: impl Fn(&BusEvent) -> bool + Send + 'static,
) -> Response {
    let reader = bus.reader(after);
    let told = stream::unfold(reader, |mut reader| async move {
        let told = reader.next().await?;
        Some((stream::iter(told), reader))
    });
    let first = stream::iter(first.map(Arc::new));
    let heard = first.chain(told.flatten()).filter(move |told| std::future::ready(hears(told)));
    let events = heard.map(|told| Ok::<_, Infallible>(event(&told)));
    answer(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Nothing will come: an `EventSource` does not connect again after this.
pub(crate) fn over() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// The number of a run's last event while it does not work here: above all numbers that were given, below all that will be.
pub(crate) fn last_at_rest(record: &RunRecord) -> u64 {
    record.last_event.unwrap_or_else(|| bus::session_start(record.n_sessions))
}

/// The one thing there is to tell about a run that does not work here. One that works elsewhere goes on changing, so
/// that its snapshot stands for no number.
pub(crate) fn at_rest(record: &RunRecord, state: RunState, mut sum: Map<String, Value>) -> Response {
    sum.insert("state".to_owned(), json!(state));
    sum.insert("resting".to_owned(), json!(state != RunState::Elsewhere));
    sum.insert("ending".to_owned(), json!(record.outcome.map(RunOutcome::as_str)));
    let event = if state == RunState::Elsewhere {
        Event::default().event("snapshot").data(Value::Object(sum).to_string())
    } else {
        event(&bus::snapshot(last_at_rest(record), sum))
    };
    answer(Sse::new(stream::iter([Ok::<_, Infallible>(event)])))
}

/// Keeps something as long as a stream is open.
pub(crate) fn holding<T: Send + 'static>(held: T, mut response: Response) -> Response {
    let body = std::mem::take(response.body_mut()).into_data_stream();
    *response.body_mut() = Body::from_stream(body.inspect(move |_| {
        let _ = &held;
    }));
    response
}

/// Events without numbers, which cannot be come back to.
pub(crate) fn unnumbered(
    events: impl futures::Stream<Item = (&'static str, Value)> + Send + 'static,
) -> Response {
    let events =
        events.map(|(name, data)| Ok::<_, Infallible>(Event::default().event(name).data(data.to_string())));
    answer(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

fn event(told: &BusEvent) -> Event {
    Event::default().id(told.sequence.to_string()).event(told.name).data(&*told.json)
}

fn answer(sse: impl IntoResponse) -> Response {
    let mut response = sse.into_response();
    // Proxies that gather a reply before passing it on would gather this one for ever.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// The number of the last event of the library that an answer includes.
const INCLUDES: HeaderName = HeaderName::from_static("x-tsumugi-event");

/// Says with every answer which event of the library it includes, so that who asks first and follows after that number
/// misses nothing in between.
pub(crate) async fn say_included(
    State(context): State<Arc<ServerContext>>,
    request: Request,
    next: Next,
) -> Response {
    // Before the library is read: an event that comes while it is read may be in the answer and is told again.
    let last = context.events.last();
    let mut response = next.run(request).await;
    response.headers_mut().insert(INCLUDES, HeaderValue::from(last));
    response
}

/// How often it is looked whether another program has changed the library.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Tells the pages when another program has changed the library, whatever happens here meanwhile.
pub(crate) async fn watch_library(context: Arc<ServerContext>) {
    let mut seen = context.library().foreign_version().await.ok();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        // A library that cannot be read now reports that in the answer to the next request.
        let Ok(now) = context.library().foreign_version().await else { continue };
        if seen.replace(now).is_some_and(|before| before != now) {
            context.events.publish("library_changed", &json!({}));
        }
    }
}
