//! `/books`: the library's list, one book, what is changed about it, its cover.

use crate::api::book::{BookCard, BookPage, BookPatch, ChapterCard};
use crate::api::page::{Page, PageQuery};
use crate::dto;
use crate::extract::{ApiQuery, Body, Path, book_id, language};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use book::edit::Edit;
use book::id::BookId;
use std::collections::HashMap;
use store::change::Cause;
use store::record::BookSummary;

/// All books, in the order they came.
#[utoipa::path(get, path = "/api/v1/books", tag = "books", operation_id = "listBooks", params(PageQuery),
    responses((status = 200, body = Page<BookCard>), Problem))]
pub(super) async fn list(
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<BookCard>>, Problem> {
    let library = app.library();
    let activity = library.activity().await?;
    let of_page = page.of(library.books().await?)?;
    let mut items = Vec::with_capacity(of_page.items.len());
    for book in &of_page.items {
        let active = activity.iter().find(|one| one.book == book.id);
        let running = app.runs.of_book(book.id);
        let n_stale = app.stale.of(app.library(), book, running.is_some(), active).await?;
        let running = running.map(|run| run.to_string());
        let has_cover = app.covers.of(app.library(), book).await?;
        items.push(dto::book(book, active, n_stale, running, has_cover));
    }
    Ok(Json(Page { items, next: of_page.next }))
}

/// A book with its chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}", tag = "books", operation_id = "showBook",
    params(("book" = String, Path)), responses((status = 200, body = BookPage), Problem))]
pub(super) async fn show(
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<BookPage>, Problem> {
    Ok(Json(page(&app, book_id(&book)?).await?))
}

/// Change a book.
#[utoipa::path(patch, path = "/api/v1/books/{book}", tag = "books", operation_id = "changeBook",
    params(("book" = String, Path)), request_body = BookPatch,
    responses((status = 200, body = BookPage), Problem))]
pub(super) async fn change(
    State(app): SharedState,
    Path(book): Path<String>,
    Body(patch): Body<BookPatch>,
) -> Result<Json<BookPage>, Problem> {
    let book = book_id(&book)?;
    app.library().book(book).await?;
    if let Some(text) = &patch.target_language {
        app.store.set_target_language(book, &language(text)?, app.now_ms()).await?;
    }
    let corrected = match patch.title.as_deref().map(str::trim) {
        Some("") => return Err(Problem::wrong("title", "the title is empty".to_owned(), "")),
        Some(title) => Some(Edit::CorrectBookTitle { title: title.to_owned() }),
        None => None,
    };
    let translated = patch.title_translation.map(|title| Edit::SetBookTitle {
        translation: Some(title.trim().to_owned()).filter(|title| !title.is_empty()),
    });
    let edits: Vec<Edit> = corrected.into_iter().chain(translated).collect();
    if !edits.is_empty() {
        app.store.commit(book, &edits, &Cause::person("titled the book"), app.now_ms()).await?;
    }
    if let Some(series) = patch.series.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        app.store.move_book(book, series, app.now_ms()).await?;
    }
    app.book_changed(book);
    Ok(Json(page(&app, book).await?))
}

/// Take a book out of the library, with everything that belongs to it.
#[utoipa::path(delete, path = "/api/v1/books/{book}", tag = "books", operation_id = "removeBook",
    params(("book" = String, Path)), responses((status = 204, description = "It is gone."), Problem))]
pub(super) async fn remove(State(app): SharedState, Path(book): Path<String>) -> Result<StatusCode, Problem> {
    let book = book_id(&book)?;
    runner::run::remove_book(&app.store, book, &app.host.holder(), app.now_ms()).await?;
    app.events.publish("book_removed", &serde_json::json!({"book": book}));
    Ok(StatusCode::NO_CONTENT)
}

/// The picture on the cover.
#[utoipa::path(get, path = "/api/v1/books/{book}/cover", tag = "books", operation_id = "cover",
    params(("book" = String, Path)),
    responses((status = 200, content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"),
        (Vec<u8> = "image/webp"))), Problem))]
pub(super) async fn cover(State(app): SharedState, Path(book): Path<String>) -> Result<Response, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let original = app.library().original(book.id).await?;
    let found = tokio::task::spawn_blocking(move || formats::epub::cover::cover(&original)).await;
    let cover = found
        .map_err(|error| Problem::failed(&error.to_string()))?
        .ok_or_else(|| Problem::missing("no_cover", "this book has no cover"))?;
    let headers =
        [(header::CONTENT_TYPE, cover.media_type), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, cover.bytes).into_response())
}

/// A book as a list shows it.
pub(super) async fn card(app: &AppState, book: &BookSummary) -> Result<BookCard, Problem> {
    let activity = app.library().activity_of(book.id).await?;
    let running = app.runs.of_book(book.id);
    let n_stale = app.stale.of(app.library(), book, running.is_some(), Some(&activity)).await?;
    let running = running.map(|run| run.to_string());
    let has_cover = app.covers.of(app.library(), book).await?;
    Ok(dto::book(book, Some(&activity), n_stale, running, has_cover))
}

async fn page(app: &AppState, id: BookId) -> Result<BookPage, Problem> {
    let library = app.library();
    let book = library.book(id).await?;
    let mut cost: HashMap<_, i64> = HashMap::new();
    for row in library.usage(id).await? {
        *cost.entry(row.chapter).or_default() += row.usage.cost_micros;
    }
    let findings = app.review.known(id);
    let chapters: Vec<ChapterCard> = library
        .chapters(id)
        .await?
        .iter()
        .map(|chapter| {
            let n_findings = findings.as_ref().map(|known| known.n_open_in(chapter.number));
            dto::chapter(chapter, cost.get(&chapter.id).copied().unwrap_or_default(), n_findings)
        })
        .collect();
    Ok(BookPage { book: card(app, &book).await?, chapters })
}
