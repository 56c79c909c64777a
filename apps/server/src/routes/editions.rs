//! `/books/{book}/editions`: a book in another language, which is a book of its own.

use super::books;
use crate::allowed::Allowed;
use crate::api::book::{BookCard, EditionRequest};
use crate::extract::{Body, Path, book_id, language};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use operations::language_edition::{self, LanguageEdition};

/// Make the edition of a book in a language; the one that is there, where there is one.
#[utoipa::path(post, path = "/api/v1/books/{book}/editions", tag = "books", operation_id = "makeEdition",
    params(("book" = String, Path)), request_body = EditionRequest,
    responses((status = 201, body = BookCard), (status = 200, body = BookCard, description = "It was there."), Problem))]
pub(super) async fn make(
    allowed: Allowed<acts::Import>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<EditionRequest>,
) -> Result<(StatusCode, Json<BookCard>), Problem> {
    let target = language(&request.target_language)?;
    let book = app.library().book(book_id(&book)?).await?;
    let (status, edition) = match language_edition::find(app.library(), &book, &target).await? {
        LanguageEdition::Here => {
            allowed.store().set_target_language(book.id, &target, app.now_ms()).await?;
            (StatusCode::OK, book.id)
        }
        LanguageEdition::There(other) => {
            if let Some(member) = &allowed.member
                && !allows(member.role_in(&app, Some(other.id)).await?, Action::Read)
            {
                return Err(Problem::forbidden());
            }
            (StatusCode::OK, other.id)
        }
        LanguageEdition::Missing => {
            let made = allowed.store().add_language_edition(book.id, &target, app.now_ms()).await?;
            (StatusCode::CREATED, made.id)
        }
    };
    app.book_changed(edition);
    Ok((status, Json(books::card(&app, edition).await?)))
}
