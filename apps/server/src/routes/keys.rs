//! `/keys`: keys of services that belong to the library. They go in sealed and never come out.

use crate::allowed::Allowed;
use crate::api::key::{KeyRequest, KeyService, LibraryKey, LibraryKeys};
use crate::api::people::Person;
use crate::context::ServerContext;
use crate::extract::{Body, Path};
use crate::host::LibraryKeySeal;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use secrecy::SecretString;

/// The keys the library has, by name.
#[utoipa::path(get, path = "/api/v1/keys", tag = "models", operation_id = "listKeys",
    responses((status = 200, body = LibraryKeys), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Configure>,
    State(app): SharedState,
) -> Result<Json<LibraryKeys>, Problem> {
    let services = app.host.key_services()?;
    let kept = app.library().sealed_keys().await?;
    let items = kept.into_iter().map(|key| {
        let service = services.iter().find(|service| service.variable == key.variable);
        LibraryKey {
            is_opened: app.host.has_library_key(&key.variable),
            service: service.map(|service| service.id.clone()),
            service_name: service.map(|service| service.name.clone()),
            set_by: key.person.as_ref().map(Person::from),
            updated_at_ms: key.updated_at,
            variable: key.variable,
        }
    });
    Ok(Json(LibraryKeys {
        items: items.collect(),
        can_seal: app.host.can_seal(),
        services: services.into_iter().map(|one| KeyService { id: one.id, name: one.name }).collect(),
    }))
}

/// Keep a key for a service, in place of the one there was.
#[utoipa::path(put, path = "/api/v1/keys/{service}", tag = "models", operation_id = "setKey",
    params(("service" = String, Path)), request_body = KeyRequest,
    responses((status = 204, description = "It is sealed and used from now on."), Problem))]
pub(super) async fn set(
    allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Path(service): Path<String>,
    Body(request): Body<KeyRequest>,
) -> Result<StatusCode, Problem> {
    let LibraryKeySeal { variable, sealed } =
        app.host.seal_key(&service, &SecretString::from(request.key.trim()))?;
    allowed.store().set_sealed_key(&variable, Some(&sealed), app.now_ms()).await?;
    used(&app).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Throw a key of the library away, named by its service or by the name it is kept under.
#[utoipa::path(delete, path = "/api/v1/keys/{service}", tag = "models", operation_id = "removeKey",
    params(("service" = String, Path)), responses((status = 204), Problem))]
pub(super) async fn remove(
    allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Path(service): Path<String>,
) -> Result<StatusCode, Problem> {
    let services = app.host.key_services()?;
    let named = services.into_iter().find(|one| one.id == service).map(|one| one.variable);
    let variable = named.unwrap_or(service);
    if !app.library().sealed_keys().await?.iter().any(|key| key.variable == variable) {
        let message = Message::new("no_such_library_key").with("name", variable);
        return Err(Problem::missing("no_such_key", message));
    }
    allowed.store().set_sealed_key(&variable, None, app.now_ms()).await?;
    used(&app).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Has this server use the keys as they are now; others follow when they look again.
async fn used(context: &ServerContext) -> Result<(), Problem> {
    let kept = context.library().sealed_keys().await?;
    let sealed = kept.into_iter().map(|key| LibraryKeySeal { variable: key.variable, sealed: key.sealed });
    context.host.use_library_keys(&sealed.collect::<Vec<_>>())?;
    context.events.publish("models_changed", &serde_json::json!({}));
    Ok(())
}
