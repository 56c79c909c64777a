//! `/books/{book}/comments`: what people say about paragraphs, with the questions of models among them.

use super::runs::to_question;
use crate::api::comments::{Comment, CommentRequest, ResolveRequest};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body, Path, book_id, paragraph_id};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::allowed::{Allowed, forbidden};
use crate::team::notified;
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::{BookId, ChapterId, ParagraphId};
use messages::Message;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use store::error::StoreError;
use store::people::PersonId;
use store::record::NewComment;
use utoipa::{IntoParams, ToSchema};

/// The longest comment.
const LONGEST: usize = 10_000;
/// Who says something where nobody logs in.
const PERSON: &str = "person";

/// Which comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CommentQuery {
    /// Only open ones, or only settled ones.
    #[param(inline)]
    state: Option<CommentState>,
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CommentState {
    Open,
    Resolved,
}

/// What was said about the paragraphs of a book, in reading order; first the questions of models that wait.
#[utoipa::path(get, path = "/api/v1/books/{book}/comments", tag = "teamwork", operation_id = "listComments",
    params(("book" = String, Path), CommentQuery), responses((status = 200, body = Page<Comment>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(wanted): ApiQuery<CommentQuery>,
) -> Result<Json<Page<Comment>>, Problem> {
    let book = book_id(&book)?;
    let chapters = app.library().chapters(book).await?;
    let numbers: HashMap<ChapterId, u32> =
        chapters.iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let ids: HashMap<u32, String> =
        chapters.iter().map(|chapter| (chapter.number, chapter.id.to_string())).collect();
    let mut all = Vec::new();
    if wanted.state != Some(CommentState::Resolved) {
        all.extend(questions(&app, book, &ids).await?);
    }
    let is_wanted = |is_resolved: bool| match wanted.state {
        Some(CommentState::Open) => !is_resolved,
        Some(CommentState::Resolved) => is_resolved,
        None => true,
    };
    let records = app.library().comments(book).await?;
    let said = records.iter().filter(|record| is_wanted(record.resolved_at.is_some()));
    all.extend(
        said.map(|record| Comment::new(record, numbers.get(&record.chapter).copied().unwrap_or_default())),
    );
    Ok(Json(PageQuery { limit: wanted.limit, cursor: wanted.cursor }.of(all)?))
}

/// The questions of runs on a book that wait for an answer.
async fn questions(
    app: &AppState,
    book: BookId,
    chapters: &HashMap<u32, String>,
) -> Result<Vec<Comment>, Problem> {
    let mut asked = Vec::new();
    for record in app.library().runs(Some(book)).await? {
        for open in runner::questions::open(app.library(), &record).await? {
            let question = to_question(app, &record, open);
            let chapter = chapters.get(&question.chapter).cloned();
            asked.push(Comment::asked(record.id.to_string(), question, chapter, record.updated_at));
        }
    }
    Ok(asked)
}

/// What was said about a paragraph.
#[utoipa::path(get, path = "/api/v1/books/{book}/paragraphs/{paragraph}/comments", tag = "teamwork",
    operation_id = "listParagraphComments", params(("book" = String, Path), ("paragraph" = String, Path)),
    responses((status = 200, body = Page<Comment>), Problem))]
pub(super) async fn of_paragraph(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
) -> Result<Json<Page<Comment>>, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let chapter = app.library().position(book, paragraph).await?.chapter_number;
    let records = app.library().paragraph_comments(book, paragraph).await?;
    let items = records.iter().map(|record| Comment::new(record, chapter)).collect();
    Ok(Json(Page { items, next: None }))
}

/// Say something about a paragraph. Whom it names is told, and who has said something there before.
#[utoipa::path(post, path = "/api/v1/books/{book}/paragraphs/{paragraph}/comments", tag = "teamwork",
    operation_id = "addComment", params(("book" = String, Path), ("paragraph" = String, Path)),
    request_body = CommentRequest, responses((status = 204), Problem))]
pub(super) async fn add(
    allowed: Allowed<acts::Comment>,
    State(app): SharedState,
    Path((book, paragraph)): Path<(String, String)>,
    Body(request): Body<CommentRequest>,
) -> Result<StatusCode, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    let text = request.text.trim();
    if text.is_empty() {
        return Err(Problem::wrong("empty_text", Message::new("text_empty")));
    }
    if text.chars().count() > LONGEST {
        return Err(Problem::wrong("text", Message::new("text_too_long").count("most", LONGEST)));
    }
    let author = allowed.member.as_ref().map_or(PERSON, |member| &member.name).to_owned();
    let new = NewComment { paragraph, author, text: text.to_owned() };
    let told = app.store().add_comments(book, &[new], app.now_ms()).await?;
    changed(&app, book, paragraph, &told);
    Ok(StatusCode::NO_CONTENT)
}

/// Settle a comment, or open it again. Readers do so with their own.
#[utoipa::path(put, path = "/api/v1/books/{book}/paragraphs/{paragraph}/comments/{number}", tag = "teamwork",
    operation_id = "resolveComment",
    params(("book" = String, Path), ("paragraph" = String, Path), ("number" = u32, Path)),
    request_body = ResolveRequest, responses((status = 204), Problem))]
pub(super) async fn resolve(
    allowed: Allowed<acts::Comment>,
    State(app): SharedState,
    Path((book, paragraph, number)): Path<(String, String, String)>,
    Body(request): Body<ResolveRequest>,
) -> Result<StatusCode, Problem> {
    let (book, paragraph) = (book_id(&book)?, paragraph_id(&paragraph)?);
    // No comment has the number zero.
    let number: u32 = number.parse().unwrap_or_default();
    let said = app.library().paragraph_comments(book, paragraph).await?;
    let found = said.into_iter().find(|one| one.number == number);
    let found = found.ok_or(StoreError::NoSuchComment { paragraph, number })?;
    if let Some(member) = &allowed.member {
        let is_own = found.person.is_some_and(|person| person.id == member.person);
        if !is_own && !allows(member.role_in(&app, Some(book)).await?, Action::Translate) {
            return Err(forbidden());
        }
    }
    let told = app.store().resolve_comment(book, (paragraph, number), request.resolved, app.now_ms()).await?;
    changed(&app, book, paragraph, &told);
    Ok(StatusCode::NO_CONTENT)
}

fn changed(app: &AppState, book: BookId, paragraph: ParagraphId, told: &[PersonId]) {
    app.events.publish("comments_changed", &json!({"book": book, "paragraph_id": paragraph}));
    notified(app, told);
}
