//! `/models`, `/settings` and `/prompts`: who can be used, what is usual, and what a model is told.

use crate::allowed::Allowed;
use crate::api::model::{
    AddedModel, KeyState, Model, ModelPatch, ModelTrial, NewModel, Prompt, PromptTool, RemovedModel,
    Settings, SettingsPatch, TrialRequest,
};
use crate::api::page::{Page, PageQuery};
use crate::api::run_request::{EffortWord, Kind};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id, language};
use crate::host::{self, KeyStatus, ModelInfo, ModelTestReport, SettingsChange};
use crate::language::recognised;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::IntoParams;

/// The models that can be used.
#[utoipa::path(get, path = "/api/v1/models", tag = "models", operation_id = "listModels", params(PageQuery),
    responses((status = 200, body = Page<Model>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Model>>, Problem> {
    let default = app.host.default_model()?;
    let offers = page.cut(app.host.models()?)?;
    let items = offers.items.iter().map(|offer| model(offer, default.as_deref())).collect();
    Ok(Json(Page { items, next: offers.next }))
}

/// Keep a key, an endpoint or a default.
#[utoipa::path(post, path = "/api/v1/models", tag = "models", operation_id = "addModel", request_body = NewModel,
    responses((status = 201, body = AddedModel), Problem))]
pub(super) async fn add(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Body(new): Body<NewModel>,
) -> Result<(StatusCode, Json<AddedModel>), Problem> {
    let key = new.key.filter(|key| !key.trim().is_empty());
    let name = app.host.add_model(host::NewModel {
        name: new.name,
        base_url: new.base_url,
        dialect: new.dialect,
        model: new.model,
        key: key.map(|key| SecretString::from(key.trim())),
        is_default: new.is_default,
    })?;
    let key = app.host.models()?.iter().find(|offer| offer.name == name).map(|offer| offer.key);
    app.events.publish("models_changed", &serde_json::json!({}));
    Ok((StatusCode::CREATED, Json(AddedModel { name, key: key_state(key.unwrap_or(KeyStatus::Present)) })))
}

/// Say what a model costs.
#[utoipa::path(patch, path = "/api/v1/models", tag = "models", operation_id = "changeModel",
    request_body = ModelPatch, responses((status = 204, description = "It is known now."), Problem))]
pub(super) async fn change(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Body(patch): Body<ModelPatch>,
) -> Result<StatusCode, Problem> {
    let ModelPatch { name, usd_per_million_input, usd_per_million_output, delivery } = patch;
    match (usd_per_million_input, usd_per_million_output) {
        (Some(input), Some(output)) if [input, output].iter().all(|usd| usd.is_finite() && *usd >= 0.0) => {
            app.host.price_model(&name, llm::Price { input, output, ..llm::Price::default() })?;
        }
        (None, None) if delivery.is_some() => {}
        (Some(_) | None, Some(_) | None) => {
            return Err(Problem::wrong("price", Message::new("not_a_price")));
        }
    }
    if let Some(delivery) = delivery {
        app.host.set_delivery(&name, delivery.into())?;
    }
    app.events.publish("models_changed", &serde_json::json!({}));
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a model the person added.
#[utoipa::path(delete, path = "/api/v1/models", tag = "models", operation_id = "removeModel",
    params(RemovedModel), responses((status = 204, description = "It is gone."), Problem))]
pub(super) async fn remove(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    ApiQuery(removed): ApiQuery<RemovedModel>,
) -> Result<StatusCode, Problem> {
    app.host.remove_model(&removed.name)?;
    app.events.publish("models_changed", &serde_json::json!({}));
    Ok(StatusCode::NO_CONTENT)
}

/// Send a model a few tiny requests, and keep what they show.
#[utoipa::path(post, path = "/api/v1/models/test", tag = "models", operation_id = "testModel",
    request_body = TrialRequest, responses((status = 200, body = ModelTrial), Problem))]
pub(super) async fn test(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Body(request): Body<TrialRequest>,
) -> Result<Json<ModelTrial>, Problem> {
    let name = match request.model {
        Some(name) => name,
        None => app.host.default_model()?.ok_or_else(no_model)?,
    };
    let trial = app.host.test_model(&name).await?;
    app.events.publish("models_changed", &serde_json::json!({}));
    Ok(Json(model_trial(name, trial)))
}

/// The settings.
#[utoipa::path(get, path = "/api/v1/settings", tag = "models", operation_id = "settings",
    responses((status = 200, body = Settings), Problem))]
pub(super) async fn settings(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
) -> Result<Json<Settings>, Problem> {
    kept_settings(&app)
}

fn kept_settings(context: &ServerContext) -> Result<Json<Settings>, Problem> {
    let host::HostSettings { default_model, ask_above_usd } = context.host.settings()?;
    Ok(Json(Settings { default_model, ask_above_usd }))
}

/// Change settings.
#[utoipa::path(patch, path = "/api/v1/settings", tag = "models", operation_id = "changeSettings",
    request_body = SettingsPatch, responses((status = 200, body = Settings), Problem))]
