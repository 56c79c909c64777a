//! `/me/notices`: what one is to know.

use crate::allowed::Allowed;
use crate::api::notices::{Notice, Notices, ReadRequest};
use crate::api::page::PageQuery;
use crate::extract::{ApiQuery, Body};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::BookId;
use messages::Message;
use std::collections::BTreeSet;

/// One's notices, newest first.
#[utoipa::path(get, path = "/api/v1/me/notices", tag = "teamwork", operation_id = "listNotices",
    params(PageQuery), responses((status = 200, body = Notices), Problem))]
pub(in crate::routes) async fn list(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Notices>, Problem> {
    let member = allowed.member()?;
    let limit = page.limit()?;
    let wrong =
        |cursor: &String| Problem::wrong("cursor", Message::new("not_a_cursor").with("cursor", cursor));
    let before =
        page.cursor.as_ref().map(|cursor| cursor.parse::<i64>().map_err(|_| wrong(cursor))).transpose()?;
    let records = app.library().notices(member.person, before, limit).await?;
    let is_full = u32::try_from(records.len()).is_ok_and(|n| n == limit);
    let next = records.last().filter(|_| is_full).map(|last| last.id.to_string());
    let named: BTreeSet<BookId> = records.iter().map(|record| record.book).collect();
    let mut visible = BTreeSet::new();
    for book in named {
        // A role that was taken away takes what was said in the book away.
        if allows(member.role_in(&app, Some(book)).await?, Action::Read) {
            visible.insert(book);
        }
    }
    let seen = records.iter().filter(|record| visible.contains(&record.book));
    let n_unread = app.library().n_unread(member.person).await?;
    Ok(Json(Notices { items: seen.map(Notice::from).collect(), next, n_unread }))
}

/// Mark notices as read.
#[utoipa::path(put, path = "/api/v1/me/notices", tag = "teamwork", operation_id = "readNotices",
    request_body = ReadRequest, responses((status = 204), Problem))]
pub(in crate::routes) async fn read(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    Body(request): Body<ReadRequest>,
) -> Result<StatusCode, Problem> {
    let person = allowed.member()?.person;
    allowed.store().mark_notices_read(person, request.up_to, app.now_ms()).await?;
    app.notify(&[person]);
    Ok(StatusCode::NO_CONTENT)
}
