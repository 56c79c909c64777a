//! `/books/{book}/presence`: the members in each chapter. Kept in memory; it ends with the page's stream of events.

use crate::allowed::Allowed;
use crate::api::page::Page;
use crate::api::presence::{PresenceRequest, Present};
use crate::extract::{Body, Path, book_id, chapter_id, paragraph_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::presence::publish_change;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;

/// Who is in a book right now, and where.
#[utoipa::path(get, path = "/api/v1/books/{book}/presence", tag = "teamwork", operation_id = "listPresence",
    params(("book" = String, Path)), responses((status = 200, body = Page<Present>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<Page<Present>>, Problem> {
    Ok(Json(Page { items: app.team()?.presence.in_book(book_id(&book)?), next: None }))
}

/// Say where a page is. It must follow `/events` with `client`, and is forgotten when that stream ends.
#[utoipa::path(put, path = "/api/v1/books/{book}/presence", tag = "teamwork", operation_id = "putPresence",
    params(("book" = String, Path)), request_body = PresenceRequest, responses((status = 204), Problem))]
pub(super) async fn put(
    allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<PresenceRequest>,
) -> Result<StatusCode, Problem> {
    let (team, book) = (app.team()?, book_id(&book)?);
    request.chapter_id.as_deref().map(chapter_id).transpose()?;
    request.paragraph_id.as_deref().map(paragraph_id).transpose()?;
    let Some(books) = team.presence.set_place(allowed.member()?.person, book, request) else {
        return Err(Problem::new(StatusCode::CONFLICT, "not_following", Message::new("not_following")));
    };
    for book in books {
        publish_change(&app.events, book);
    }
    Ok(StatusCode::NO_CONTENT)
}
