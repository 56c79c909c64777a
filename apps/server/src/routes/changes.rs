//! `/books/{book}/changes` and `/undo`: the history of a book, and back.

use crate::allowed::Allowed;
use crate::api::change::{Change, ChangedPlace, ChangedText, UndoRequest, Undone};
use crate::api::page::{Page, PageQuery};
use crate::context::ServerContext;
use crate::dto;
use crate::extract::{ApiQuery, Body, Path, book_id, paragraph_id, run_id};
use crate::problem::Problem;
use crate::problem::body::Conflict;
use crate::state::SharedState;
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use book::id::{BookId, ChapterId, VersionId};
use messages::Message;
use std::collections::HashMap;
use store::change::{Cause, ChangeId, Effect};
use store::error::StoreError;

/// What was changed, newest first.
#[utoipa::path(get, path = "/api/v1/books/{book}/changes", tag = "changes", operation_id = "listChanges",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Change>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Change>>, Problem> {
    let book = book_id(&book)?;
    let before = page.cursor.as_deref().map(change_id).transpose()?;
    let limit = page.limit()?;
    let mut records = app.library().changes_before(book, before, limit + 1).await?;
    let has_more = records.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    if has_more {
        records.pop();
    }
    let next = records.last().filter(|_| has_more).map(|last| last.id.to_string());
    let mut items: Vec<Change> = records.iter().map(dto::change).collect();
    let mut ends: Vec<String> = Vec::with_capacity(items.len() * 2);
    for change in &items {
        ends.extend(change.paragraphs.first().into_iter().chain(change.paragraphs.last()).cloned());
    }
    let chapters = chapters_of(&app, book, &ends).await?;
    for change in &mut items {
        let place = change.paragraphs.first().and_then(|first| Some((first, chapters.get(first)?)));
        change.place = place.map(|(first, (chapter, number))| ChangedPlace {
            paragraph_id: first.clone(),
            chapter_id: chapter.to_string(),
            chapter: *number,
        });
        let last = change.paragraphs.last().and_then(|last| chapters.get(last));
        change.last_chapter = last.map(|(_, number)| *number);
    }
    Ok(Json(Page { items, next }))
}

/// The chapters of these paragraphs with their numbers; those that a later edition dropped have none.
pub(super) async fn chapters_of(
    context: &ServerContext,
    book: BookId,
    paragraphs: &[String],
) -> Result<HashMap<String, (ChapterId, u32)>, Problem> {
    let mut ids = paragraphs.iter().map(|id| paragraph_id(id)).collect::<Result<Vec<_>, Problem>>()?;
    ids.sort_unstable();
    ids.dedup();
    let chapters = context.library().chapters_of(book, &ids).await?;
    Ok(chapters.into_iter().map(|(paragraph, chapter)| (paragraph.to_string(), chapter)).collect())
}

/// The most texts of a change that are shown.
const MAX_TEXTS: usize = 50;

/// What a change did to translations, at most fifty of them.
#[utoipa::path(get, path = "/api/v1/books/{book}/changes/{change}/texts", tag = "changes",
    operation_id = "changedTexts", params(("book" = String, Path), ("change" = String, Path)),
    responses((status = 200, body = Page<ChangedText>), Problem))]
