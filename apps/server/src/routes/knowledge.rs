//! `/books/{book}/terms`, `/characters`, `/memories` and `/summaries`: what the book's series knows, one entry at a time.

use crate::api::knowledge::{
    Character, CharacterRequest, EntryChanged, Memory, MemoryRequest, Summary, SummaryRequest, Term,
    TermRequest, Use,
};
use crate::api::page::{Page, PageQuery};
use crate::extract::{Asked, Body, book_id, chapter_id};
use crate::house::{House, Shared};
use crate::knowledge::{self, Clock};
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use book::edit::Edit;
use book::id::{CharacterId, MemoryId, TermId};
use book::knowledge::character as known;
use book::knowledge::entry::{Basis, Entry, EntryKey, Revision};
use book::knowledge::evidence::{Moment, Standing};
use book::knowledge::memory::Subject;
use runner::knowledge::exchange::mint;
use store::change::Cause;
use store::record::BookSummary;

/// The terms of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/terms", tag = "knowledge", operation_id = "listTerms",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Term>), Problem))]
pub(super) async fn terms(
    State(house): Shared,
    Path(book): Path<String>,
    Asked(page): Asked<PageQuery>,
) -> Result<Json<Page<Term>>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let page = page.of(house.library().terms(book.series.id).await?)?;
    Ok(Json(Page {
        items: page.items.iter().map(|kept| knowledge::term(kept, book.id)).collect(),
        next: page.next,
    }))
}

/// Add a term.
#[utoipa::path(post, path = "/api/v1/books/{book}/terms", tag = "knowledge", operation_id = "addTerm",
    params(("book" = String, Path)), request_body = TermRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(super) async fn add_term(
    State(house): Shared,
    Path(book): Path<String>,
    Body(request): Body<TermRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let taken = house.library().terms(book.series.id).await?;
    let id = mint(&book, house.now_ms()).term(|id| taken.iter().any(|kept| kept.value.id == id));
    let mut term = book::knowledge::term::Term::new(id, String::new(), String::new());
    term.standing = Standing::Confirmed;
    let term = knowledge::written_term(term, request)?;
    let note = format!("added term {} → {}", term.source, term.translation);
    let changed = commit(&house, &book, Edit::create(term), &id.to_string(), &note).await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a term.
#[utoipa::path(put, path = "/api/v1/books/{book}/terms/{term}", tag = "knowledge", operation_id = "changeTerm",
    params(("book" = String, Path), ("term" = String, Path)), request_body = TermRequest,
    responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn change_term(
    State(house): Shared,
    Path((book, term)): Path<(String, String)>,
    Body(request): Body<TermRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id: TermId = term.parse().map_err(|_| missing(&term))?;
    let kept = house.library().term(book.series.id, id).await?.ok_or_else(|| missing(&term))?;
    let from = request.revision;
    let written = knowledge::written_term(kept.value, request)?;
    let note = format!("changed term {}", written.source);
    Ok(Json(commit(&house, &book, put(written, from), &term, &note).await?))
}

/// Take a term away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/terms/{term}", tag = "knowledge", operation_id = "removeTerm",
    params(("book" = String, Path), ("term" = String, Path)), responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn remove_term(
    State(house): Shared,
    Path((book, term)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id: TermId = term.parse().map_err(|_| missing(&term))?;
    let kept = house.library().term(book.series.id, id).await?.ok_or_else(|| missing(&term))?;
    let note = format!("removed term {}", kept.value.source);
    Ok(Json(commit(&house, &book, Edit::remove(EntryKey::Term { id }), &term, &note).await?))
}

/// The characters of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/characters", tag = "knowledge", operation_id = "listCharacters",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Character>), Problem))]
pub(super) async fn characters(
    State(house): Shared,
    Path(book): Path<String>,
    Asked(page): Asked<PageQuery>,
) -> Result<Json<Page<Character>>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let clock = Clock::of(house.library(), &book).await?;
    let page = page.of(house.library().characters(book.series.id).await?)?;
    Ok(Json(Page {
        items: page.items.iter().map(|kept| knowledge::character(kept, clock)).collect(),
        next: page.next,
    }))
}

/// Add a character.
#[utoipa::path(post, path = "/api/v1/books/{book}/characters", tag = "knowledge", operation_id = "addCharacter",
    params(("book" = String, Path)), request_body = CharacterRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(super) async fn add_character(
    State(house): Shared,
    Path(book): Path<String>,
    Body(request): Body<CharacterRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let clock = Clock::of(house.library(), &book).await?;
    let taken = house.library().characters(book.series.id).await?;
    let id = mint(&book, house.now_ms()).character(|id| taken.iter().any(|kept| kept.value.id == id));
    let mut one = known::Character::new(id, known::Name::new(String::new(), String::new()));
    one.standing = Standing::Confirmed;
    let one = knowledge::written_character(one, &request, clock)?;
    let note = format!("added character {}", one.name.source);
    let changed = commit(&house, &book, Edit::create(one), &id.to_string(), &note).await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a character.
#[utoipa::path(put, path = "/api/v1/books/{book}/characters/{character}", tag = "knowledge",
    operation_id = "changeCharacter", params(("book" = String, Path), ("character" = String, Path)),
    request_body = CharacterRequest, responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn change_character(
    State(house): Shared,
    Path((book, character)): Path<(String, String)>,
    Body(request): Body<CharacterRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let clock = Clock::of(house.library(), &book).await?;
    let id: CharacterId = character.parse().map_err(|_| missing(&character))?;
    let kept = house.library().character(book.series.id, id).await?.ok_or_else(|| missing(&character))?;
    let from = request.revision;
    let written = knowledge::written_character(kept.value, &request, clock)?;
    let note = format!("changed character {}", written.name.source);
    Ok(Json(commit(&house, &book, put(written, from), &character, &note).await?))
}

/// Take a character away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/characters/{character}", tag = "knowledge",
    operation_id = "removeCharacter", params(("book" = String, Path), ("character" = String, Path)),
    responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn remove_character(
    State(house): Shared,
    Path((book, character)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id: CharacterId = character.parse().map_err(|_| missing(&character))?;
    let kept = house.library().character(book.series.id, id).await?.ok_or_else(|| missing(&character))?;
    let note = format!("removed character {}", kept.value.name.source);
    Ok(Json(commit(&house, &book, Edit::remove(EntryKey::Character { id }), &character, &note).await?))
}

/// The memories of the book's series.
#[utoipa::path(get, path = "/api/v1/books/{book}/memories", tag = "knowledge", operation_id = "listMemories",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Memory>), Problem))]
pub(super) async fn memories(
    State(house): Shared,
    Path(book): Path<String>,
    Asked(page): Asked<PageQuery>,
) -> Result<Json<Page<Memory>>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let page = page.of(house.library().memories(book.series.id).await?)?;
    Ok(Json(Page { items: page.items.iter().map(knowledge::memory).collect(), next: page.next }))
}

/// Add a memory.
#[utoipa::path(post, path = "/api/v1/books/{book}/memories", tag = "knowledge", operation_id = "addMemory",
    params(("book" = String, Path)), request_body = MemoryRequest,
    responses((status = 201, body = EntryChanged), Problem))]
