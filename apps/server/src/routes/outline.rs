//! `/books/{book}/chapters/{chapter}/outline`: where in a chapter something waits, so that the page need not load all of its
//! text to find the next place.

use crate::allowed::Allowed;
use crate::api::paragraph::Outline;
use crate::extract::{Path, book_id, chapter_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::ParagraphId;
use book::text::review::ReviewState;
use std::collections::HashSet;

/// How many paragraphs are read at a time: a chapter may be larger than memory should be.
const AT_ONCE: u32 = 4_000;

/// Where in a chapter something waits: text without a translation, findings, suggestions, stale translations; and
/// how far its translations are.
///
/// Findings are those of the last check, as in the paragraphs themselves.
#[utoipa::path(get, path = "/api/v1/books/{book}/chapters/{chapter}/outline", tag = "paragraphs",
    operation_id = "outlineChapter", params(("book" = String, Path), ("chapter" = String, Path)),
    responses((status = 200, body = Outline), Problem))]
pub(super) async fn of_chapter(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, chapter)): Path<(String, String)>,
) -> Result<Json<Outline>, Problem> {
    let (book, chapter) = (book_id(&book)?, chapter_id(&chapter)?);
    let library = app.library();
    let n_paragraphs = library.chapter(book, chapter).await?.n_paragraphs;
    let found = app.review.known(library, book).await?;
    let stale = app.stale.get(library, book).await?;
    let suggested: HashSet<ParagraphId> =
        library.suggestions(book).await?.iter().map(|one| one.paragraph.id).collect();
    let mut outline = Outline { n_paragraphs, ..Outline::default() };
    for start in (0..n_paragraphs).step_by(usize::try_from(AT_ONCE).unwrap_or(usize::MAX)) {
        let range = start..start.saturating_add(AT_ONCE);
        for record in library.chapter_paragraphs(book, chapter, range).await? {
            let index = record.index;
            if record.is_empty {
                reach(&mut outline.empty, index);
            } else if record.translation.is_none() {
                reach(&mut outline.open, index);
            }
            if record.rehearsal.is_some() {
                reach(&mut outline.rehearsed, index);
            }
            if record.translation.is_some() {
                let of_state = match record.review {
                    ReviewState::Draft => &mut outline.draft,
                    ReviewState::NeedsWork => &mut outline.needs_work,
                    ReviewState::Reviewed => &mut outline.reviewed,
                    ReviewState::Approved => &mut outline.approved,
                };
                reach(of_state, index);
            }
            if record.freshness.reason().is_some() || stale.decided_otherwise(&record).is_some() {
                reach(&mut outline.stale, index);
            }
            if suggested.contains(&record.id) {
                reach(&mut outline.suggestions, index);
            }
            if found.as_ref().is_some_and(|found| !found.open_in(record.id).is_empty()) {
                reach(&mut outline.findings, index);
            }
        }
    }
    Ok(Json(outline))
}

/// Adds an index behind all others, to the last span where it goes on from it.
fn reach(spans: &mut Vec<[u32; 2]>, index: u32) {
    match spans.last_mut() {
        Some([_, last]) if last.saturating_add(1) == index => *last = index,
        _ => spans.push([index, index]),
    }
}
