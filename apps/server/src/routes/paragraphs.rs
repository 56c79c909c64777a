//! `/books/{book}/chapters/{chapter}/paragraphs`: the text, page by page.

use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::paragraph::Paragraph;
use crate::dto;
use crate::extract::{ApiQuery, Path, book_id, chapter_id, paragraph_id};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::{BookId, ParagraphId};
use store::record::ParagraphRecord;

/// The paragraphs of a chapter in reading order, empty ones included.
///
/// The cursor is the index to go on from, so that a page may jump to any place of a chapter.
#[utoipa::path(get, path = "/api/v1/books/{book}/chapters/{chapter}/paragraphs", tag = "paragraphs",
    operation_id = "listParagraphs", params(("book" = String, Path), ("chapter" = String, Path), PageQuery),
    responses((status = 200, body = Page<Paragraph>), Problem))]
pub(super) async fn of_chapter(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, chapter)): Path<(String, String)>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Paragraph>>, Problem> {
    let (book, chapter) = (book_id(&book)?, chapter_id(&chapter)?);
    let (start, limit) = (page.after()?, page.limit()?);
    let range = start..start.saturating_add(limit);
    let library = app.library();
    let records = library.chapter_paragraphs(book, chapter, range.clone()).await?;
    let n_paragraphs = library.chapter(book, chapter).await?.n_paragraphs;
    let next = (range.end < n_paragraphs).then(|| range.end.to_string());
    Ok(Json(Page { items: with_counts(&app, book, &records).await?, next }))
}

/// One paragraph.
#[utoipa::path(get, path = "/api/v1/books/{book}/paragraphs/{paragraph}", tag = "paragraphs",
    operation_id = "showParagraph", params(("book" = String, Path), ("paragraph" = String, Path)),
    responses((status = 200, body = Paragraph), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
) -> Result<Json<Paragraph>, Problem> {
    Ok(Json(read_paragraph(&app, book_id(&book)?, paragraph_id(&paragraph)?).await?))
}

/// A paragraph as it is now.
pub(super) async fn read_paragraph(
    app: &AppState,
    book: BookId,
    id: ParagraphId,
) -> Result<Paragraph, Problem> {
    let record = app.library().paragraph(book, id).await?;
    let mut shown = with_counts(app, book, std::slice::from_ref(&record)).await?;
    shown.pop().ok_or_else(|| Problem::failed(&"a paragraph was lost on the way"))
}

/// Paragraphs with what is known about their versions.
pub(super) async fn with_counts(
    app: &AppState,
    book: BookId,
    records: &[ParagraphRecord],
) -> Result<Vec<Paragraph>, Problem> {
    let ids: Vec<ParagraphId> =
        records.iter().filter(|record| !record.is_empty).map(|record| record.id).collect();
    let counts = app.library().version_counts(book, &ids).await?;
    let findings = app.review.known(app.library(), book).await?;
    let stale = app.stale.get(app.library(), book).await?;
    let shown = records.iter().map(|record| {
        let mut paragraph = dto::paragraph(record, counts.get(&record.id));
        if paragraph.stale.is_none() {
            paragraph.stale = stale.decided_otherwise(record).map(ToOwned::to_owned);
        }
        paragraph.findings = findings.as_ref().map(|known| known.open_in(record.id)).unwrap_or_default();
        paragraph
    });
    Ok(shown.collect())
}
