//! `/books/{book}/terms`: words of the source and their agreed translations.

use super::{commit, missing, put_edit};
use crate::allowed::Allowed;
use crate::api::knowledge::{EntryChanged, Term, TermRequest};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::knowledge;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::edit::Edit;
use book::id::TermId;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use operations::knowledge::exchange::mint;

/// The terms of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/terms", tag = "knowledge", operation_id = "listTerms",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Term>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Term>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let page = page.cut(app.library().terms(book.series.id).await?)?;
    Ok(Json(Page {
        items: page.items.iter().map(|kept| knowledge::term(kept, book.id)).collect(),
        next: page.next,
    }))
}

/// Add a term.
#[utoipa::path(post, path = "/api/v1/books/{book}/terms", tag = "knowledge", operation_id = "addTerm",
    params(("book" = String, Path)), request_body = TermRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(in crate::routes) async fn add(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<TermRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let taken = app.library().terms(book.series.id).await?;
    let id = mint(&book, app.now_ms()).term(|id| taken.iter().any(|kept| kept.value.id == id));
    let mut term = book::knowledge::term::Term::new(id, String::new(), String::new());
    term.standing = EntryState::Confirmed;
    let term = knowledge::written_term(term, request)?;
    let note = format!("added term {} → {}", term.source, term.translation);
    let changed = commit(&app, allowed.store(), &book, Edit::create(term), &id.to_string(), &note).await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a term.
#[utoipa::path(put, path = "/api/v1/books/{book}/terms/{term}", tag = "knowledge", operation_id = "changeTerm",
    params(("book" = String, Path), ("term" = String, Path)), request_body = TermRequest,
    responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, term)): Path<(String, String)>,
    Body(request): Body<TermRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: TermId = term.parse().map_err(|_| missing(&term))?;
    let kept = app.library().term(book.series.id, id).await?.ok_or_else(|| missing(&term))?;
    let from = request.revision;
    let written = knowledge::written_term(kept.value, request)?;
    let note = format!("changed term {}", written.source);
    Ok(Json(commit(&app, allowed.store(), &book, put_edit(written, from), &term, &note).await?))
}

/// Take a term away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/terms/{term}", tag = "knowledge", operation_id = "removeTerm",
    params(("book" = String, Path), ("term" = String, Path)), responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn remove(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, term)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: TermId = term.parse().map_err(|_| missing(&term))?;
    let kept = app.library().term(book.series.id, id).await?.ok_or_else(|| missing(&term))?;
    let note = format!("removed term {}", kept.value.source);
    Ok(Json(commit(&app, allowed.store(), &book, Edit::remove(EntryKey::Term { id }), &term, &note).await?))
}
