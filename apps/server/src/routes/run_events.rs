//! `/runs/{run}/events` and `/events`: what happens, as it happens.

use crate::events;
use crate::extract::{Path, run_id};
use crate::problem::Problem;
use crate::state::SharedState;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

/// Follow a run.
///
/// A stream of server-sent events. `id` is the event's number; `Last-Event-ID` (or `?after=`) goes on after it. Names
/// and fields are those of `tsumugi … --json`, and besides `thinking`, `saying` and the full `called`. Whoever is too
/// far behind, or comes to a run that is at rest, gets a `snapshot` first.
#[utoipa::path(get, path = "/api/v1/runs/{run}/events", tag = "events", operation_id = "runEvents",
    params(("run" = String, Path), ("Last-Event-ID" = Option<u64>, Header), events::After),
    responses((status = 200, body = String, content_type = "text/event-stream"), Problem))]
pub(super) async fn of_run(
    State(app): SharedState,
    Path(run): Path<String>,
    crate::extract::ApiQuery(after): crate::extract::ApiQuery<events::After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let run = run_id(&run)?;
    let record = app.library().run(run).await?;
    let after = after.or_header(&headers);
    if let Some(bus) = app.runs.bus(run) {
        return Ok(events::stream(&bus, after, app.closing.clone()));
    }
    let state = app.runs.state(&app, &record).await?;
    Ok(events::at_rest(&record, state))
}

/// Follow the library.
///
/// A stream of server-sent events: `book_changed`, `book_removed`, `paragraph_changed`, `run_started`, `run_ended`,
/// `models_changed`, `library_changed` (by another program). A `snapshot` says that some were missed: ask for everything anew.
#[utoipa::path(get, path = "/api/v1/events", tag = "events", operation_id = "libraryEvents",
    params(("Last-Event-ID" = Option<u64>, Header), events::After),
    responses((status = 200, body = String, content_type = "text/event-stream"), Problem))]
pub(super) async fn of_library(
    State(app): SharedState,
    crate::extract::ApiQuery(after): crate::extract::ApiQuery<events::After>,
    headers: HeaderMap,
) -> Response {
    // Whoever comes for the first time has just asked for everything, and needs no old news.
    let after = after.or_header(&headers).unwrap_or_else(|| app.events.last());
    events::stream(&app.events, Some(after), app.closing.clone())
}
