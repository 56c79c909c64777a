//! `/books/{book}/chat`: conversations about a book; a turn is one stream of events.

use super::models::no_model;
use crate::allowed::Allowed;
use crate::api::chat::{Agreement, Chat, ChatLine, TurnRequest};
use crate::api::page::{Page, PageQuery};
use crate::chats::telling;
use crate::context::ServerContext;
use crate::dto;
use crate::events;
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id, chat_id, listed};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use book::id::ChatId;
use book::language::LanguageTag;
use llm::{Budget, BudgetLimit, Money};
use messages::Message;
use runner::assistant::{ChatPlace, Conversation};
use runner::run::RunModel;
use runner::spec::RunSpec;
use std::sync::Arc;
use store::chat::ChatRecord;
use store::record::BookSummary;
use store::store::Store;

/// More is not said in one breath.
const MAX_WORDS: usize = 20_000;
const MAX_SELECTION: usize = 5_000;

/// Conversations about a book, the latest first.
#[utoipa::path(get, path = "/api/v1/books/{book}/chat", tag = "chat", operation_id = "listChats",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Chat>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<PageQuery>,
) -> Result<Json<Page<Chat>>, Problem> {
    let chats = app.library().chats(book_id(&book)?).await?;
    let Page { items, next } = query.cut(chats)?;
    let items = items.iter().map(|chat| dto::chat(chat, app.chats.at_work(chat.id))).collect();
    Ok(Json(Page { items, next }))
}

/// Say something.
///
/// The answer is a stream of server-sent events: `session` (its id), `saying`, `thinking`, `retrying`, `replied`,
/// `called`, `proposed` (waits for `…/answer`), `changed` (with `change_id`, to undo it by), `compacted`, `ended`,
/// `failed`. The turn goes on to its end even if nobody reads.
#[utoipa::path(post, path = "/api/v1/books/{book}/chat", tag = "chat", operation_id = "say",
    params(("book" = String, Path)), request_body = TurnRequest,
    responses((status = 200, body = String, content_type = "text/event-stream"), Problem))]
pub(super) async fn post_turn(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<TurnRequest>,
) -> Result<Response, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let words = message_text(&request)?;
    let place = place(&app, &book, &request).await?;
    let (model, budget) = open_model(&app, &book, &request)?;
    let chat = match &request.session {
        Some(text) => of_book(&app, &book, text).await?.id,
        None => begin(&app, allowed.store(), &book, &request.message).await?,
    };
    let (store, host, speaking) =
        (allowed.store().outliving_request(), Arc::clone(&app.host), Arc::clone(&app));
    let wired = move |asked: Arc<crate::chats::PendingApproval>, bus, cancel| Conversation {
        events: telling(&speaking.context, book.id, bus),
        store,
        book,
        model,
        budget,
        instructions: None,
        approver: asked,
        clock: Arc::new(move || host.now_ms()),
        cancel,
    };
    let bus = app.chats.begin(&app.context, chat, wired, words, place)?;
    Ok(events::stream(&bus, None))
}

/// What was said in a conversation.
#[utoipa::path(get, path = "/api/v1/books/{book}/chat/{chat}", tag = "chat", operation_id = "showChat",
    params(("book" = String, Path), ("chat" = String, Path), PageQuery),
    responses((status = 200, body = Page<ChatLine>), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((book, chat)): Path<(String, String)>,
    ApiQuery(query): ApiQuery<PageQuery>,
) -> Result<Json<Page<ChatLine>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let chat = of_book(&app, &book, &chat).await?;
    let Page { items, next } = query.cut(app.library().chat_lines(chat.id).await?)?;
    let items = items.into_iter().map(|line| ChatLine {
        number: line.number,
        change_id: line.change.map(|change| change.to_string()),
        said: serde_json::from_str(&line.json).unwrap_or_default(),
        created_at_ms: line.created_at,
    });
    Ok(Json(Page { items: items.collect(), next }))
}

