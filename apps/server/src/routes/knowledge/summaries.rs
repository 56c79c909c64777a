//! `/books/{book}/summaries` and `/uses`: what happens in chapters, and where words stand.

use super::commit;
use crate::allowed::Allowed;
use crate::api::knowledge::{EntryChanged, Summary, SummaryRequest, Use};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id};
use crate::knowledge;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::edit::Edit;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use messages::Message;

/// The summaries of the book's chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}/summaries", tag = "knowledge", operation_id = "listSummaries",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Summary>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Summary>>, Problem> {
    let book = book_id(&book)?;
    let library = app.library();
    let digests = library.chapter_digests(book).await?;
    let chapters = library.chapters(book).await?;
    let page = page.cut(library.summaries(book).await?)?;
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
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, chapter)): Path<(String, String)>,
    Body(request): Body<SummaryRequest>,
) -> Result<Json<EntryChanged>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id = chapter_id(&chapter)?;
    let record = app.library().chapter(book.id, id).await?;
    let text = knowledge::text("text", &request.text)?;
    if text.is_empty() {
        return Err(Problem::wrong("text", Message::new("summary_without_text")));
    }
    let summary = book::knowledge::summary::Summary {
        book: book.id,
        chapter: id,
        text,
        made_from: app.library().chapter_digest(book.id, id).await?,
        standing: request.standing.as_deref().map_or(Ok(EntryState::Confirmed), knowledge::standing)?,
    };
    let note = format!("summary of chapter {}", record.number);
    Ok(Json(commit(&app, allowed.store(), &book, Edit::upsert(summary), &chapter, &note).await?))
}

/// Where terms and characters stand in the book.
#[utoipa::path(get, path = "/api/v1/books/{book}/uses", tag = "knowledge", operation_id = "uses",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Use>), Problem))]
pub(in crate::routes) async fn uses(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Use>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let known = app.library().knowledge(book.series.id).await?;
    let found = operations::knowledge::uses::of_book(app.library(), &book, &known).await?;
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
    Ok(Json(page.cut(all.collect())?))
}
