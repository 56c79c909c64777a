//! `/books/{book}/paragraphs` with filters, and how far translations are: what an editor works through.

use super::{paragraphs, versions};
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::paragraph::Paragraph;
use crate::api::review::{ReviewRequest, ReviewState, ReviewsChanged, ReviewsRequest};
use crate::api::version::Changed;
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id, paragraph_id, version_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::edit::Edit;
use book::text::review::ReviewState as States;
use messages::Message;
use operations::paragraph_filter::{self, AuthorFilter, FilterContext, ParagraphFilter, StateFilter};
use serde::Deserialize;
use store::change::Cause;
use store::record::ParagraphRecord;
use utoipa::{IntoParams, ToSchema};

/// The most paragraphs named in one request.
const MAX_NAMED: usize = 10_000;

/// What the paragraphs must be; what is left out may be anything.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReviewQuery {
    /// How far the translation is, or that there is none.
    #[param(inline)]
    state: Option<WantedState>,
    /// Who made the translation: `person`, `model` for anybody else, or a model's name.
    author: Option<String>,
    /// The code of a check that found something nobody has acknowledged, as in `B1`. The book is checked first, where
    /// it has changed since the last check.
    check: Option<String>,
    /// Whether only stale translations are wanted.
    #[serde(default)]
    stale: bool,
    /// At least so many characters of source.
    min_length: Option<u32>,
    /// At most so many characters of source.
    max_length: Option<u32>,
    /// Only in this chapter, by id.
    chapter: Option<String>,
    /// How many paragraphs at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WantedState {
    /// There is no translation.
    Untranslated,
    /// Nobody has said anything about it.
    Draft,
    /// A person wants it changed.
    NeedsWork,
    /// A person has reviewed it.
    Reviewed,
    /// An editor has approved it.
    Approved,
    /// A person reviewed it once, and it stands in other words since.
    Touched,
}

impl From<WantedState> for StateFilter {
    fn from(state: WantedState) -> Self {
        match state {
            WantedState::Untranslated => Self::Untranslated,
            WantedState::Touched => Self::Touched,
            WantedState::Draft => Self::Review(ReviewState::Draft.into()),
            WantedState::NeedsWork => Self::Review(ReviewState::NeedsWork.into()),
            WantedState::Reviewed => Self::Review(ReviewState::Reviewed.into()),
            WantedState::Approved => Self::Review(ReviewState::Approved.into()),
        }
    }
}

/// The paragraphs with text of a book that are like this, in reading order.
#[utoipa::path(get, path = "/api/v1/books/{book}/paragraphs", tag = "paragraphs", operation_id = "filterParagraphs",
    params(("book" = String, Path), ReviewQuery), responses((status = 200, body = Page<Paragraph>), Problem))]
pub(super) async fn filter(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(wanted): ApiQuery<ReviewQuery>,
) -> Result<Json<Page<Paragraph>>, Problem> {
    let book = book_id(&book)?;
    let page = PageQuery { limit: wanted.limit, cursor: wanted.cursor };
    let (from, limit) = (page.after()?, page.limit()?);
    let to_usize = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    let filter = ParagraphFilter {
        chapter: wanted.chapter.as_deref().map(chapter_id).transpose()?,
        state: wanted.state.map(StateFilter::from),
        author: wanted.author.as_deref().map(AuthorFilter::read),
        check: wanted.check,
        stale: wanted.stale,
        min_length: wanted.min_length.map(to_usize),
        max_length: wanted.max_length.map(to_usize),
    };
    let library = app.library();
    if let Some(chapter) = filter.chapter {
        library.chapter(book, chapter).await?;
    }
    if filter.check.is_some() {
        let book = library.book(book).await?;
        if book.n_translated > 0 {
            app.review.get(library, &app.host.dictionaries(), &book).await?;
        }
    }
    let findings = app.review.known(library, book).await?;
    let stale = app.stale.get(library, book).await?;
    let known = FilterContext {
        has_finding: &|paragraph, check| {
            let open = findings.as_ref().map(|known| known.open_in(paragraph)).unwrap_or_default();
            open.iter().any(|finding| finding.check.eq_ignore_ascii_case(check))
        },
        is_stale: &|record: &ParagraphRecord| {
            record.freshness.reason().is_some() || stale.decided_otherwise(record).is_some()
        },
    };
    let found = paragraph_filter::find(library, book, &filter, &known, from, to_usize(limit)).await?;
    let items = paragraphs::with_counts(&app, book, &found.paragraphs).await?;
    Ok(Json(Page { items, next: found.next.map(|next| next.to_string()) }))
}

/// Say how far the translation of a paragraph is. Whoever looked at another version than the selected one is told.
#[utoipa::path(put, path = "/api/v1/books/{book}/paragraphs/{paragraph}/review", tag = "versions",
    operation_id = "reviewParagraph", params(("book" = String, Path), ("paragraph" = String, Path)),
    request_body = ReviewRequest, responses((status = 200, body = Changed), Problem))]
pub(super) async fn set(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
    Body(request): Body<ReviewRequest>,
) -> Result<Json<Changed>, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let state: States = request.state.into();
    let based_on = request.based_on.as_deref().map(version_id).transpose()?;
    let expected = based_on.map(|version| Edit::Expect { paragraph, version: Some(version) });
    let edits: Vec<Edit> = expected.into_iter().chain([Edit::SetReview { paragraph, state }]).collect();
    let note = format!("review: {}", state.in_words());
    Ok(Json(
        versions::commit_based_on(&app, allowed.store(), book, paragraph, &edits, &note, based_on).await?,
    ))
}

/// Say how far the translations of several paragraphs are, as one change.
#[utoipa::path(post, path = "/api/v1/books/{book}/reviews", tag = "versions", operation_id = "reviewParagraphs",
    params(("book" = String, Path)), request_body = ReviewsRequest,
    responses((status = 200, body = ReviewsChanged), Problem))]
pub(super) async fn set_many(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<ReviewsRequest>,
) -> Result<Json<ReviewsChanged>, Problem> {
    let book = book_id(&book)?;
    let state: States = request.state.into();
    if request.paragraphs.len() > MAX_NAMED || (request.paragraphs.is_empty() && request.chapter.is_none()) {
        return Err(Problem::wrong("paragraphs", Message::new("paragraphs_named").count("most", MAX_NAMED)));
    }
    let named = request.paragraphs.iter().map(|text| paragraph_id(text));
    let mut edits: Vec<Edit> = named
        .map(|paragraph| Ok(Edit::SetReview { paragraph: paragraph?, state }))
        .collect::<Result<_, Problem>>()?;
    if let Some(chapter) = &request.chapter {
        let chapter = chapter_id(chapter)?;
        let records = app.library().chapter_paragraphs(book, chapter, 0..u32::MAX).await?;
        let is_meant =
            |record: &&ParagraphRecord| record.translation.is_some() && !record.review.is_above(state);
        // One that is approved after it was read here is passed over as well.
        let edit = |record: &ParagraphRecord| Edit::SetReviewOfMany { paragraph: record.id, state };
        edits.extend(records.iter().filter(is_meant).map(edit));
    }
    let note = format!("review: {}", state.in_words());
    let receipt = allowed.store().commit(book, &edits, &Cause::person(note), app.now_ms()).await?;
    app.book_changed(book);
    app.notify(&receipt.noticed);
    Ok(Json(ReviewsChanged {
        n_paragraphs: u64::try_from(edits.len()).unwrap_or(u64::MAX),
        change_id: receipt.change.map(|change| change.to_string()),
    }))
}
