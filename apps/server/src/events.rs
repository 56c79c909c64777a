//! A bus of events as a stream of server-sent events. A slow reader costs one position in the bus and nothing else.

use crate::api::run::RunState;
use crate::context::ServerContext;
use crate::runs::Runs;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use book::work::outcome::RunOutcome;
use futures::stream::{self, StreamExt};
use runner::bus::{Bus, BusEvent};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::work::RunRecord;
use tokio_util::sync::CancellationToken;
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
    /// The number to go on after, from the header where there is one.
    pub(crate) fn or_header(self, headers: &HeaderMap) -> Option<u64> {
        let header = headers.get("last-event-id").and_then(|value| value.to_str().ok());
        header.and_then(|text| text.trim().parse().ok()).or(self.after)
    }
}

/// Everything the bus tells from there on, until it is closed or the server is.
pub(crate) fn stream(bus: &Arc<Bus>, after: Option<u64>, closing: CancellationToken) -> Response {
    let reader = bus.reader(after);
    let told = stream::unfold(reader, |mut reader| async move {
        let told = reader.next().await?;
        Some((stream::iter(told), reader))
    });
    let events = told.flatten().map(|told| Ok::<_, Infallible>(event(&told)));
    let events = events.take_until(async move { closing.cancelled().await });
    answer(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// The one thing there is to tell about a run that does not work here.
pub(crate) fn at_rest(record: &RunRecord, state: RunState) -> Response {
    let data = serde_json::json!({
        "run": record.id,
        "state": state,
        "resting": state != RunState::Elsewhere,
        "ending": record.outcome.map(RunOutcome::as_str),
        "input_tokens": record.usage.input,
        "cached_input_tokens": record.usage.cached_input,
        "output_tokens": record.usage.output,
        "usd_micros": record.usage.cost_micros,
    });
    let event = Event::default().event("snapshot").data(data.to_string());
    answer(Sse::new(stream::iter([Ok::<_, Infallible>(event)])))
}

fn event(told: &BusEvent) -> Event {
    Event::default().id(told.sequence.to_string()).event(told.name).data(&*told.json)
}

fn answer(sse: impl IntoResponse) -> Response {
    let mut response = sse.into_response();
    // Proxies that gather a reply before passing it on would gather this one for ever.
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    response
}

/// How often it is looked whether another program has changed the library.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Tells the pages when another program has changed the library.
pub(crate) async fn watch_library(context: Arc<ServerContext>, runs: Runs) {
    let mut seen = context.library().data_version().await.ok();
    let mut told = context.events.last();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        // A library that cannot be read now says so to whoever asks it something.
        let Ok(now) = context.library().data_version().await else { continue };
        let is_other = seen.replace(now).is_some_and(|before| before != now);
        // What happened here was told in more detail when it happened.
        let is_ours = runs.any_at_work() || context.events.last() != told;
        if is_other && !is_ours {
            context.review.forget_all();
            context.events.publish("library_changed", &serde_json::json!({}));
        }
        told = context.events.last();
    }
}
