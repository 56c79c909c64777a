//! `/books/{book}/search`: where words occur.

use super::paragraphs;
use crate::allowed::Allowed;
use crate::api::page::PageQuery;
use crate::api::paragraph::{ChapterPlaces, SearchCounts, SearchHit, SearchResults};
use crate::extract::{ApiQuery, Path, book_id, chapter_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::text::markup::Marked;
use operations::pattern::{Pattern, PatternOptions};
use operations::search::{Query, page};
use serde::Deserialize;
use store::search::{self, SearchCursor, SearchScope};
use utoipa::{IntoParams, ToSchema};

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// The words, letter by letter; upper and lower case, full and half width count as the same.
    q: String,
    /// Where to look; in both when left out.
    #[serde(rename = "in", default)]
    #[param(inline)]
    side: Side,
    /// Upper and lower case are told apart.
    #[serde(default)]
    match_case: bool,
    /// Only where no letter or digit stands before or after.
    #[serde(default)]
    whole_word: bool,
    /// The words are a regular expression.
    #[serde(default)]
    regex: bool,
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
    params(("book" = String, Path), SearchQuery), responses((status = 200, body = SearchResults), Problem))]
pub(super) async fn search(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(wanted): ApiQuery<SearchQuery>,
) -> Result<Json<SearchResults>, Problem> {
    let book = book_id(&book)?;
    let options =
        PatternOptions { match_case: wanted.match_case, whole_word: wanted.whole_word, regex: wanted.regex };
    let pattern = Pattern::new(&wanted.q, options)
        .map_err(|error| Problem::explained(StatusCode::BAD_REQUEST, "query", &error))?;
    let paging = PageQuery { limit: wanted.limit, cursor: wanted.cursor };
    let after = paging.cursor.is_some().then(|| paging.after()).transpose()?;
    let query = Query {
        find: &wanted.q,
        pattern: &pattern,
        options,
        scope: match wanted.side {
            Side::Source => SearchScope::Source,
            Side::Translation => SearchScope::Translation,
            Side::Both => SearchScope::Both,
        },
        chapter: wanted.chapter.as_deref().map(chapter_id).transpose()?,
        limit: paging.limit()?,
        after: after.map(SearchCursor::after_position),
    };
    let found = page(app.library(), book, &query).await?;
    let counts = match after {
        None => Some(to_dto(&app.reports.matches(app.library(), book, &query).await?.counts)),
        Some(_) => None,
    };
    let (records, sides): (Vec<_>, Vec<_>) =
        found.hits.into_iter().map(|hit| (hit.paragraph, (hit.in_source, hit.in_translation))).unzip();
    let shown = paragraphs::with_counts(&app, book, &records).await?;
    let hits = shown.into_iter().zip(records.iter().zip(sides));
    let items = hits.map(|(paragraph, (record, (in_source, in_translation)))| {
        let translation = record.translation.as_ref().filter(|_| in_translation);
        SearchHit {
            paragraph,
            in_source,
            in_translation,
            source_spans: if in_source { spans(&pattern, &record.text) } else { Vec::new() },
            spans: translation.map(|text| spans(&pattern, text)).unwrap_or_default(),
        }
    });
    let items = items.collect();
    let next = found.next.map(|next| next.position().to_string());
    Ok(Json(SearchResults { items, next, counts }))
}

fn spans(pattern: &Pattern, text: &Marked) -> Vec<[u64; 2]> {
    let at = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    pattern.places(&text.plain()).into_iter().map(|one| [at(one.start), at(one.end)]).collect()
}

fn to_dto(counts: &search::MatchCounts) -> SearchCounts {
    let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let chapters = counts.chapters.iter();
    SearchCounts {
        n_paragraphs: number(counts.n_paragraphs),
        n_places: number(counts.n_places),
        chapters: chapters
            .map(|one| ChapterPlaces { chapter_id: one.chapter.to_string(), n_places: number(one.n_places) })
            .collect(),
        is_whole: counts.is_whole,
    }
}
