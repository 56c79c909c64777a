//! `/models/settings` and `/models/offered`: what is set for a model, and which models a service has.

use crate::allowed::Allowed;
use crate::api::model_settings::{
    ModelSettingsPage, ModelSettingsPatch, OfferedBy, OfferedModel, SettingsOf,
};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body};
use crate::host;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use messages::Message;
use serde_json::Value;

/// What is set for a service or a model.
#[utoipa::path(get, path = "/api/v1/models/settings", tag = "models", operation_id = "modelSettings",
    params(SettingsOf), responses((status = 200, body = ModelSettingsPage), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    ApiQuery(of): ApiQuery<SettingsOf>,
) -> Result<Json<ModelSettingsPage>, Problem> {
    let host::ModelSettingsInfo { name, set, effective, hidden } = app.host.model_settings(&of.name)?;
    Ok(Json(ModelSettingsPage { name, set, effective, hidden }))
}

/// Change what is set for a service or a model.
#[utoipa::path(patch, path = "/api/v1/models/settings", tag = "models", operation_id = "changeModelSettings",
    params(SettingsOf), request_body = ModelSettingsPatch,
    responses((status = 200, body = ModelSettingsPage), Problem))]
pub(super) async fn change(
    allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    ApiQuery(of): ApiQuery<SettingsOf>,
    Body(patch): Body<ModelSettingsPatch>,
) -> Result<Json<ModelSettingsPage>, Problem> {
    refuse_senseless(&patch)?;
    // Only what was named is in the patch, so that `null` is told from what stays.
    if let Ok(Value::Object(patch)) = serde_json::to_value(&patch) {
        app.host.change_model_settings(&of.name, &patch)?;
        app.events.publish("models_changed", &serde_json::json!({}));
    }
    show(allowed, State(app), ApiQuery(of)).await
}

/// The models a service says it has.
#[utoipa::path(get, path = "/api/v1/models/offered", tag = "models", operation_id = "offeredModels",
    params(OfferedBy, PageQuery), responses((status = 200, body = Page<OfferedModel>), Problem))]
pub(super) async fn offered(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    ApiQuery(by): ApiQuery<OfferedBy>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<OfferedModel>>, Problem> {
    let offered = page.cut(app.host.offered_models(&by.service).await?)?;
    let items = offered.items.into_iter().map(|model| OfferedModel {
        name: format!("{}/{}", by.service, model.name),
        window: model.window,
        max_output: model.max_output,
        usd_per_million_input: model.price.map(|price| price.in_dollars().input),
        usd_per_million_output: model.price.map(|price| price.in_dollars().output),
        capabilities: model.capabilities,
    });
    Ok(Json(Page { items: items.collect(), next: offered.next }))
}

fn refuse_senseless(patch: &ModelSettingsPatch) -> Result<(), Problem> {
    let at_least_one = [
        ("requests_per_minute", patch.requests_per_minute.flatten().map(u64::from)),
        ("tokens_per_minute", patch.tokens_per_minute.flatten()),
        ("concurrency", patch.concurrency.flatten().map(u64::from)),
        ("window", patch.window.flatten()),
        ("max_output", patch.max_output.flatten().map(u64::from)),
    ];
    if let Some((name, _)) = at_least_one.into_iter().find(|(_, value)| *value == Some(0)) {
        return Err(Problem::wrong(name, Message::new("field_zero").with("field", name)));
    }
    if patch.temperature.flatten().is_some_and(|degree| !(0.0..=2.0).contains(&degree)) {
        return Err(Problem::wrong("temperature", Message::new("not_a_temperature")));
    }
    Ok(())
}
