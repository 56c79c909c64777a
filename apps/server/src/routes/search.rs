//! `/books/{book}/search`: where words occur.

use super::paragraphs;
use crate::api::page::{Page, PageQuery};
use crate::api::paragraph::SearchHit;
use crate::extract::{ApiQuery, Path, book_id, chapter_id};
use crate::problem::Problem;
use crate::state::SharedState;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::search::{Matching, SearchCursor, SearchQuery, SearchScope};
use utoipa::{IntoParams, ToSchema};

/// Nobody looks for more at once.
const LONGEST_QUERY: usize = 1_000;

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// The words, letter by letter; upper and lower case, full and half width count as the same.
    q: String,
    /// Where to look; in both when left out.
    #[serde(rename = "in", default)]
    #[param(inline)]
    side: Side,
    /// Only in this chapter, by id.
    chapter: Option<String>,
    /// How many paragraphs at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Side {
    /// The source.
    Source,
    /// The selected translations.
    Translation,
    /// Both.
    #[default]
    Both,
}

/// Look for words in source and translation.
#[utoipa::path(get, path = "/api/v1/books/{book}/search", tag = "paragraphs", operation_id = "search",
    params(("book" = String, Path), Wanted), responses((status = 200, body = Page<SearchHit>), Problem))]
pub(super) async fn search(
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(wanted): ApiQuery<Wanted>,
) -> Result<Json<Page<SearchHit>>, Problem> {
    let book = book_id(&book)?;
    if wanted.q.trim().is_empty() || wanted.q.chars().nth(LONGEST_QUERY).is_some() {
        return Err(Problem::wrong("query", "there is nothing to look for, or too much", "give a few words"));
    }
    let page = PageQuery { limit: wanted.limit, cursor: wanted.cursor };
    let after = page.cursor.is_some().then(|| page.after()).transpose()?;
    let query = SearchQuery {
        texts: vec![wanted.q],
        matching: Matching::All,
        scope: match wanted.side {
            Side::Source => SearchScope::Source,
            Side::Translation => SearchScope::Translation,
            Side::Both => SearchScope::Both,
        },
        chapter: wanted.chapter.as_deref().map(chapter_id).transpose()?,
        limit: page.limit()?,
        after: after.map(SearchCursor::after_position),
    };
    let found = app.library().search(book, &query).await?;
    let mut items = Vec::with_capacity(found.hits.len());
    for hit in found.hits {
        let mut shown = paragraphs::with_counts(&app, book, std::slice::from_ref(&hit.paragraph)).await?;
        items.extend(shown.pop().map(|paragraph| SearchHit {
            paragraph,
            in_source: hit.in_source,
            in_translation: hit.in_translation,
        }));
    }
    Ok(Json(Page { items, next: found.next.map(|next| next.position().to_string()) }))
}
