//! `/books/{book}/chapters`: what is changed about a chapter itself.

use crate::allowed::Allowed;
use crate::api::book::{ChapterCard, ChapterPatch};
use crate::dto;
use crate::extract::{Body, Path, book_id, chapter_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::edit::Edit;
use store::change::Cause;

/// Translate a chapter's title.
#[utoipa::path(patch, path = "/api/v1/books/{book}/chapters/{chapter}", tag = "chapters",
    operation_id = "changeChapter", params(("book" = String, Path), ("chapter" = String, Path)),
    request_body = ChapterPatch, responses((status = 200, body = ChapterCard), Problem))]
pub(super) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, chapter)): Path<(String, String)>,
    Body(patch): Body<ChapterPatch>,
) -> Result<Json<ChapterCard>, Problem> {
    let (book, chapter) = (book_id(&book)?, chapter_id(&chapter)?);
    let record = app.library().chapter(book, chapter).await?;
    let translation = Some(patch.title_translation.trim().to_owned()).filter(|title| !title.is_empty());
    let edit = Edit::SetChapterTitle { chapter, translation };
    let note = format!("titled chapter {}", record.number);
    allowed.store().commit(book, &[edit], &Cause::person(note), app.now_ms()).await?;
    app.book_changed(book);
    let usage = app.library().usage(book).await?;
    let cost = usage.iter().filter(|row| row.chapter == chapter).map(|row| row.usage.cost_micros).sum();
    Ok(Json(dto::chapter(&app.library().chapter(book, chapter).await?, cost, None)))
}