pub(super) async fn texts(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, change)): Path<(String, String)>,
) -> Result<Json<Page<ChangedText>>, Problem> {
    let (book, wanted) = (book_id(&book)?, change_id(&change)?);
    let library = app.library();
    let records = library.changes_before(book, Some(wanted.next()), 1).await?;
    let record = records.into_iter().find(|record| record.id == wanted).ok_or_else(|| {
        let message = Message::new("change_of_other_book").with("change", &change);
        Problem::missing("no_such_change", message)
    })?;
    let mut items = Vec::new();
    for effect in &record.effects {
        let Effect::Selected { paragraph, before, after } = effect else { continue };
        if items.len() >= MAX_TEXTS {
            break;
        }
        let versions = library.versions(book, *paragraph).await?;
        let text = |id: &Option<VersionId>| {
            let version = versions.iter().find(|version| Some(version.id) == *id)?;
            Some(version.text.to_string())
        };
        let chapter = match library.paragraph(book, *paragraph).await {
            Ok(paragraph) => paragraph.chapter,
            // A later edition may have dropped it.
            Err(StoreError::NoSuchParagraph { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        items.push(ChangedText {
            paragraph_id: paragraph.to_string(),
            chapter_id: chapter.to_string(),
            before: text(before),
            after: text(after),
        });
    }
    Ok(Json(Page { items, next: None }))
}

/// Take a change back. Undoing an undo brings it back. Translators take back what they did themselves.
#[utoipa::path(post, path = "/api/v1/books/{book}/undo", tag = "changes", operation_id = "undo",
    params(("book" = String, Path)), request_body = UndoRequest,
    responses((status = 200, body = Undone), Problem))]
pub(super) async fn undo(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<UndoRequest>,
) -> Result<Json<Undone>, Problem> {
    let book = book_id(&book)?;
    app.library().book(book).await?;
    let (cause, now_ms) = (Cause::person("undo"), app.now_ms());
    let takes_back_all = match &allowed.member {
        Some(member) => allows(member.role_in(&app, Some(book)).await?, Action::Edit),
        None => true,
    };
    let undone = match (&request.change_id, &request.run) {
        (None, Some(_)) if !takes_back_all => return Err(Problem::forbidden()),
        (change, _) if !takes_back_all => {
            let change = change.as_deref().map(change_id).transpose()?;
            allowed.store().undo_own(book, change, &cause, now_ms).await
        }
        (Some(change), _) => {
            let wanted = change_id(change)?;
            let found = app.library().changes_before(book, Some(wanted.next()), 1).await?;
            // Who may change this book may not change another by naming a change of it.
            if found.first().is_none_or(|found| found.id != wanted) {
                let message = Message::new("change_of_other_book").with("change", change);
                return Err(Problem::missing("no_such_change", message));
            }
            allowed.store().undo(wanted, &cause, now_ms).await
        }
        (None, Some(run)) => {
            let run = run_id(run)?;
            if app.library().run(run).await?.book != book {
                return Err(StoreError::NoSuchRun { run }.into());
            }
            allowed.store().undo_run(run, &cause, now_ms).await
        }
        (None, None) => allowed.store().undo_last(book, &cause, now_ms).await,
    };
    let undone = match undone {
        Ok(undone) => undone,
        Err(error) => return Err(refused(&app, book, error).await?),
    };
    for changed in &undone.books {
        app.book_changed(*changed);
    }
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Ok(Json(Undone {
        changes: undone.changes.iter().map(ToString::to_string).collect(),
        change_id: undone.by.to_string(),
        n_restored: count(undone.n_restored),
        n_left_alone: count(undone.left_alone.len()),
    }))
}

/// Why nothing was taken back; where a later text stands in its place, with both texts.
async fn refused(context: &ServerContext, book: BookId, error: StoreError) -> Result<Problem, Problem> {
    let StoreError::Overwritten { effects, .. } = &error else { return Ok(error.into()) };
    let texts = effects.iter().find_map(|effect| {
        let Effect::Selected { paragraph, before, after } = effect else { return None };
        Some((*paragraph, *before, *after))
    });
    let versions = match texts {
        Some((paragraph, ..)) => context.library().versions(book, paragraph).await,
        None => return Ok(error.into()),
    };
    // A paragraph the book no longer has has no text to show.
    let (Some((_, before, after)), Ok(versions)) = (texts, versions) else { return Ok(error.into()) };
    let selected = versions.iter().find(|version| version.selected);
    let wanted = versions.iter().find(|version| Some(version.id) == before);
    Ok(Problem::from(error).with_conflict(Conflict {
        version: selected.map(|version| version.id.to_string()),
        translation: selected.map(|version| version.text.to_string()),
        author: selected.map(|version| dto::author(&version.author)),
        based_on: after.map(|version| version.to_string()),
        yours: wanted.map(|version| version.text.to_string()),
    }))
}

fn change_id(text: &str) -> Result<ChangeId, Problem> {
    text.parse()
        .map_err(|_| Problem::missing("no_such_change", Message::new("typed_no_change").with("text", text)))
}