pub(super) async fn add_memory(
    State(house): Shared,
    Path(book): Path<String>,
    Body(request): Body<MemoryRequest>,
) -> Result<(StatusCode, Json<EntryChanged>), Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let taken = house.library().memories(book.series.id).await?;
    let id = mint(&book, house.now_ms()).memory(|id| taken.iter().any(|kept| kept.value.id == id));
    let memory = book::knowledge::memory::Memory {
        id,
        subject: Subject::Series,
        text: String::new(),
        evidence: Vec::new(),
        known_from: Moment(0),
        standing: Standing::Confirmed,
    };
    let memory = knowledge::written_memory(memory, &request, book.id)?;
    let changed = commit(&house, &book, Edit::create(memory), &id.to_string(), "added a memory").await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Change a memory.
#[utoipa::path(put, path = "/api/v1/books/{book}/memories/{memory}", tag = "knowledge", operation_id = "changeMemory",
    params(("book" = String, Path), ("memory" = String, Path)), request_body = MemoryRequest,
    responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn change_memory(
    State(house): Shared,
    Path((book, memory)): Path<(String, String)>,
    Body(request): Body<MemoryRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id: MemoryId = memory.parse().map_err(|_| missing(&memory))?;
    let kept = house.library().memory(book.series.id, id).await?.ok_or_else(|| missing(&memory))?;
    let from = request.revision;
    let written = knowledge::written_memory(kept.value, &request, book.id)?;
    Ok(Json(commit(&house, &book, put(written, from), &memory, "changed a memory").await?))
}

/// Take a memory away.
#[utoipa::path(delete, path = "/api/v1/books/{book}/memories/{memory}", tag = "knowledge",
    operation_id = "removeMemory", params(("book" = String, Path), ("memory" = String, Path)),
    responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn remove_memory(
    State(house): Shared,
    Path((book, memory)): Path<(String, String)>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id: MemoryId = memory.parse().map_err(|_| missing(&memory))?;
    house.library().memory(book.series.id, id).await?.ok_or_else(|| missing(&memory))?;
    Ok(Json(commit(&house, &book, Edit::remove(EntryKey::Memory { id }), &memory, "removed a memory").await?))
}

