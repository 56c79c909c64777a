//! `/books/{book}/rehearsal`: the placeholders of a rehearsal, as one thing that is thrown away.

use crate::allowed::Allowed;
use crate::api::book::BookPage;
use crate::extract::{Path, book_id};
use crate::problem::Problem;
use crate::routes::books;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;

/// Throw the rehearsal of a book away. Where there is none, nothing changes.
#[utoipa::path(delete, path = "/api/v1/books/{book}/rehearsal", tag = "books", operation_id = "discardRehearsal",
    params(("book" = String, Path)), responses((status = 200, body = BookPage), Problem))]
pub(super) async fn discard(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<BookPage>, Problem> {
    let book = book_id(&book)?;
    allowed.store().discard_rehearsal(book).await?;
    app.book_changed(book);
    Ok(Json(books::page(&app, book).await?))
}
