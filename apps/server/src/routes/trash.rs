//! `/trash`: removed books, brought back or deleted for good.

use super::books;
use crate::allowed::Allowed;
use crate::api::book::{BookCard, RemovedBook};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use operations::trash::{days_left, empty_expired};

/// The books in the trash, the latest first.
#[utoipa::path(get, path = "/api/v1/trash", tag = "books", operation_id = "listTrash", params(PageQuery),
    responses((status = 200, body = Page<RemovedBook>), Problem))]
pub(super) async fn list(
    allowed: Allowed<acts::Remove>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<RemovedBook>>, Problem> {
    empty_expired(allowed.store(), app.now_ms()).await?;
    let page = page.cut(app.library().trashed_books().await?)?;
    let items = page.items.into_iter().map(|book| RemovedBook {
        id: book.id.to_string(),
        days_left: days_left(&book, app.now_ms()),
        title: book.title,
        target_language: book.target_language.map(|tag| tag.to_string()),
        file_name: book.file_name,
        removed_at_ms: book.removed_at,
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

/// Bring a book back as it was.
#[utoipa::path(post, path = "/api/v1/trash/{book}/restore", tag = "books", operation_id = "restoreBook",
    params(("book" = String, Path)), responses((status = 200, body = BookCard), Problem))]
pub(super) async fn restore(
    allowed: Allowed<acts::Remove>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<BookCard>, Problem> {
    let book = allowed.store().put_back_book(book_id(&book)?, app.now_ms()).await?;
    app.book_changed(book.id);
    Ok(Json(books::card(&app, book.id).await?))
}

/// Delete a book in the trash for good.
#[utoipa::path(delete, path = "/api/v1/trash/{book}", tag = "books", operation_id = "deleteBook",
    params(("book" = String, Path)), responses((status = 204, description = "It is deleted."), Problem))]
pub(super) async fn delete(
    allowed: Allowed<acts::Remove>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<StatusCode, Problem> {
    let book = operations::trash::find(app.library(), &book_id(&book)?.to_string()).await?;
    allowed.store().delete_book(book.id, app.now_ms()).await?;
    Ok(StatusCode::NO_CONTENT)
}
