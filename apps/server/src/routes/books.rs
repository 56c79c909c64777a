//! `/books`: the library's list, one book, what is changed about it, its cover.

use crate::allowed::Allowed;
use crate::api::book::{BookCard, BookPage, BookPatch, ChapterCard};
use crate::api::page::{Page, PageQuery};
use crate::context::ServerContext;
use crate::dto;
use crate::extract::{ApiQuery, Body, Path, book_id, language};
use crate::lists::{ListedBook, ListedChapters};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::member::Member;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use book::edit::Edit;
use book::id::BookId;
use messages::Message;
use std::sync::Arc;
use store::change::Cause;

/// All books, in the order they came.
#[utoipa::path(get, path = "/api/v1/books", tag = "books", operation_id = "listBooks", params(PageQuery),
    responses((status = 200, body = Page<BookCard>), Problem))]
pub(super) async fn list(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<BookCard>>, Problem> {
    let books = app.lists.books(app.library(), &app.stale).await?;
    let of_page = page.cut(visible(&app, allowed.member.as_ref(), &books).await?)?;
    let items = of_page.items.into_iter().map(|listed| to_card(&app, listed)).collect();
    Ok(Json(Page { items, next: of_page.next }))
}

/// The books a member may see: all of them, or those they were invited to.
async fn visible<'b>(
    context: &ServerContext,
    member: Option<&Member>,
    books: &'b [ListedBook],
) -> Result<Vec<&'b ListedBook>, Problem> {
    let Some(member) = member.filter(|member| member.role.is_none()) else {
        return Ok(books.iter().collect());
    };
    let theirs = context.library().book_roles(member.person).await?;
    Ok(books.iter().filter(|listed| theirs.iter().any(|(book, _)| *book == listed.book.id)).collect())
}

/// A book with its chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}", tag = "books", operation_id = "showBook",
    params(("book" = String, Path)), responses((status = 200, body = BookPage), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
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
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(patch): Body<BookPatch>,
) -> Result<Json<BookPage>, Problem> {
    let book = book_id(&book)?;
    app.library().book(book).await?;
    if let Some(text) = &patch.target_language {
        allowed.store().set_target_language(book, &language(text)?, app.now_ms()).await?;
    }
    let corrected = match patch.title.as_deref().map(str::trim) {
        Some("") => return Err(Problem::wrong("title", Message::new("title_empty"))),
        Some(title) => Some(Edit::CorrectBookTitle { title: title.to_owned() }),
        None => None,
    };
    let translated = patch.title_translation.map(|title| Edit::SetBookTitle {
        translation: Some(title.trim().to_owned()).filter(|title| !title.is_empty()),
    });
    let edits: Vec<Edit> = corrected.into_iter().chain(translated).collect();
    if !edits.is_empty() {
        allowed.store().commit(book, &edits, &Cause::person("titled the book"), app.now_ms()).await?;
    }
    if let Some(series) = patch.series.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        let moved = allowed.store().move_book(book, series, app.now_ms()).await?;
        let about = serde_json::json!({"book": book, "series": moved.series.name});
        allowed.note(&app, "book_moved", &about).await?;
    }
    app.book_changed(book);
    Ok(Json(page(&app, book).await?))
}

/// Put a book into the trash, with everything that belongs to it.
#[utoipa::path(delete, path = "/api/v1/books/{book}", tag = "books", operation_id = "removeBook",
    params(("book" = String, Path)), responses((status = 204, description = "It is in the trash for thirty days."), Problem))]
pub(super) async fn remove(
    allowed: Allowed<acts::Remove>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<StatusCode, Problem> {
    let book = book_id(&book)?;
    runner::run::remove_book(allowed.store(), book, &app.host.holder(), app.now_ms()).await?;
    app.events.publish("book_removed", &serde_json::json!({"book": book}));
    Ok(StatusCode::NO_CONTENT)
}

/// The picture on the cover. It is another one only in another edition, which `ETag` names.
#[utoipa::path(get, path = "/api/v1/books/{book}/cover", tag = "books", operation_id = "cover",
    params(("book" = String, Path), ("If-None-Match" = Option<String>, Header)),
    responses((status = 200, content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"),
        (Vec<u8> = "image/webp"))), (status = 304, description = "The one at hand is still the cover."), Problem))]
pub(super) async fn cover(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let book = book_id(&book)?;
    let edition = app.library().book_version(book).await?.rest.edition;
    let tag = format!("\"{book}-{edition}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let original = app.library().original(book).await?;
    let found = tokio::task::spawn_blocking(move || formats::epub::cover::cover(&original)).await;
    let cover = found
        .map_err(|error| Problem::failed(&error))?
        .ok_or_else(|| Problem::missing("no_cover", Message::new("no_cover")))?;
    Ok((headers, [(header::CONTENT_TYPE, cover.media_type)], cover.bytes).into_response())
}

/// A book as a list shows it.
pub(super) async fn card(app: &AppState, book: BookId) -> Result<BookCard, Problem> {
    Ok(to_card(app, &listed_chapters(app, book).await?.book))
}

/// Which run works on it is known here and not in the library.
async fn listed_chapters(app: &AppState, book: BookId) -> Result<Arc<ListedChapters>, Problem> {
    app.lists.chapters(app.library(), &app.stale, &app.reports, book).await
}

fn to_card(app: &AppState, listed: &ListedBook) -> BookCard {
    let running = app.runs.of_book(listed.book.id).map(|run| run.to_string());
    dto::book(&listed.book, listed.activity.as_ref(), listed.n_stale, running, listed.has_cover)
}

pub(super) async fn page(app: &AppState, id: BookId) -> Result<BookPage, Problem> {
    let listed = listed_chapters(app, id).await?;
    let findings = app.review.known(app.library(), id).await?;
    let chapters: Vec<ChapterCard> = listed
        .chapters
        .iter()
        .map(|chapter| {
            let n_findings = findings.as_ref().map(|known| known.n_open_in(chapter.number));
            dto::chapter(
                chapter,
                listed.cost_micros.get(&chapter.id).copied().unwrap_or_default(),
                n_findings,
            )
        })
        .collect();
    Ok(BookPage { book: to_card(app, &listed.book), chapters })
}
