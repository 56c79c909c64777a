//! `/books/{book}/instructions` and `/chapters/{chapter}/instructions`: what a person asks of every translation, kept with
//! the book.

use crate::allowed::Allowed;
use crate::api::instructions::{ChapterInstructions, Instructions, InstructionsChanged, InstructionsRequest};
use crate::context::ServerContext;
use crate::extract::{Body, Path, book_id, chapter_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::edit::{Edit, InstructionScope};
use book::id::BookId;
use messages::Message;
use operations::instructions::{LONGEST, note};
use store::change::Cause;
use store::store::Store;

/// What is asked of a book and its chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}/instructions", tag = "instructions",
    operation_id = "showInstructions", params(("book" = String, Path)),
    responses((status = 200, body = Instructions), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<Instructions>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let chapters = app.library().chapters(book.id).await?;
    let asked = chapters.into_iter().filter_map(|one| {
        Some(ChapterInstructions {
            chapter_id: one.id.to_string(),
            chapter: one.number,
            title: one.title,
            text: one.instructions?,
        })
    });
    Ok(Json(Instructions {
        series: book.series.instructions.unwrap_or_default(),
        text: book.instructions.unwrap_or_default(),
        chapters: asked.collect(),
    }))
}

/// Ask something of every translation of a book.
#[utoipa::path(put, path = "/api/v1/books/{book}/instructions", tag = "instructions",
    operation_id = "changeInstructions", params(("book" = String, Path)), request_body = InstructionsRequest,
    responses((status = 200, body = InstructionsChanged),
        (status = 409, description = "Somebody else was faster; nothing was written."), Problem))]
pub(super) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<InstructionsRequest>,
) -> Result<Json<InstructionsChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?.id;
    Ok(Json(put_instructions(&app, allowed.store(), book, InstructionScope::Book, None, request).await?))
}

/// Ask something of every translation of the book's series.
#[utoipa::path(put, path = "/api/v1/books/{book}/series/instructions", tag = "instructions",
    operation_id = "changeSeriesInstructions", params(("book" = String, Path)), request_body = InstructionsRequest,
    responses((status = 200, body = InstructionsChanged),
        (status = 409, description = "Somebody else was faster; nothing was written."), Problem))]
pub(super) async fn change_series(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<InstructionsRequest>,
) -> Result<Json<InstructionsChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?.id;
    Ok(Json(put_instructions(&app, allowed.store(), book, InstructionScope::Series, None, request).await?))
}

/// Ask something of every translation of a chapter.
#[utoipa::path(put, path = "/api/v1/books/{book}/chapters/{chapter}/instructions", tag = "instructions",
    operation_id = "changeChapterInstructions", params(("book" = String, Path), ("chapter" = String, Path)),
    request_body = InstructionsRequest,
    responses((status = 200, body = InstructionsChanged),
        (status = 409, description = "Somebody else was faster; nothing was written."), Problem))]
pub(super) async fn change_chapter(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, chapter)): Path<(String, String)>,
    Body(request): Body<InstructionsRequest>,
) -> Result<Json<InstructionsChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?.id;
    let chapter = app.library().chapter(book, chapter_id(&chapter)?).await?;
    Ok(Json(
        put_instructions(
            &app,
            allowed.store(),
            book,
            InstructionScope::Chapter(chapter.id),
            Some(chapter.number),
            request,
        )
        .await?,
    ))
}

async fn put_instructions(
    context: &ServerContext,
    store: &Store,
    book: BookId,
    scope: InstructionScope,
    chapter: Option<u32>,
    request: InstructionsRequest,
) -> Result<InstructionsChanged, Problem> {
    let text = request.text.trim().to_owned();
    if text.chars().nth(LONGEST).is_some() {
        return Err(Problem::wrong("text", Message::new("instructions_long").count("most", LONGEST)));
    }
    let cause = Cause::person(note(scope, chapter, &text));
    let edit = Edit::SetInstructions { scope, text: Some(text.clone()), was: request.based_on };
    let receipt = store.commit(book, &[edit], &cause, context.now_ms()).await?;
    context.book_changed(book);
    Ok(InstructionsChanged { text, change_id: receipt.change.map(|change| change.to_string()) })
}
