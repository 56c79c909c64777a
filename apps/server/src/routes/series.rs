//! `/series` and `/books/{book}/series`: which books share what they know, and a book put into another series.

use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::series::{MoveRequest, Moved, Series};
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use messages::Message;
use serde_json::json;
use store::knowledge::{SeriesSummary, StandingCounts};

/// A longer name is a mistake.
const LONGEST_NAME: usize = 200;

/// All series, in the order they came.
#[utoipa::path(get, path = "/api/v1/series", tag = "books", operation_id = "listSeries",
    params(PageQuery), responses((status = 200, body = Page<Series>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Series>>, Problem> {
    let page = page.cut(app.library().all_series().await?)?;
    Ok(Json(Page { items: page.items.iter().map(to_dto).collect(), next: page.next }))
}

/// Put a book into another series, with what its series knows.
#[utoipa::path(put, path = "/api/v1/books/{book}/series", tag = "books", operation_id = "moveBook",
    params(("book" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = Moved), Problem))]
pub(super) async fn put_book(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<Moved>, Problem> {
    let book = app.library().book(book_id(&book)?).await?.id;
    let name = request.name.trim();
    if name.is_empty() || name.chars().nth(LONGEST_NAME).is_some() {
        return Err(Problem::wrong("name", Message::new("series_name_length").count("most", LONGEST_NAME)));
    }
    let moved = allowed.store().move_book(book, name, app.now_ms()).await?;
    let about = json!({"book": book, "series": moved.series.name});
    allowed.note(&app, "book_moved", &about).await?;
    app.book_changed(book);
    Ok(Json(Moved {
        series_id: moved.series.id.to_string(),
        name: moved.series.name,
        n_taken: moved.n_taken,
        n_left: moved.n_left,
    }))
}

fn to_dto(one: &SeriesSummary) -> Series {
    let counts = &one.counts;
    let proposed = |counts: &StandingCounts| counts.proposed;
    Series {
        id: one.series.id.to_string(),
        name: one.series.name.clone(),
        instructions: one.series.instructions.clone().unwrap_or_default(),
        books: one.books.iter().map(ToString::to_string).collect(),
        n_terms: counts.terms.total(),
        n_characters: counts.characters.total(),
        n_memories: counts.memories.total(),
        n_proposed: proposed(&counts.terms) + proposed(&counts.characters) + proposed(&counts.memories),
    }
}
