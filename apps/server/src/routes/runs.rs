//! `/runs`: long work. It is begun, followed, stopped, resumed, and it may ask.

use super::models::no_model;
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::run::{
    AnswerRequest, Begun, CancelledBatch, Question, ResumeRequest, Run, RunPage, RunState, Task,
};
use crate::api::run_request::{Estimate, RunRequest};
use crate::context::ServerContext;
use crate::dto;
use crate::extract::{ApiQuery, Body, Path, book_id, run_id, task_id};
use crate::problem::Problem;
use crate::runs::spec::{self, named_by};
use crate::state::{AppState, SharedState};
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::work::outcome::RunOutcome;
use book::work::question::PersonAnswer;
use messages::Message;
use operations::language_edition::{self, LanguageEdition};
use runner::batches::CancelledBatches;
use runner::plan::Estimate as PlannedEstimate;
use runner::questions::OpenQuestion;
use runner::run::{RunModel, budget};
use runner::spec::{NamedBy, RunSpec};
use serde::Deserialize;
use std::sync::Arc;
use store::error::StoreError;
use store::questions::NewAnswer;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunRecord;
use utoipa::IntoParams;

/// What a wish will take, before anything is sent.
#[utoipa::path(post, path = "/api/v1/books/{book}/plan", tag = "runs", operation_id = "plan",
    params(("book" = String, Path)), request_body = RunRequest,
    responses((status = 200, body = Estimate), Problem))]
pub(super) async fn plan(
    allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<RunRequest>,
) -> Result<Json<Estimate>, Problem> {
    let (book, spec) = resolve_request(&app, &book, &request, named_by(allowed.member.as_ref())).await?;
    let models = app.host.open_models(&spec, &budget(&spec, None))?;
    let facts = RunModel::facts_of(&models, &book, &spec);
    let planned = app.reports.plan(app.library(), &book, &spec, &facts).await?;
    Ok(Json(estimate(spec.model, &planned.estimate, planned.n_chapters)))
}

/// What a plan will take, as it travels.
pub(super) fn estimate(model: String, estimate: &PlannedEstimate, n_chapters: usize) -> Estimate {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let money = estimate.least_money.zip(estimate.most_money);
    Estimate {
        model,
        n_paragraphs: count(estimate.n_paragraphs),
        n_chunks: count(estimate.n_chunks),
        n_chapters: count(n_chapters),
        source_tokens: estimate.source_tokens,
        input_tokens: [estimate.least.total_input(), estimate.most.total_input()],
        output_tokens: [estimate.least.output, estimate.most.output],
        cost_micros: money.map(|(least, most)| [least.micro_dollars(), most.micro_dollars()]),
    }
}

/// Begin a run.
#[utoipa::path(post, path = "/api/v1/books/{book}/runs", tag = "runs", operation_id = "beginRun",
    params(("book" = String, Path)), request_body = RunRequest,
    responses((status = 202, body = Begun), Problem))]
pub(super) async fn begin(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<RunRequest>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let (book, spec) = resolve_request(&app, &book, &request, named_by(allowed.member.as_ref())).await?;
    let run = begun(&app, allowed.store(), &book, spec).await?;
    Ok((StatusCode::ACCEPTED, Json(Begun { run })))
}

/// Begins a run; work into another language than the book's belongs to another edition.
pub(super) async fn begun(
    app: &Arc<AppState>,
    store: &Store,
    book: &BookSummary,
    spec: RunSpec,
) -> Result<String, Problem> {
    let edition = language_edition::find(app.library(), book, &spec.target).await?;
    if let (false, Some(language)) = (edition == LanguageEdition::Here, &book.target_language) {
        let place = if let LanguageEdition::There(other) = &edition { other.id } else { book.id };
        return Err(StoreError::TranslatedInto {
            book: place,
            title: book.title.clone(),
            language: language.clone(),
            wanted: spec.target,
        }
        .into());
    }
    Ok(app.runs.begin(&app.context, store, book.id, spec).await?.to_string())
}

/// Which runs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfBook {
    /// Only those of this book.
    book: Option<String>,
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

/// Runs, newest first. Who may read single books only asks for those of one of them.
#[utoipa::path(get, path = "/api/v1/runs", tag = "runs", operation_id = "listRuns", params(OfBook),
    responses((status = 200, body = Page<Run>), Problem))]
