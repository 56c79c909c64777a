//! A live stream ends with the session it was opened with, and when the rights of its member change: the client reconnects
//! with the present rights.

use crate::problem::Problem;
use crate::state::AppState;
use crate::team::member::Member;
use crate::team::revoked::LOOK_AFTER;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use book::id::BookId;
use futures::StreamExt;
use std::sync::Arc;
use store::people::{PersonId, Role};

/// Ends a stream of events when its member no longer has access.
pub(super) fn ended_with_session(
    app: &Arc<AppState>,
    person: PersonId,
    headers: HeaderMap,
    mut response: Response,
) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if kind.is_some_and(|kind| kind.starts_with(b"text/event-stream")) {
        let Some(place) = app.streams.take(person) else {
            return Problem::too_many("too_many_streams").into_response();
        };
        let body = std::mem::take(response.body_mut());
        let over = Box::pin(shut_out(Arc::clone(app), headers));
        let told = body.into_data_stream().take_until(over).inspect(move |_| {
            let _ = &place;
        });
        *response.body_mut() = Body::from_stream(told);
    }
    response
}

async fn shut_out(app: Arc<AppState>, headers: HeaderMap) {
    let mut at_first = None;
    loop {
        let narrowed = app.narrowed.notified();
        // A library that cannot be read for a moment is no reason to end what is open.
        if let Ok(now) = rights(&app, &headers).await
            && (now.is_none() || *at_first.get_or_insert(now.clone()) != now)
        {
            return;
        }
        let _ = tokio::time::timeout(LOOK_AFTER, narrowed).await;
    }
}

/// A member's roles, in the library and in single books.
type Rights = (Option<Role>, Vec<(BookId, Role)>);

/// The rights of the sender of these headers; `None` without access.
async fn rights(app: &AppState, headers: &HeaderMap) -> Result<Option<Rights>, Problem> {
    let Some(member) = Member::find(app, headers).await? else { return Ok(None) };
    Ok(Some((member.role, app.library().book_roles(member.person).await?)))
}
