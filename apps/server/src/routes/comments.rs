//! `/books/{book}/comments`: what people say about paragraphs, with the questions of models among them.

use super::runs::to_question;
use crate::allowed::Allowed;
use crate::api::comments::{AskedQuestion, Comment, CommentRequest, GivenAnswer, ResolveRequest};
use crate::api::page::{Page, PageQuery};
use crate::api::people::Person;
use crate::api::run::Question;
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id, paragraph_id};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::{BookId, ChapterId, ParagraphId};
use book::work::question::PersonAnswer;
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
/// The author of comments in a library without members.
const PERSON: &str = "person";

/// Which comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CommentQuery {
    /// Only open ones, or only settled ones.
    #[param(inline)]
    state: Option<CommentState>,
    /// Only those about this chapter.
    chapter: Option<String>,
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

/// What was said about the paragraphs of a book, in reading order; first the questions of models: those that wait, or those
/// that were answered.
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
    let chapter = wanted.chapter.as_deref().map(chapter_id).transpose()?;
    if let Some(chapter) = chapter {
        app.library().chapter(book, chapter).await?;
    }
    let mut all = Vec::new();
    if wanted.state != Some(CommentState::Resolved) {
        let ids: HashMap<u32, ChapterId> = numbers.iter().map(|(id, number)| (*number, *id)).collect();
        all.extend(open_questions(&app, book, &ids).await?);
    }
    if wanted.state != Some(CommentState::Open) {
        all.extend(answered_questions(&app, book, &numbers).await?);
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
    if let Some(chapter) = chapter {
        let id = chapter.to_string();
        all.retain(|comment| comment.chapter_id.as_ref() == Some(&id));
    }
    Ok(Json(PageQuery { limit: wanted.limit, cursor: wanted.cursor }.cut(all)?))
}

/// The questions of runs on a book that wait for an answer.
async fn open_questions(
    app: &AppState,
    book: BookId,
    chapters: &HashMap<u32, ChapterId>,
) -> Result<Vec<Comment>, Problem> {
    let mut asked = Vec::new();
    for record in app.library().runs(Some(book)).await? {
        let is_at_work = app.runs.is_at_work(record.id);
        for open in runner::questions::open(app.library(), &record).await? {
            let number = open.number;
            let question = to_question(app, &record, open);
            // While the run is at work here, what a task no longer waits for was answered a moment ago.
            if is_at_work && !question.is_live {
                continue;
            }
            let chapter = chapters.get(&question.chapter).copied();
            let asked_question =
                AskedQuestion { run: record.id.to_string(), number, answered: None, question };
            asked.push(Comment::from_question(asked_question, chapter, record.updated_at));
        }
    }
    Ok(asked)
}

/// The questions of runs on a book that were answered, latest first.
async fn answered_questions(
    context: &ServerContext,
    book: BookId,
    numbers: &HashMap<ChapterId, u32>,
) -> Result<Vec<Comment>, Problem> {
    let mut answered = Vec::new();
    for asked in context.library().book_questions(book).await?.into_iter().rev() {
        let Some(found) = runner::questions::answered(&asked.note) else { continue };
        let question = Question {
            task: asked.task.to_string(),
            chapter: numbers.get(&asked.chapter).copied().unwrap_or_default(),
            text: found.question.text,
            choices: found.question.choices,
            free_text: found.question.free_text,
            is_live: false,
        };
        let answer = match found.answer {
            PersonAnswer::Said(text) => Some(text),
            PersonAnswer::Declined => None,
        };
        let question = AskedQuestion {
            run: asked.run.to_string(),
            number: asked.note.number,
            answered: Some(GivenAnswer { text: answer }),
            question,
        };
        let comment = Comment::from_question(question, Some(asked.chapter), asked.asked_at);
        let resolved_by = asked.resolved_by.as_ref().map(Person::from);
        answered.push(Comment { resolved_at_ms: Some(asked.updated_at), resolved_by, ..comment });
    }
    Ok(answered)
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
    let told = allowed.store().add_comments(book, &[new], app.now_ms()).await?;
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
            return Err(Problem::forbidden());
        }
    }
    let told =
        allowed.store().resolve_comment(book, (paragraph, number), request.resolved, app.now_ms()).await?;
    changed(&app, book, paragraph, &told);
    Ok(StatusCode::NO_CONTENT)
}

fn changed(app: &AppState, book: BookId, paragraph: ParagraphId, told: &[PersonId]) {
    app.events.publish("comments_changed", &json!({"book": book, "paragraph_id": paragraph}));
    app.notify(told);
}
