//! The members: what each may do, and how a member leaves.

use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::people::{AuditEntry, RoleRequest, TeamMember};
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use serde_json::json;
use store::people::{PersonId, Role};

/// The members.
#[utoipa::path(get, path = "/api/v1/people", tag = "people", operation_id = "listPeople",
    params(PageQuery), responses((status = 200, body = Page<TeamMember>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<TeamMember>>, Problem> {
    app.team()?;
    let people = app.library().people().await?;
    Ok(Json(page.cut(people.iter().map(TeamMember::from).collect())?))
}

/// Say what a member may do, in the library or in one book.
#[utoipa::path(put, path = "/api/v1/people/{person}/role", tag = "people", operation_id = "changeRole",
    params(("person" = String, Path)), request_body = RoleRequest, responses((status = 204), Problem))]
pub(in crate::routes) async fn change_role(
    allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    Path(person): Path<String>,
    Body(request): Body<RoleRequest>,
) -> Result<StatusCode, Problem> {
    app.team()?;
    let person: PersonId = person.parse()?;
    let book = request.book.as_deref().map(book_id).transpose()?;
    let role = request.role.map(Role::from);
    allowed.store().set_role(person, book, role, app.now_ms()).await?;
    app.narrowed.notify_waiters();
    let about = json!({
        "person": person.to_string(),
        "book": book.map(|book| book.to_string()),
        "role": role.map(Role::as_str),
    });
    allowed.note(&app, "role_changed", &about).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a member. What they did stays, under no name.
#[utoipa::path(delete, path = "/api/v1/people/{person}", tag = "people", operation_id = "removePerson",
    params(("person" = String, Path)), responses((status = 204), Problem))]
pub(in crate::routes) async fn remove(
    allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    Path(person): Path<String>,
) -> Result<StatusCode, Problem> {
    app.team()?;
    let person: PersonId = person.parse()?;
    allowed.store().remove_person(person, app.now_ms()).await?;
    app.narrowed.notify_waiters();
    allowed.note(&app, "person_removed", &json!({"person": person.to_string()})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What was written down: who logged in, was let in, got a role or a token, and was removed. Newest first.
#[utoipa::path(get, path = "/api/v1/audit", tag = "people", operation_id = "audit",
    params(PageQuery), responses((status = 200, body = Page<AuditEntry>), Problem))]
pub(in crate::routes) async fn audit(
    _allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<AuditEntry>>, Problem> {
    app.team()?;
    let limit = page.limit()?;
    let wrong =
        |cursor: &String| Problem::wrong("cursor", Message::new("not_a_cursor").with("cursor", cursor));
    let before =
        page.cursor.as_ref().map(|cursor| cursor.parse::<i64>().map_err(|_| wrong(cursor))).transpose()?;
    let records = app.library().audit(before, limit).await?;
    let is_full = u32::try_from(records.len()).is_ok_and(|n| n == limit);
    let next = records.last().filter(|_| is_full).map(|last| last.id.to_string());
    Ok(Json(Page { items: records.iter().map(AuditEntry::from).collect(), next }))
}
