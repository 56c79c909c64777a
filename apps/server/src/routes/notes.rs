//! `/books/{book}/notes`: how a translator's notes of a book are exported.

use crate::allowed::Allowed;
use crate::api::notes::{NoteWord, NotesPage, NotesRequest};
use crate::context::ServerContext;
use crate::extract::{Body, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use checks::policy::Notes;
use store::record::{BookSummary, NoteChoice};

/// What becomes of a translator's notes.
#[utoipa::path(get, path = "/api/v1/books/{book}/notes", tag = "books", operation_id = "showNotes",
    params(("book" = String, Path)), responses((status = 200, body = NotesPage), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<NotesPage>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    page(&app, &book).await
}

async fn page(context: &ServerContext, book: &BookSummary) -> Result<Json<NotesPage>, Problem> {
    let choice = context.library().book_notes(book.id).await?;
    let style = book.target_language.as_ref().map(|target| context.host.dictionaries().style(target).notes);
    let footnotes = choice.map_or(style == Some(Notes::Footnotes), |choice| choice == NoteChoice::Footnotes);
    let n_notes = operations::notes::count(context.library(), book).await?;
    Ok(Json(NotesPage {
        choice: choice.map(|choice| match choice {
            NoteChoice::Footnotes => NoteWord::Footnotes,
            NoteChoice::None => NoteWord::None,
        }),
        footnotes,
        n_notes: u64::try_from(n_notes).unwrap_or(u64::MAX),
    }))
}

/// Decide what becomes of a translator's notes.
#[utoipa::path(put, path = "/api/v1/books/{book}/notes", tag = "books", operation_id = "changeNotes",
    params(("book" = String, Path)), request_body = NotesRequest,
    responses((status = 200, body = NotesPage), Problem))]
pub(super) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<NotesRequest>,
) -> Result<Json<NotesPage>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let choice = request.choice.map(|word| match word {
        NoteWord::Footnotes => NoteChoice::Footnotes,
        NoteWord::None => NoteChoice::None,
    });
    allowed.store().set_book_notes(book.id, choice).await?;
    page(&app, &book).await
}
