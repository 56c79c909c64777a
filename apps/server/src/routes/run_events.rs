//! `/runs/{run}/events` and `/events`: what happens, as it happens.

use crate::allowed::Allowed;
use crate::api::run::RunState;
use crate::events;
use crate::extract::{ApiQuery, Path, run_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::audience::Audience;
use crate::team::roles::acts;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use runner::bus::BusEvent;
use serde::Deserialize;
use utoipa::IntoParams;

/// Follow a run.
///
/// A stream of server-sent events. `id` is the event's number, which no other event of the run ever has; `Last-Event-ID`
/// (or `?after=`) goes on after it. Names and fields are those of `tsumugi … --json`, and besides `thinking`, `saying` and
/// the full `called`. Whoever is too far behind, comes from before a stop, a resume or a restart, or to a run that is at
/// rest, gets a `snapshot` first: `includes` is the number of the last event it stands for. The stream ends with `ended`;
/// who has seen it is answered `204`.
#[utoipa::path(get, path = "/api/v1/runs/{run}/events", tag = "events", operation_id = "runEvents",
    params(("run" = String, Path), ("Last-Event-ID" = Option<u64>, Header), events::After),
    responses((status = 200, body = String, content_type = "text/event-stream"),
        (status = 204, description = "There is nothing more to tell."), Problem))]
pub(super) async fn of_run(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(run): Path<String>,
    ApiQuery(after): ApiQuery<events::After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let record = app.library().run(run_id(&run)?).await?;
    let after = after.or_header(&headers);
    if let Some(bus) = app.runs.bus(&record) {
        let is_over = after.is_some_and(|after| bus.is_over_after(after));
        return Ok(if is_over { events::over() } else { events::stream(&bus, after) });
    }
    let state = app.runs.state(&app, &record).await?;
    if app.library().queued_run(record.id).await?.is_some() {
        return Ok(crate::runs::queued::follow(&app.context, &record));
    }
    if state != RunState::Elsewhere && after == Some(events::last_at_rest(&record)) {
        return Ok(events::over());
    }
    let so_far = runner::earlier::of_run(app.library(), &record).await?;
    Ok(events::at_rest(&record, state, so_far.sum))
}

/// Which page follows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FollowingPage {
    /// A name of 8 to 64 letters and digits that the page gives itself, to say where it is with `putPresence`.
    client: Option<String>,
}

impl FollowingPage {
    /// The name, if it can be one.
    fn name(&self) -> Option<&str> {
        let is_name = |name: &&str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            (8..=64).contains(&name.len()) && name.bytes().all(is_letter)
        };
        self.client.as_deref().filter(is_name)
    }
}

/// Follow the library.
///
/// A stream of server-sent events: `book_changed`, `book_removed`, `paragraph_changed`, `knowledge_changed`, `run_started`,
/// `run_ended`, `models_changed`, `library_changed` (by another program); in a team `comments_changed`, `assignments_changed`,
/// `presence_changed`, `notices_changed`. Who comes without a number begins with a
/// `snapshot`: `includes` is the number of the last event before. One with `missed` says that events were missed, as after a
/// restart: ask for everything anew. Who may read single books only hears of those. Every answer of the API says in `X-Tsumugi-Event` which event it includes, for `?after=`.
#[utoipa::path(get, path = "/api/v1/events", tag = "events", operation_id = "libraryEvents",
    params(("Last-Event-ID" = Option<u64>, Header), events::After, FollowingPage),
    responses((status = 200, body = String, content_type = "text/event-stream"), Problem))]
pub(super) async fn of_library(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(after): ApiQuery<events::After>,
    ApiQuery(page): ApiQuery<FollowingPage>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let audience = Audience::for_member(&app, allowed.member.as_ref()).await?;
    let hears = move |told: &BusEvent| audience.hears(told.name, &told.json);
    let response = events::stream_library(&app.events, after.or_header(&headers), hears);
    let (Some(team), Some(member), Some(client)) = (&app.team, &allowed.member, page.name()) else {
        return Ok(response);
    };
    Ok(match team.presence.open(client, member.person, &member.name, &app.events) {
        Some(stream) => events::holding(stream, response),
        None => response,
    })
}