/// Take a conversation out of the library. What it changed in the book stays.
#[utoipa::path(delete, path = "/api/v1/books/{book}/chat/{chat}", tag = "chat", operation_id = "removeChat",
    params(("book" = String, Path), ("chat" = String, Path)), responses((status = 204), Problem))]
pub(super) async fn remove(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path((book, chat)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let chat = of_book(&app, &book, &chat).await?;
    allowed.store().remove_chat(chat.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stop the assistant. What was said is kept.
#[utoipa::path(post, path = "/api/v1/books/{book}/chat/{chat}/stop", tag = "chat", operation_id = "stopChat",
    params(("book" = String, Path), ("chat" = String, Path)), responses((status = 202), Problem))]
pub(super) async fn stop(
    _allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path((book, chat)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    app.chats.stop(of_book(&app, &book, &chat).await?.id)?;
    Ok(StatusCode::ACCEPTED)
}

/// Agree to a proposed change, or decline it.
#[utoipa::path(post, path = "/api/v1/books/{book}/chat/{chat}/answer", tag = "chat", operation_id = "answerChat",
    params(("book" = String, Path), ("chat" = String, Path)), request_body = Agreement,
    responses((status = 202), Problem))]
pub(super) async fn answer(
    _allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path((book, chat)): Path<(String, String)>,
    Body(agreement): Body<Agreement>,
) -> Result<StatusCode, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    app.chats.answer(of_book(&app, &book, &chat).await?.id, agreement.agree)?;
    Ok(StatusCode::ACCEPTED)
}

async fn of_book(context: &ServerContext, book: &BookSummary, text: &str) -> Result<ChatRecord, Problem> {
    let chat = context.library().chat(chat_id(text)?).await?;
    if chat.book == book.id {
        Ok(chat)
    } else {
        Err(Problem::missing("no_such_chat", Message::new("chat_of_other_book")))
    }
}

async fn begin(
    context: &ServerContext,
    store: &Store,
    book: &BookSummary,
    words: &str,
) -> Result<ChatId, Problem> {
    let begun = runner::assistant::begin(store, book, words, context.now_ms()).await;
    begun.map_err(Problem::from)
}

/// What is said, with what was marked quoted before it.
fn message_text(request: &TurnRequest) -> Result<String, Problem> {
    let message = request.message.trim();
    let selection = request.selection.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let is_long = |text: &str, most: usize| text.chars().nth(most).is_some();
    if message.is_empty()
        || is_long(message, MAX_WORDS)
        || selection.is_some_and(|text| is_long(text, MAX_SELECTION))
    {
        return Err(Problem::wrong("message", Message::new("message_length")));
    }
    Ok(selection.map_or_else(
        || message.to_owned(),
        |marked| format!("> {}\n\n{message}", marked.replace('\n', "\n> ")),
    ))
}

async fn place(
    context: &ServerContext,
    book: &BookSummary,
    request: &TurnRequest,
) -> Result<ChatPlace, Problem> {
    let chapter = request.chapter.as_deref().map(chapter_id).transpose()?;
    if let Some(chapter) = chapter {
        context.library().chapter(book.id, chapter).await?;
    }
    let paragraphs = listed(&request.paragraphs, "paragraph")?;
    let mut of_first = None;
    for paragraph in &paragraphs {
        of_first.get_or_insert(context.library().paragraph(book.id, *paragraph).await?.chapter);
    }
    Ok(ChatPlace { chapter: chapter.or(of_first), paragraphs })
}

fn open_model(
    context: &ServerContext,
    book: &BookSummary,
    request: &TurnRequest,
) -> Result<(RunModel, Arc<Budget>), Problem> {
    let name = match &request.model {
        Some(name) => name.clone(),
        None => context.host.default_model()?.ok_or_else(no_model)?,
    };
    let money = request.max_cost_micros.map(Money::from_micro_dollars);
    let budget = Budget::new(BudgetLimit { tokens: None, money });
    let target = book.target_language.clone().unwrap_or_else(LanguageTag::undetermined);
    let models = context.host.open_models(&RunSpec::for_model(name, target), &budget)?;
    let model = models.into_iter().next().ok_or_else(no_model)?;
    Ok((model, budget))
}