pub(super) async fn list(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(query): ApiQuery<OfBook>,
) -> Result<Json<Page<Run>>, Problem> {
    let book = query.book.as_deref().map(book_id).transpose()?;
    if let Some(member) = &allowed.member
        && !allows(member.role_in(&app, book).await?, Action::Read)
    {
        return Err(Problem::forbidden());
    }
    if let Some(book) = book {
        app.library().book(book).await?;
    }
    let page = PageQuery { limit: query.limit, cursor: query.cursor };
    let mut records = app.library().runs(book).await?;
    // Two programs may begin at the same moment; the one that was turned away never began a run.
    records.retain(|record| record.outcome != Some(RunOutcome::TurnedAway));
    let records = page.cut(records)?;
    let mut items = Vec::with_capacity(records.items.len());
    for record in &records.items {
        items.push(dto::run(record, app.runs.state(&app, record).await?));
    }
    Ok(Json(Page { items, next: records.next }))
}

/// A run with what became of its paragraphs.
#[utoipa::path(get, path = "/api/v1/runs/{run}", tag = "runs", operation_id = "showRun",
    params(("run" = String, Path)), responses((status = 200, body = RunPage), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(run): Path<String>,
) -> Result<Json<RunPage>, Problem> {
    let id = run_id(&run)?;
    // Whether it works is asked before it is read: a run is written down before it rests, so the other way round its
    // ending could be missing.
    let last_event = app.runs.last_event(id);
    let record = app.library().run(id).await?;
    let state = match last_event {
        Some(_) => RunState::Running,
        None => app.runs.state(&app, &record).await?,
    };
    let last_event = last_event.unwrap_or_else(|| crate::events::last_at_rest(&record));
    let standing = runner::progress::of_run(app.library(), &record).await?;
    let run = dto::run(&record, state);
    let waiting = runner::batches::waiting(app.library(), id).await?;
    Ok(Json(spec::run_page(run, &record, &standing, waiting, last_event)))
}

/// Stop a run. What was accepted is kept, and it can be resumed.
#[utoipa::path(post, path = "/api/v1/runs/{run}/stop", tag = "runs", operation_id = "stopRun",
    params(("run" = String, Path)), responses((status = 202, body = Begun), Problem))]
pub(super) async fn stop(
    _allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(run): Path<String>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let run = run_id(&run)?;
    app.library().run(run).await?;
    app.runs.stop(&app, run).await?;
    Ok((StatusCode::ACCEPTED, Json(Begun { run: run.to_string() })))
}

/// Ask the service to stop the batches of a run. What it has answered is kept; going on asks for the rest.
#[utoipa::path(post, path = "/api/v1/runs/{run}/batch/cancel", tag = "runs", operation_id = "cancelBatch",
    params(("run" = String, Path)), responses((status = 200, body = CancelledBatch), Problem))]
pub(super) async fn cancel_batch(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(run): Path<String>,
) -> Result<Json<CancelledBatch>, Problem> {
    let record = app.library().run(run_id(&run)?).await?;
    let none = CancelledBatches::default();
    let cancelled = match runner::batches::waiting(app.library(), record.id).await? {
        None => none,
        Some(waiting) => {
            let mut spec =
                spec::named_at_most(runner::run::wish_of(&record)?, named_by(allowed.member.as_ref()));
            if spec.endpoint.is_none() {
                spec.model = waiting.model;
            }
            spec.batch = true;
            spec.fallbacks.clear();
            let budget = llm::Budget::new(llm::BudgetLimit::default());
            let models = app.host.open_models(&spec, &budget)?;
            match models.first() {
                Some(model) => runner::batches::cancel(app.library(), record.id, model).await?,
                None => none,
            }
        }
    };
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Ok(Json(CancelledBatch {
        n_stopping: count(cancelled.n_stopping),
        n_over: count(cancelled.n_over),
        n_never_arrived: count(cancelled.n_never_arrived),
    }))
}

/// Go on with a run.
#[utoipa::path(post, path = "/api/v1/runs/{run}/resume", tag = "runs", operation_id = "resumeRun",
    params(("run" = String, Path)), request_body = ResumeRequest,
    responses((status = 202, body = Begun), Problem))]
pub(super) async fn resume(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(run): Path<String>,
    Body(request): Body<ResumeRequest>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let record = app.library().run(run_id(&run)?).await?;
    let named = named_by(allowed.member.as_ref());
    let run = app.runs.resume(&app.context, allowed.store(), record, request, named).await?;
    Ok((StatusCode::ACCEPTED, Json(Begun { run: run.to_string() })))
}

/// Questions that wait for a person.
#[utoipa::path(get, path = "/api/v1/runs/{run}/questions", tag = "runs", operation_id = "listQuestions",
    params(("run" = String, Path)), responses((status = 200, body = Page<Question>), Problem))]
pub(super) async fn questions(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(run): Path<String>,
) -> Result<Json<Page<Question>>, Problem> {
    let record = app.library().run(run_id(&run)?).await?;
    let open = runner::questions::open(app.library(), &record).await?;
    let items = open.into_iter().map(|open| to_question(&app, &record, open));
    Ok(Json(Page { items: items.collect(), next: None }))
}

