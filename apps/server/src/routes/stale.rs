//! `/books/{book}/stale`: translations that would be made from something else today, and why.

use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::paragraph::StaleParagraph;
use crate::extract::{ApiQuery, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use runner::stale::prompt::Reason;
use serde::Deserialize;
use store::record::StaleReason;
use utoipa::IntoParams;

/// Which of them.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StaleQuery {
    /// Also what was translated with other instructions to the model than it would get today.
    #[serde(default)]
    strict: bool,
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

/// What is stale in a book, in reading order. A run with `stale` does it again.
#[utoipa::path(get, path = "/api/v1/books/{book}/stale", tag = "paragraphs", operation_id = "listStale",
    params(("book" = String, Path), StaleQuery), responses((status = 200, body = Page<StaleParagraph>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<StaleQuery>,
) -> Result<Json<Page<StaleParagraph>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let stale = runner::stale::of_book(app.library(), &book, query.strict).await?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor }.cut(stale)?;
    let items = page.items.into_iter().map(|one| {
        let (reason, terms) = match one.reason {
            Reason::Changed(StaleReason::Source) => ("source", Vec::new()),
            Reason::Changed(StaleReason::Language) => ("language", Vec::new()),
            Reason::Instructions => ("instructions", Vec::new()),
            Reason::Knowledge { names } => ("terms", names),
        };
        StaleParagraph {
            paragraph_id: one.paragraph.id.to_string(),
            chapter_id: one.paragraph.chapter.to_string(),
            chapter: one.chapter,
            reason: reason.to_owned(),
            terms,
            newer_waits: one.newer_waits,
            text: one.paragraph.text.to_string(),
            translation: one.paragraph.translation.as_ref().map(ToString::to_string),
        }
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}