pub(super) async fn change_settings(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Body(patch): Body<SettingsPatch>,
) -> Result<Json<Settings>, Problem> {
    if patch.ask_above_usd.is_some_and(|usd| !usd.is_finite() || usd < 0.0) {
        return Err(Problem::wrong("ask_above_usd", Message::new("not_an_amount")));
    }
    let SettingsPatch { default_model, ask_above_usd } = patch;
    app.host.change_settings(SettingsChange { default_model, ask_above_usd })?;
    app.events.publish("models_changed", &serde_json::json!({}));
    kept_settings(&app)
}

/// Which prompt.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PromptQuery {
    /// What kind of work.
    #[serde(default)]
    #[param(inline)]
    kind: Kind,
    /// How much ceremony.
    #[serde(default)]
    #[param(inline)]
    effort: EffortWord,
    /// The language to translate into; the book's when left out.
    target_language: Option<String>,
    /// What is asked of one run, beside what is asked of the book.
    instructions: Option<String>,
    /// Also what is asked of this chapter, by id.
    chapter: Option<String>,
}

/// What a model is told before anything else.
#[utoipa::path(get, path = "/api/v1/books/{book}/prompt", tag = "models", operation_id = "prompt",
    params(("book" = String, Path), PromptQuery), responses((status = 200, body = Prompt), Problem))]
pub(super) async fn prompt(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<PromptQuery>,
) -> Result<Json<Prompt>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let target = match (&query.target_language, &book.target_language) {
        (Some(text), _) => language(text)?,
        (None, Some(tag)) => tag.clone(),
        (None, None) => language("en")?,
    };
    let of_chapter = match &query.chapter {
        Some(chapter) => app.library().chapter(book.id, chapter_id(chapter)?).await?.instructions,
        None => None,
    };
    let mut spec = runner::spec::RunSpec::for_model(String::new(), target.clone());
    spec.instructions = query.instructions;
    let asked = spec.all_instructions(&book);
    let told =
        runner::prompt::preview(&book, query.kind.into(), query.effort.into(), &target, asked.as_deref());
    Ok(Json(Prompt {
        kind: book::text::version::TaskKind::from(query.kind).as_str().to_owned(),
        language: told.language.to_owned(),
        system: told.system,
        chapter_instructions: of_chapter,
        tools: told
            .tools
            .into_iter()
            .map(|tool| PromptTool {
                name: tool.name.to_owned(),
                description: tool.description.to_owned(),
                parameters: tool.parameters,
            })
            .collect(),
    }))
}

/// No model is named and none is usual.
pub(super) fn no_model() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no_model", Message::new("no_model_named"))
}

fn model(offer: &ModelInfo, default: Option<&str>) -> Model {
    Model {
        name: offer.name.clone(),
        service: offer.service.clone(),
        base_url: offer.base_url.clone(),
        dialect: offer.dialect.clone(),
        key: key_state(offer.key),
        window: offer.window,
        max_output: offer.max_output,
        usd_per_million_input: offer.price.map(|price| price.input),
        usd_per_million_output: offer.price.map(|price| price.output),
        priced_on: offer.priced_on.clone(),
        is_default: default == Some(offer.name.as_str()),
        is_own: offer.is_own,
        delivery: offer.delivery.as_ref().map(|delivery| delivery.form.as_str().to_owned()),
        delivery_from: offer.delivery.as_ref().map(|delivery| delivery.from.to_owned()),
        delivery_why: offer.delivery.as_ref().and_then(|delivery| delivery.why.as_deref()).map(recognised),
        prompt: offer.delivery.as_ref().and_then(|delivery| delivery.prompt.clone()),
        tested: offer.tested.clone().map(|report| model_trial(offer.name.clone(), report)),
    }
}

fn model_trial(model: String, report: ModelTestReport) -> ModelTrial {
    ModelTrial {
        model,
        tested_ms: report.tested_ms,
        works: report.works,
        failure: report.failure.as_deref().map(recognised),
        tools: report.tools,
        parallel_calls: report.parallel_calls,
        delivery: report.delivery.map(Into::into),
        streaming: report.is_streaming,
        thinking: report.thinking,
        structured_output: report.structured_output,
        cut_off: report.cut_off,
        window: report.window,
        capabilities: report.capabilities,
        tokens_per_second: report.tokens_per_second,
        usd_per_million_input: report.price.map(|(input, _)| input),
        usd_per_million_output: report.price.map(|(_, output)| output),
        answer: report.answer,
        first_event_ms: report.first_event_ms,
        ms: report.all_ms,
        cost_micros: report.cost_micros,
    }
}

const fn key_state(key: KeyStatus) -> KeyState {
    match key {
        KeyStatus::NotNeeded => KeyState::NotNeeded,
        KeyStatus::Present => KeyState::Present,
        KeyStatus::Missing => KeyState::Missing,
    }
}