/// A question that waits, as it travels.
pub(super) fn to_question(app: &AppState, run: &RunRecord, open: OpenQuestion) -> Question {
    Question {
        is_live: app.runs.is_waiting(run.id, open.task),
        task: open.task.to_string(),
        chapter: open.chapter,
        text: open.question.text,
        choices: open.question.choices,
        free_text: open.question.free_text,
    }
}

/// Answer a question.
#[utoipa::path(post, path = "/api/v1/runs/{run}/questions/{task}", tag = "runs", operation_id = "answerQuestion",
    params(("run" = String, Path), ("task" = String, Path)), request_body = AnswerRequest,
    responses((status = 204, description = "It was told."), Problem))]
pub(super) async fn answer(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((run, task)): Path<(String, String)>,
    Body(request): Body<AnswerRequest>,
) -> Result<StatusCode, Problem> {
    let (run, task) = (run_id(&run)?, task_id(&task)?);
    let record = app.library().run(run).await?;
    let answer = match request.answer.filter(|answer| !answer.trim().is_empty()) {
        Some(text) => PersonAnswer::Said(text),
        None => PersonAnswer::Declined,
    };
    let none_open = || Problem::missing("no_such_question", Message::new("no_open_question"));
    let chapter = app.library().task(task).await?.chapter;
    // A task asks nothing else before its last question is answered.
    let asked = app.library().questions(task).await?;
    let number = asked.last().map(|question| question.number).ok_or_else(none_open)?;
    // While the run is at work here, a task that does not wait has no question open.
    let is_told = app.runs.answer(run, task, &answer)
        || (!app.runs.is_at_work(run)
            && runner::questions::answer(allowed.store(), &record, task, &answer, app.now_ms()).await?);
    if !is_told {
        return Err(none_open());
    }
    let text = match &answer {
        PersonAnswer::Said(text) => text.as_str(),
        PersonAnswer::Declined => "",
    };
    let noted = NewAnswer { book: record.book, chapter, task, number, text };
    allowed.store().note_answer(&noted, app.now_ms()).await?;
    app.events.publish("comments_changed", &serde_json::json!({"book": record.book}));
    Ok(StatusCode::NO_CONTENT)
}

/// The tasks of a run, oldest first.
#[utoipa::path(get, path = "/api/v1/runs/{run}/tasks", tag = "runs", operation_id = "listTasks",
    params(("run" = String, Path), PageQuery), responses((status = 200, body = Page<Task>), Problem))]
pub(super) async fn tasks(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(run): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Task>>, Problem> {
    let run = run_id(&run)?;
    app.library().run(run).await?;
    let tasks = page.cut(app.library().tasks(run).await?)?;
    let items = tasks.items.iter().map(|task| Task {
        id: task.id.to_string(),
        chapter_id: task.chapter.to_string(),
        outcome: task.outcome.as_ref().map(ToString::to_string),
        n_steps: task.n_steps,
        usage: task.usage.into(),
        updated_at_ms: task.updated_at,
    });
    Ok(Json(Page { items: items.collect(), next: tasks.next }))
}

/// Everything a task's model was told and said, in order, as it is stored.
#[utoipa::path(get, path = "/api/v1/runs/{run}/tasks/{task}/transcript", tag = "runs", operation_id = "transcript",
    params(("run" = String, Path), ("task" = String, Path), PageQuery),
    responses((status = 200, body = Page<Object>), Problem))]
pub(super) async fn transcript(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path((run, task)): Path<(String, String)>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<serde_json::Value>>, Problem> {
    let (run, task) = (run_id(&run)?, task_id(&task)?);
    let record = app.library().task(task).await?;
    if record.run != run {
        let message = Message::new("task_of_other_run").with("run", run).with("task", task);
        return Err(Problem::missing("no_such_task", message));
    }
    let lines = page.cut(app.library().transcript(task).await?)?;
    let items = lines.items.iter().map(|line| serde_json::from_str(line).unwrap_or_default());
    Ok(Json(Page { items: items.collect(), next: lines.next }))
}

/// The book and the wish a request means.
pub(super) async fn resolve_request(
    context: &ServerContext,
    book: &str,
    request: &RunRequest,
    named_by: NamedBy,
) -> Result<(BookSummary, RunSpec), Problem> {
    let book = context.library().book(book_id(book)?).await?;
    let model = match &request.model {
        Some(model) => model.clone(),
        None => context.host.default_model()?.ok_or_else(no_model)?,
    };
    let spec = spec::from_request(context.library(), &book, request, model, named_by).await?;
    Ok((book, spec))
}
