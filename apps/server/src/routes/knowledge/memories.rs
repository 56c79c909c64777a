//! `/books/{book}/memories`: what translators keep in mind.

use super::{commit, missing, put_edit};
use crate::allowed::Allowed;
use crate::api::knowledge::{EntryChanged, Memory, MemoryRequest};
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
use book::id::MemoryId;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::memory::Subject;
use operations::knowledge::exchange::mint;

/// The memories of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/memories", tag = "knowledge", operation_id = "listMemories",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Memory>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Memory>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let page = page.cut(app.library().memories(book.series.id).await?)?;
    Ok(Json(Page { items: page.items.iter().map(knowledge::memory).collect(), next: page.next }))
}

/// Add a memory.
#[utoipa::path(post, path = "/api/v1/books/{book}/memories", tag = "knowledge", operation_id = "addMemory",
    params(("book" = String, Path)), request_body = MemoryRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(in crate::routes) async fn add(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<MemoryRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let taken = app.library().memories(book.series.id).await?;
    let id = mint(&book, app.now_ms()).memory(|id| taken.iter().any(|kept| kept.value.id == id));
    let memory = book::knowledge::memory::Memory {
        id,
        subject: Subject::Series,
        text: String::new(),
        evidence: Vec::new(),
        known_from: StoryPosition(0),
        standing: EntryState::Confirmed,
    };
    let memory = knowledge::written_memory(memory, &request, book.id)?;
    let changed =
        commit(&app, allowed.store(), &book, Edit::create(memory), &id.to_string(), "added a memory").await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a memory.
#[utoipa::path(put, path = "/api/v1/books/{book}/memories/{memory}", tag = "knowledge", operation_id = "changeMemory",
    params(("book" = String, Path), ("memory" = String, Path)), request_body = MemoryRequest,
    responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, memory)): Path<(String, String)>,
    Body(request): Body<MemoryRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: MemoryId = memory.parse().map_err(|_| missing(&memory))?;
    let kept = app.library().memory(book.series.id, id).await?.ok_or_else(|| missing(&memory))?;
    let from = request.revision;
    let written = knowledge::written_memory(kept.value, &request, book.id)?;
    Ok(Json(
        commit(&app, allowed.store(), &book, put_edit(written, from), &memory, "changed a memory").await?,
    ))
}

/// Take a memory away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/memories/{memory}", tag = "knowledge",
    operation_id = "removeMemory", params(("book" = String, Path), ("memory" = String, Path)),
    responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn remove(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, memory)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: MemoryId = memory.parse().map_err(|_| missing(&memory))?;
    app.library().memory(book.series.id, id).await?.ok_or_else(|| missing(&memory))?;
    Ok(Json(
        commit(
            &app,
            allowed.store(),
            &book,
            Edit::remove(EntryKey::Memory { id }),
            &memory,
            "removed a memory",
        )
        .await?,
    ))
}
