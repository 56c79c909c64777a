//! `/mail`: what the links in mails do. The holder of a link needs no account; opening the address changes nothing.

use crate::access::secret::digest;
use crate::allowed::Allowed;
use crate::context::ServerContext;
use crate::extract::Path;
use crate::mail::link_page::LinkPage;
use crate::problem::Problem;
use crate::problem::body::ProblemBody;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::extract::State;
use axum::http::StatusCode;

const CONFIRM: &str = "confirm_page_title";
const UNSUBSCRIBE: &str = "unsubscribe_page_title";

/// Ask whether an address is to be confirmed.
#[utoipa::path(get, path = "/api/v1/mail/confirm/{secret}", tag = "people", operation_id = "showConfirmMail",
    params(("secret" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, content((String = "text/html"), (ProblemBody = "application/problem+json"))), Problem))]
pub(in crate::routes) async fn show_confirm(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    Path(secret): Path<String>,
) -> Result<LinkPage, Problem> {
    app.team()?;
    let is_good = app.library().is_mail_confirmation(&digest(&secret), now_ms(&app).await?).await?;
    Ok(confirmation_page(is_good, CONFIRM, ["confirm_page_ask", "confirm_page_button", "confirm_page_spent"]))
}

/// Confirm the address that the link was mailed to. The link is good once.
#[utoipa::path(post, path = "/api/v1/mail/confirm/{secret}", tag = "people", operation_id = "confirmMail",
    params(("secret" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, content((String = "text/html"), (ProblemBody = "application/problem+json"))), Problem))]
pub(in crate::routes) async fn confirm(
    allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    Path(secret): Path<String>,
) -> Result<LinkPage, Problem> {
    let mail = app.team()?.mail.as_ref();
    let confirmed = allowed.store().confirm_mail(&digest(&secret), now_ms(&app).await?).await?;
    if let Some(person) = confirmed {
        tracing::info!(%person, "a mail address was confirmed");
        if let Some(mailing) = mail {
            mailing.noticed.notify_one();
        }
    }
    Ok(done(confirmed.is_some(), CONFIRM, ["confirm_page_done", "confirm_page_spent"]))
}

/// Ask whether no more notices are to be mailed.
#[utoipa::path(get, path = "/api/v1/mail/unsubscribe/{token}", tag = "people", operation_id = "showUnsubscribe",
    params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, content((String = "text/html"), (ProblemBody = "application/problem+json"))), Problem))]
pub(in crate::routes) async fn show_unsubscribe(
    _allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    Path(token): Path<String>,
) -> Result<LinkPage, Problem> {
    app.team()?;
    let is_good = is_token(&token) && app.library().is_unsubscribe_link(&token).await?;
    let words = ["unsubscribe_page_ask", "unsubscribe_page_button", "unsubscribe_page_spent"];
    Ok(confirmation_page(is_good, UNSUBSCRIBE, words))
}

/// Mail no more notices to whom the link was mailed: one click, as RFC 8058 has it.
#[utoipa::path(post, path = "/api/v1/mail/unsubscribe/{token}", tag = "people", operation_id = "unsubscribe",
    params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, content((String = "text/html"), (ProblemBody = "application/problem+json"))), Problem))]
pub(in crate::routes) async fn unsubscribe(
    allowed: Allowed<acts::Enter>,
    State(app): SharedState,
    Path(token): Path<String>,
) -> Result<LinkPage, Problem> {
    app.team()?;
    let ended = if is_token(&token) { allowed.store().unsubscribe(&token).await? } else { None };
    if let Some(person) = ended {
        tracing::info!(%person, "mails were ended by a link in one");
    }
    Ok(done(ended.is_some(), UNSUBSCRIBE, ["unsubscribe_page_done", "unsubscribe_page_spent"]))
}

/// What is kept as it is has only such characters.
fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

async fn now_ms(context: &ServerContext) -> Result<i64, Problem> {
    Ok(context.library().clock_ms(context.now_ms()).await?)
}

/// The page that asks, or that says that the link is not good.
fn confirmation_page(
    is_good: bool,
    title: &'static str,
    [text, button, spent]: [&'static str; 3],
) -> LinkPage {
    if is_good {
        LinkPage { status: StatusCode::OK, title, text, button: Some(button) }
    } else {
        done(false, title, [text, spent])
    }
}

/// The page that says what was done, or that the link is not good.
fn done(is_done: bool, title: &'static str, [text, spent]: [&'static str; 2]) -> LinkPage {
    let (status, text) = if is_done { (StatusCode::OK, text) } else { (StatusCode::NOT_FOUND, spent) };
    LinkPage { status, title, text, button: None }
}
