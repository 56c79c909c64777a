//! `/books/{book}/characters`: the people of the book's series.

use super::{commit, missing, put_edit};
use crate::allowed::Allowed;
use crate::api::knowledge::{Character, CharacterRequest, EntryChanged};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::knowledge::{self, Clock};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::edit::Edit;
use book::id::CharacterId;
use book::knowledge::character as known;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use operations::knowledge::exchange::mint;

/// The characters of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/characters", tag = "knowledge", operation_id = "listCharacters",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Character>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Character>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let clock = Clock::for_book(app.library(), &book).await?;
    let page = page.cut(app.library().characters(book.series.id).await?)?;
    Ok(Json(Page {
        items: page.items.iter().map(|kept| knowledge::character(kept, clock)).collect(),
        next: page.next,
    }))
}

/// Add a character.
#[utoipa::path(post, path = "/api/v1/books/{book}/characters", tag = "knowledge", operation_id = "addCharacter",
    params(("book" = String, Path)), request_body = CharacterRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(in crate::routes) async fn add(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<CharacterRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let clock = Clock::for_book(app.library(), &book).await?;
    let taken = app.library().characters(book.series.id).await?;
    let id = mint(&book, app.now_ms()).character(|id| taken.iter().any(|kept| kept.value.id == id));
    let mut one = known::Character::new(id, known::Name::new(String::new(), String::new()));
    one.standing = EntryState::Confirmed;
    let one = knowledge::written_character(one, &request, clock)?;
    let note = format!("added character {}", one.name.source);
    let changed = commit(&app, allowed.store(), &book, Edit::create(one), &id.to_string(), &note).await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a character.
#[utoipa::path(put, path = "/api/v1/books/{book}/characters/{character}", tag = "knowledge",
    operation_id = "changeCharacter", params(("book" = String, Path), ("character" = String, Path)),
    request_body = CharacterRequest, responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, character)): Path<(String, String)>,
    Body(request): Body<CharacterRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let clock = Clock::for_book(app.library(), &book).await?;
    let id: CharacterId = character.parse().map_err(|_| missing(&character))?;
    let kept = app.library().character(book.series.id, id).await?.ok_or_else(|| missing(&character))?;
    let from = request.revision;
    let written = knowledge::written_character(kept.value, &request, clock)?;
    let note = format!("changed character {}", written.name.source);
    Ok(Json(commit(&app, allowed.store(), &book, put_edit(written, from), &character, &note).await?))
}

/// Take a character away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/characters/{character}", tag = "knowledge",
    operation_id = "removeCharacter", params(("book" = String, Path), ("character" = String, Path)),
    responses((status = 200, body = EntryChanged), Problem))]
pub(in crate::routes) async fn remove(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, character)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: CharacterId = character.parse().map_err(|_| missing(&character))?;
    let kept = app.library().character(book.series.id, id).await?.ok_or_else(|| missing(&character))?;
    let note = format!("removed character {}", kept.value.name.source);
    Ok(Json(
        commit(&app, allowed.store(), &book, Edit::remove(EntryKey::Character { id }), &character, &note)
            .await?,
    ))
}