/// The summaries of the book's chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}/summaries", tag = "knowledge", operation_id = "listSummaries",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Summary>), Problem))]
pub(super) async fn summaries(
    State(house): Shared,
    Path(book): Path<String>,
    Asked(page): Asked<PageQuery>,
) -> Result<Json<Page<Summary>>, Problem> {
    let book = book_id(&book)?;
    let library = house.library();
    let digests = library.chapter_digests(book).await?;
    let chapters = library.chapters(book).await?;
    let page = page.of(library.summaries(book).await?)?;
    let items = page.items.iter().map(|kept| {
        let summary = &kept.value;
        let digest = digests.iter().find(|one| one.chapter == summary.chapter).map(|one| one.digest.as_str());
        Summary {
            chapter_id: summary.chapter.to_string(),
            chapter: chapters.iter().find(|one| one.id == summary.chapter).map_or(0, |one| one.number),
            text: summary.text.clone(),
            stale: digest.is_none_or(|digest| !summary.is_current(digest)),
            standing: summary.standing.as_str().to_owned(),
        }
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

/// Write the summary of a chapter.
#[utoipa::path(put, path = "/api/v1/books/{book}/summaries/{chapter}", tag = "knowledge",
    operation_id = "changeSummary", params(("book" = String, Path), ("chapter" = String, Path)),
    request_body = SummaryRequest, responses((status = 200, body = EntryChanged), Problem))]
pub(super) async fn change_summary(
    State(house): Shared,
    Path((book, chapter)): Path<(String, String)>,
    Body(request): Body<SummaryRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let id = chapter_id(&chapter)?;
    let record = house.library().chapter(book.id, id).await?;
    let text = knowledge::text("text", &request.text)?;
    if text.is_empty() {
        return Err(Problem::wrong("text", "a summary is not empty", ""));
    }
    let summary = book::knowledge::summary::Summary {
        book: book.id,
        chapter: id,
        text,
        made_from: house.library().chapter_digest(book.id, id).await?,
        standing: request.standing.as_deref().map_or(Ok(Standing::Confirmed), knowledge::standing)?,
    };
    let note = format!("summary of chapter {}", record.number);
    Ok(Json(commit(&house, &book, Edit::put(summary), &chapter, &note).await?))
}

/// Where terms and characters stand in the book.
#[utoipa::path(get, path = "/api/v1/books/{book}/uses", tag = "knowledge", operation_id = "uses",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Use>), Problem))]
pub(super) async fn uses(
    State(house): Shared,
    Path(book): Path<String>,
    Asked(page): Asked<PageQuery>,
) -> Result<Json<Page<Use>>, Problem> {
    let book = house.library().book(book_id(&book)?).await?;
    let known = house.library().knowledge(book.series.id).await?;
    let found = runner::knowledge::uses::of_book(house.library(), &book, &known).await?;
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let all = found.into_iter().filter_map(|(key, uses)| {
        let (entry, id) = match key {
            EntryKey::Term { id } => ("term", id.to_string()),
            EntryKey::Character { id } => ("character", id.to_string()),
            EntryKey::Memory { .. } | EntryKey::Summary { .. } => return None,
        };
        Some(Use {
            entry: entry.to_owned(),
            id,
            n_uses: count(uses.n_uses),
            n_paragraphs: count(uses.n_paragraphs),
            chapters: uses.chapters.keys().copied().collect(),
            first: uses.first.iter().map(ToString::to_string).collect(),
        })
    });
    Ok(Json(page.of(all.collect())?))
}

fn put(entry: impl Into<Entry>, from: Option<i64>) -> Edit {
    match from {
        Some(revision) => {
            Edit::PutEntry { entry: Box::new(entry.into()), basis: Basis::Revision(Revision(revision)) }
        }
        None => Edit::put(entry),
    }
}

async fn commit(
    house: &House,
    book: &BookSummary,
    edit: Edit,
    id: &str,
    note: &str,
) -> Result<EntryChanged, Problem> {
    let note: String = note.chars().take(200).collect();
    let receipt = house.store.commit(book.id, &[edit], &Cause::person(note), house.now_ms()).await?;
    house.review.forget(book.id);
    house.news.tell("knowledge_changed", &serde_json::json!({"book": book.id, "series": book.series.id}));
    Ok(EntryChanged { id: id.to_owned(), change_id: receipt.change.map(|change| change.to_string()) })
}

fn missing(id: &str) -> Problem {
    let id: String = id.chars().take(40).collect();
    Problem::missing(
        "no_such_entry",
        format!("there is no entry `{id}`\nhint: it may have been removed; undo brings it back"),
    )
}
