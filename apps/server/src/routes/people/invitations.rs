//! Invitations: an owner makes a link, and the first person to open it becomes a member.

use super::session::{Session, open_session};
use crate::access::proxy::Caller;
use crate::access::secret::{digest, new_secret};
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::people::{Invitation, InvitationRequest, JoinRequest, NewInvitation, in_days};
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::limits::LoginAttempt;
use crate::team::note;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use messages::Message;
use secrecy::SecretString;
use serde_json::json;
use store::people::{NewInvitation as Kept, NewPerson, Role};

/// Invitations that can still be accepted.
#[utoipa::path(get, path = "/api/v1/invitations", tag = "people", operation_id = "listInvitations",
    params(PageQuery), responses((status = 200, body = Page<Invitation>), Problem))]
pub(in crate::routes) async fn list(
    _allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Invitation>>, Problem> {
    app.team()?;
    let open = app.library().invitations(app.now_ms()).await?;
    Ok(Json(page.cut(open.iter().map(Invitation::from).collect())?))
}

/// Invite somebody: whoever opens the link first.
#[utoipa::path(post, path = "/api/v1/invitations", tag = "people", operation_id = "invite",
    request_body = InvitationRequest, responses((status = 201, body = NewInvitation), Problem))]
pub(in crate::routes) async fn invite(
    allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    Body(request): Body<InvitationRequest>,
) -> Result<(StatusCode, Json<NewInvitation>), Problem> {
    app.team()?;
    let now_ms = app.now_ms();
    let ends_at = in_days(request.days, now_ms)?;
    let book = request.book.as_deref().map(book_id).transpose()?;
    let role = Role::from(request.role);
    let (secret, digest) = new_secret()?;
    allowed.store().invite(&Kept { digest: &digest, role, book, now_ms, ends_at }).await?;
    let about = json!({"role": role.as_str(), "book": book.map(|book| book.to_string())});
    allowed.note(&app, "invited", &about).await?;
    let link = crate::team::link(&secret);
    Ok((StatusCode::CREATED, Json(NewInvitation { link, ends_at_ms: ends_at })))
}

/// Take an invitation back.
#[utoipa::path(delete, path = "/api/v1/invitations/{invitation}", tag = "people",
    operation_id = "takeBackInvitation", params(("invitation" = i64, Path)),
    responses((status = 204), Problem))]
pub(in crate::routes) async fn take_back(
    allowed: Allowed<acts::Govern>,
    State(app): SharedState,
    Path(invitation): Path<String>,
) -> Result<StatusCode, Problem> {
    app.team()?;
    let missing = || Problem::missing("no_such_invitation", Message::new("no_such_invitation"));
    let id: i64 = invitation.parse().map_err(|_| missing())?;
    if !allowed.store().take_back_invitation(id).await? {
        return Err(missing());
    }
    allowed.note(&app, "invitation_taken_back", &json!({"invitation": id})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Join by a link: a name, something to log in with, and a password.
#[utoipa::path(post, path = "/api/v1/join", tag = "people", operation_id = "join",
    request_body = JoinRequest, responses((status = 204, description = "A cookie has the session."), Problem))]
pub(in crate::routes) async fn join(
    allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    caller: Caller,
    headers: HeaderMap,
    Body(request): Body<JoinRequest>,
) -> Result<Response, Problem> {
    let team = app.team()?;
    let digest = digest(&request.secret);
    // Hashing a password is expensive, so a caller without a valid link is refused before it.
    let is_open = app.library().invitation(&digest, app.now_ms()).await?.is_some();
    if !is_open {
        team.limits.begin(LoginAttempt::anonymous(caller.address))?;
        return Err(Problem::missing("no_such_invitation", Message::new("no_such_invitation")));
    }
    let (name, login) = (super::name(&request.name)?, super::plain_login(&request.login)?);
    let password =
        team.passwords.keep(&caller.address.to_string(), &SecretString::from(request.password)).await?;
    let new = NewPerson { name, login: &login, password: &password };
    let person = allowed.store().accept_invitation(&digest, &new, app.now_ms()).await?;
    let about = json!({"person": person.to_string()});
    note(&app, Some(person), "joined", &about).await?;
    open_session(&app, &Session::by_password(person, false), caller, &headers).await
}
