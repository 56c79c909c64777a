//! `/me/mail`: where a member's notices are mailed to, and how often. Only the member can read the address.

use crate::access::secret::new_secret;
use crate::allowed::Allowed;
use crate::api::mail::{MailChoice, MailFrequency, MailRequest};
use crate::context::ServerContext;
use crate::extract::Body;
use crate::language::tag;
use crate::mail::confirmation::{CONFIRM_HOURS, send_confirmation as send};
use crate::mail::digests::Mailing;
use crate::mail::mail_address;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::{Language, Message};
use secrecy::ExposeSecret;
use store::mail::{
    MailChoice as StoredChoice, MailFrequency as StoredFrequency, MailRecord, NewMailConfirmation,
};
use store::people::{CredentialKind, PersonId};
use store::store::Store;

/// Where one's notices are mailed to, and how often.
#[utoipa::path(get, path = "/api/v1/me/mail", tag = "people", operation_id = "showMail",
    responses((status = 200, body = MailChoice), Problem))]
pub(in crate::routes) async fn show(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
) -> Result<Json<MailChoice>, Problem> {
    let chosen = app.library().mail_choice(allowed.member()?.person).await?;
    let is_offered = app.team()?.mail.is_some();
    let is_confirmed = chosen.as_ref().is_some_and(|chosen| chosen.is_confirmed);
    let chosen = chosen.map(|chosen| chosen.choice);
    let frequency = chosen.as_ref().map_or(MailFrequency::Never, |chosen| chosen.frequency.into());
    let address = chosen.and_then(|chosen| chosen.address);
    Ok(Json(MailChoice { is_offered, address, is_confirmed, frequency }))
}

/// Choose where one's notices are mailed to, and how often. To another address a link is mailed first, which confirms it.
#[utoipa::path(put, path = "/api/v1/me/mail", tag = "people", operation_id = "changeMail",
    request_body = MailRequest, responses((status = 204), Problem))]
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    Body(request): Body<MailRequest>,
) -> Result<StatusCode, Problem> {
    let member = allowed.member()?;
    // The holder of a token alone could redirect the member's notices.
    if member.credential.kind != CredentialKind::Session {
        return Err(Problem::forbidden());
    }
    let person = member.person;
    let wrong = || Problem::wrong("address", Message::new("not_a_mail_address"));
    let typed = request.address.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let address = typed.map(|text| mail_address(text).ok_or_else(wrong)).transpose()?;
    let frequency = StoredFrequency::from(request.frequency);
    if address.is_none() && frequency != StoredFrequency::Never {
        return Err(wrong());
    }
    let choice =
        StoredChoice { address: address.map(|address| address.to_string()), frequency, language: tag() };
    let now_ms = app.library().clock_ms(app.now_ms()).await?;
    let before = app.library().mail_choice(person).await?;
    let (unsubscribe, _) = new_secret()?;
    allowed.store().set_mail_choice(person, &choice, unsubscribe.expose_secret(), now_ms).await?;
    let now = app.library().mail_choice(person).await?;
    let unconfirmed = now.as_ref().and_then(MailRecord::unconfirmed);
    let is_asked = unconfirmed == before.as_ref().and_then(MailRecord::unconfirmed);
    if let (Some(mailing), Some(address), false) = (&app.team()?.mail, unconfirmed, is_asked) {
        ask_to_confirm(&app, allowed.store(), mailing, person, address).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Mail the link that confirms one's address again.
#[utoipa::path(post, path = "/api/v1/me/mail/confirmation", tag = "people", operation_id = "sendConfirmation",
    responses((status = 204), Problem))]
pub(in crate::routes) async fn send_confirmation(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
) -> Result<StatusCode, Problem> {
    let person = allowed.member()?.person;
    let none =
        || Problem::new(StatusCode::CONFLICT, "no_mail_to_confirm", Message::new("no_mail_to_confirm"));
    let mailing = app.team()?.mail.as_ref().ok_or_else(none)?;
    let chosen = app.library().mail_choice(person).await?;
    let address = chosen.as_ref().and_then(MailRecord::unconfirmed).ok_or_else(none)?;
    ask_to_confirm(&app, allowed.store(), mailing, person, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails the link that confirms an address, in the language of the request.
async fn ask_to_confirm(
    context: &ServerContext,
    store: &Store,
    mailing: &Mailing,
    person: PersonId,
    address: &str,
) -> Result<(), Problem> {
    let (secret, digest) = new_secret()?;
    let now_ms = context.library().clock_ms(context.now_ms()).await?;
    let ends_at = now_ms.saturating_add(i64::from(CONFIRM_HOURS) * 60 * 60 * 1_000);
    let new = NewMailConfirmation { person, address, digest: &digest, now_ms, ends_at };
    if !store.add_mail_confirmation(&new).await? {
        let code = "too_many_confirmations";
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, code, Message::new(code));
        return Err(problem.retry_after(24 * 60 * 60));
    }
    send(mailing, address, &secret, Language::of_tag(&tag())).await.map_err(|error| {
        let detail = error.for_log();
        tracing::warn!(%person, why = detail, "the link that confirms an address could not be mailed");
        let message = Message::new("confirmation_not_mailed").with("detail", detail);
        Problem::new(StatusCode::BAD_GATEWAY, "confirmation_not_mailed", message)
    })
}
