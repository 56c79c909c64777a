//! One's own account: who one is, where one is logged in, tokens for programs, and the password.

use crate::access::proxy::Caller;
use crate::access::secret::new_secret;
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::people::{BookRole, Credential, Me, NewToken, PasswordRequest, TokenRequest, in_days};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::limits::LoginAttempt;
use crate::team::member::Member;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use store::people::{CredentialKind, NewCredential, Role};

/// Who is logged in.
#[utoipa::path(get, path = "/api/v1/me", tag = "people", operation_id = "me",
    responses((status = 200, body = Me), Problem))]
pub(in crate::routes) async fn show(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
) -> Result<Json<Me>, Problem> {
    let member = allowed.member()?;
    let books = app.library().book_roles(member.person).await?;
    Ok(Json(Me {
        id: member.person.to_string(),
        name: member.name.clone(),
        role: member.role_in(&app, None).await?.map(Into::into),
        books: books
            .into_iter()
            .map(|(book, role)| BookRole { book: book.to_string(), role: role.into() })
            .collect(),
        credential: member.credential.id,
        has_password: !login_of(&app, member).await?.is_empty(),
        is_linked: match app.team()?.oidc.as_ref() {
            Some(oidc) => app.library().has_identity(member.person, oidc.issuer()).await?,
            None => false,
        },
    }))
}

/// The name a member logs in with; empty without a password.
pub(super) async fn login_of(context: &ServerContext, member: &Member) -> Result<String, Problem> {
    let people = context.library().people().await?;
    Ok(people.into_iter().find(|one| one.id == member.person).map(|one| one.login).unwrap_or_default())
}

/// Refuses unless a password is that of the member; a session alone does not prove that they know it. Wrong ones are counted
/// and written down as those of a login are, but in a count of their own: whoever has a stolen session locks nobody out.
pub(super) async fn refuse_wrong_password(
    allowed: &Allowed<acts::Own>,
    app: &AppState,
    caller: Caller,
    password: String,
) -> Result<(), Problem> {
    let (member, team) = (allowed.member()?, app.team()?);
    let sender = member.person.to_string();
    let counted = format!("confirmed by {sender}");
    let attempt = LoginAttempt { address: caller.address, login: None, device: Some(&counted) };
    team.limits.begin(attempt)?;
    let login = login_of(app, member).await?;
    let kept = app.library().login(&login).await?.map(|found| found.password);
    if team.passwords.is_right(&sender, &SecretString::from(password), kept).await? {
        team.limits.passed(attempt);
        return Ok(());
    }
    tracing::warn!(client = %caller.address, "a wrong password");
    allowed.note(app, "login_failed", &json!({"by": "session"})).await?;
    Err(Problem::new(StatusCode::FORBIDDEN, "wrong_login", Message::new("wrong_login")))
}

/// Change one's password. Every other session and token ends.
#[utoipa::path(put, path = "/api/v1/me/password", tag = "people", operation_id = "changePassword",
    request_body = PasswordRequest, responses((status = 204), Problem))]
pub(in crate::routes) async fn change_password(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    caller: Caller,
    Body(request): Body<PasswordRequest>,
) -> Result<StatusCode, Problem> {
    let (member, team) = (allowed.member()?, app.team()?);
    // The holder of a token alone could take the account over.
    if member.credential.kind != CredentialKind::Session {
        return Err(Problem::forbidden());
    }
    refuse_wrong_password(&allowed, &app, caller, request.current).await?;
    let kept = team.passwords.keep(&member.person.to_string(), &SecretString::from(request.new)).await?;
    allowed.store().set_password(member.person, &kept, Some(member.credential.id)).await?;
    app.narrowed.notify_waiters();
    allowed.note(&app, "password_changed", &json!({})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where one is logged in, and one's tokens.
#[utoipa::path(get, path = "/api/v1/me/credentials", tag = "people", operation_id = "listCredentials",
    params(PageQuery), responses((status = 200, body = Page<Credential>), Problem))]
pub(in crate::routes) async fn credentials(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Credential>>, Problem> {
    let member = allowed.member()?;
    let all = app.library().credentials(member.person).await?;
    let now_ms = app.now_ms();
    let open = member.credential.governed(&all).into_iter().filter(|one| one.ends_at > now_ms);
    Ok(Json(page.cut(open.map(|one| Credential::new(one, member.credential.id)).collect())?))
}

/// End a session or a token at once.
#[utoipa::path(delete, path = "/api/v1/me/credentials/{credential}", tag = "people",
    operation_id = "endCredential", params(("credential" = i64, Path)),
    responses((status = 204), Problem))]
pub(in crate::routes) async fn end(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    Path(credential): Path<String>,
) -> Result<StatusCode, Problem> {
    let missing = || Problem::missing("no_such_credential", Message::new("no_such_credential"));
    let id: i64 = credential.parse().map_err(|_| missing())?;
    let member = allowed.member()?;
    let all = app.library().credentials(member.person).await?;
    let is_governed = member.credential.governed(&all).iter().any(|one| one.id == id);
    if !is_governed || !allowed.store().end_credential(member.person, id).await? {
        return Err(missing());
    }
    app.narrowed.notify_waiters();
    allowed.note(&app, "credential_ended", &json!({"credential": id})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make a token for a program.
#[utoipa::path(post, path = "/api/v1/me/tokens", tag = "people", operation_id = "makeToken",
    request_body = TokenRequest, responses((status = 201, body = NewToken), Problem))]
pub(in crate::routes) async fn make_token(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    Body(request): Body<TokenRequest>,
) -> Result<(StatusCode, Json<NewToken>), Problem> {
    let member = allowed.member()?;
    let name = super::name(&request.name)?;
    let now_ms = app.now_ms();
    let ends_at = in_days(request.days, now_ms)?;
    let role = request.role.map(Role::from);
    let (secret, digest) = new_secret()?;
    let kind = CredentialKind::Token;
    let new = NewCredential { digest: &digest, kind, person: member.person, name, role, now_ms, ends_at };
    let kept = allowed.store().add_credential(&new).await?;
    allowed.note(&app, "token_made", &json!({"name": name, "role": kept.role.map(Role::as_str)})).await?;
    let token = NewToken { token: secret.expose_secret().to_owned(), ends_at_ms: kept.ends_at };
    Ok((StatusCode::CREATED, Json(token)))
}
