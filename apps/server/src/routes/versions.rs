//! `/paragraphs/{paragraph}/versions` and beside them selection, lock and suggestions: what people do to a translation.

use super::paragraphs;
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::version::{
    Changed, Judgement, LockRequest, NewVersion, SelectionRequest, Suggestion, Versions,
};
use crate::context::ServerContext;
use crate::dto;
use crate::extract::{ApiQuery, Body, Path, book_id, paragraph_id, version_id};
use crate::problem::Problem;
use crate::problem::body::Conflict;
use crate::state::{AppState, SharedState};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::edit::Edit;
use book::id::{BookId, ParagraphId, VersionId};
use book::text::version::{Author, Selection};
use messages::Message;
use store::change::{AddedAs, Cause};
use store::error::StoreError;
use store::record::ParagraphRecord;
use store::store::Store;

/// All versions of a paragraph.
#[utoipa::path(get, path = "/api/v1/books/{book}/paragraphs/{paragraph}/versions", tag = "versions",
    operation_id = "listVersions", params(("book" = String, Path), ("paragraph" = String, Path)),
    responses((status = 200, body = Versions), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
) -> Result<Json<Versions>, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let library = app.library();
    let versions = library.versions(book, paragraph).await?;
    let former = library.former_sources(book, paragraph).await?;
    // A paragraph that a newer edition took out still has its versions, but no tags any more.
    let tags = library.paragraph(book, paragraph).await.map(|record| record.tags).unwrap_or_default();
    Ok(Json(Versions {
        items: versions.iter().map(|version| dto::version(version, &tags)).collect(),
        former_sources: former.iter().map(|former| former.text.to_string()).collect(),
    }))
}

/// Write a translation.
#[utoipa::path(post, path = "/api/v1/books/{book}/paragraphs/{paragraph}/versions", tag = "versions",
    operation_id = "addVersion", params(("book" = String, Path), ("paragraph" = String, Path)),
    request_body = NewVersion,
    responses((status = 201, body = Changed), (status = 409, description = "Somebody else was faster: `conflict` has both texts."), Problem))]
pub(super) async fn add(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
    Body(new): Body<NewVersion>,
) -> Result<(StatusCode, Json<Changed>), Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let record = app.library().paragraph(book, paragraph).await?;
    let based_on = new.based_on.as_deref().map(version_id).transpose()?;
    let text = match written(&record, &new.text) {
        Ok(text) => text,
        // What is wrong with the text matters only to who looks at the present one.
        Err(_) if record.version != based_on => String::new(),
        Err(problem) => return Err(problem),
    };
    let expected = Edit::Expect { paragraph, version: based_on };
    let edit = Edit::AddVersion { paragraph, text, author: Author::Person, selection: Selection::Select };
    let looked_at = LookedAt { based_on, yours: Some(&new.text) };
    let changed =
        commit(&app, allowed.store(), book, paragraph, &[expected, edit], "edited a paragraph", &looked_at)
            .await?;
    Ok((StatusCode::CREATED, Json(changed)))
}

/// Make another version the translation, or none.
#[utoipa::path(put, path = "/api/v1/books/{book}/paragraphs/{paragraph}/selection", tag = "versions",
    operation_id = "selectVersion", params(("book" = String, Path), ("paragraph" = String, Path)),
    request_body = SelectionRequest,
    responses((status = 200, body = Changed), (status = 409, description = "Somebody else was faster: `conflict` has both texts."), Problem))]
pub(super) async fn select(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
    Body(wanted): Body<SelectionRequest>,
) -> Result<Json<Changed>, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let version = wanted.version.as_deref().map(version_id).transpose()?;
    let based_on = wanted.based_on.as_deref().map(version_id).transpose()?;
    let edits = [Edit::Expect { paragraph, version: based_on }, Edit::SelectVersion { paragraph, version }];
    let looked_at = LookedAt { based_on, yours: None };
    Ok(Json(commit(&app, allowed.store(), book, paragraph, &edits, "selected", &looked_at).await?))
}

/// Lock a paragraph against every model, or unlock it.
#[utoipa::path(put, path = "/api/v1/books/{book}/paragraphs/{paragraph}/lock", tag = "versions",
    operation_id = "lockParagraph", params(("book" = String, Path), ("paragraph" = String, Path)),
    request_body = LockRequest, responses((status = 200, body = Changed), Problem))]
pub(super) async fn lock(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
    Body(LockRequest { locked }): Body<LockRequest>,
) -> Result<Json<Changed>, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let note = if locked { "locked" } else { "unlocked" };
    let edits = [Edit::SetLock { paragraph, locked }];
    Ok(Json(commit(&app, allowed.store(), book, paragraph, &edits, note, &LookedAt::default()).await?))
}

/// Accept a suggestion, or turn it down.
#[utoipa::path(post, path = "/api/v1/books/{book}/paragraphs/{paragraph}/suggestions/{version}", tag = "versions",
    operation_id = "judgeSuggestion",
    params(("book" = String, Path), ("paragraph" = String, Path), ("version" = String, Path)),
    request_body = Judgement, responses((status = 200, body = Changed), Problem))]
pub(super) async fn judge(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((book, paragraph, version)): Path<(String, String, String)>,
    Body(judgement): Body<Judgement>,
) -> Result<Json<Changed>, Problem> {
    let (book, paragraph, version) = (book_id(&book)?, paragraph_id(&paragraph)?, version_id(&version)?);
    let (edit, note) = if judgement.accept {
        (Edit::SelectVersion { paragraph, version: Some(version) }, "accepted a suggestion")
    } else {
        (Edit::RejectVersion { paragraph, version, rejected: true }, "turned a suggestion down")
    };
    Ok(Json(commit(&app, allowed.store(), book, paragraph, &[edit], note, &LookedAt::default()).await?))
}

/// Suggestions that wait, in reading order.
#[utoipa::path(get, path = "/api/v1/books/{book}/suggestions", tag = "versions", operation_id = "listSuggestions",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Suggestion>), Problem))]
pub(super) async fn suggestions(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Suggestion>>, Problem> {
    let book = book_id(&book)?;
    let waiting = page.cut(app.library().suggestions(book).await?)?;
    let mut items = Vec::with_capacity(waiting.items.len());
    for one in &waiting.items {
        let mut paragraph = paragraphs::with_counts(&app, book, std::slice::from_ref(&one.paragraph)).await?;
        let suggestion = dto::version(&one.version, &one.paragraph.tags);
        items.extend(paragraph.pop().map(|paragraph| Suggestion { paragraph, suggestion }));
    }
    Ok(Json(Page { items, next: waiting.next }))
}

/// The text a person wrote, with the source's tags.
fn written(record: &ParagraphRecord, text: &str) -> Result<String, Problem> {
    if text.trim().is_empty() {
        return Err(Problem::wrong("empty_text", Message::new("text_empty")));
    }
    let read = record.text.read_translation(text.trim_matches(['\n', '\r']));
    read.map(|text| text.to_string()).map_err(|faults| {
        let faults = faults.iter().map(|fault| crate::language::recognised(&fault.to_string()));
        let faults: Vec<String> = faults.collect();
        let message = Message::new("tags_do_not_fit").with("faults", faults.join("; "));
        Problem::wrong("tags", message.with("source", &record.text))
    })
}

/// What a person was looking at, and what they wrote.
#[derive(Default)]
struct LookedAt<'a> {
    based_on: Option<VersionId>,
    yours: Option<&'a str>,
}

/// Both texts, for who was not the first.
async fn conflict(
    context: &ServerContext,
    book: BookId,
    paragraph: ParagraphId,
    looked_at: &LookedAt<'_>,
) -> Result<Problem, Problem> {
    let versions = context.library().versions(book, paragraph).await?;
    let selected = versions.iter().find(|version| version.selected);
    Ok(Problem::conflict(Conflict {
        version: selected.map(|version| version.id.to_string()),
        translation: selected.map(|version| version.text.to_string()),
        author: selected.map(|version| dto::author(&version.author)),
        based_on: looked_at.based_on.map(|version| version.to_string()),
        yours: looked_at.yours.map(ToOwned::to_owned),
    }))
}

/// Commits what a person does to one paragraph while looking at a version of it.
pub(super) async fn commit_based_on(
    app: &AppState,
    store: &Store,
    book: BookId,
    paragraph: ParagraphId,
    edits: &[Edit],
    note: &str,
    based_on: Option<VersionId>,
) -> Result<Changed, Problem> {
    commit(app, store, book, paragraph, edits, note, &LookedAt { based_on, yours: None }).await
}

async fn commit(
    app: &AppState,
    store: &Store,
    book: BookId,
    paragraph: ParagraphId,
    edits: &[Edit],
    note: &str,
    looked_at: &LookedAt<'_>,
) -> Result<Changed, Problem> {
    let receipt = match store.commit(book, edits, &Cause::person(note), app.now_ms()).await {
        Ok(receipt) => receipt,
        Err(StoreError::ChangedMeanwhile { .. }) => {
            return Err(conflict(app, book, paragraph, looked_at).await?);
        }
        Err(error) => return Err(error.into()),
    };
    let change_id = receipt.change.map(|change| change.to_string());
    app.events.publish("paragraph_changed", &serde_json::json!({"book": book, "paragraph_id": paragraph}));
    app.notify(&receipt.noticed);
    let suggested = receipt.versions.first().and_then(|added| match added.standing {
        AddedAs::SuggestedBesideApproved => Some("approved".to_owned()),
        AddedAs::SuggestedBesideAssigned => Some("assigned".to_owned()),
        AddedAs::Selected
        | AddedAs::Suggested
        | AddedAs::Beside
        | AddedAs::SuggestedBecauseLocked
        | AddedAs::SuggestedBesidePerson
        | AddedAs::SuggestedBesideReviewed
        | AddedAs::SuggestedBesideNewer => None,
    });
    Ok(Changed { paragraph: paragraphs::read_paragraph(app, book, paragraph).await?, change_id, suggested })
}
