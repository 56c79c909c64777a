//! `/me/mail`: where one's notices are mailed to, and how often. Nobody else can ask for the address.

use crate::api::mail::{MailChoice, MailFrequency, MailRequest};
use crate::extract::Body;
use crate::language::tag;
use crate::mail::mail_address;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::allowed::{Allowed, forbidden};
use crate::team::roles::acts;
use crate::team::team;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use store::mail::{MailChoice as StoredChoice, MailFrequency as StoredFrequency};
use store::people::CredentialKind;

/// Where one's notices are mailed to, and how often.
#[utoipa::path(get, path = "/api/v1/me/mail", tag = "people", operation_id = "showMail",
    responses((status = 200, body = MailChoice), Problem))]
pub(in crate::routes) async fn show(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
) -> Result<Json<MailChoice>, Problem> {
    let chosen = app.library().mail_choice(allowed.member()?.person).await?;
    let is_offered = team(&app)?.mail.is_some();
    let frequency = chosen.as_ref().map_or(MailFrequency::Never, |chosen| chosen.frequency.into());
    Ok(Json(MailChoice { is_offered, address: chosen.and_then(|chosen| chosen.address), frequency }))
}

/// Choose where one's notices are mailed to, and how often.
#[utoipa::path(put, path = "/api/v1/me/mail", tag = "people", operation_id = "changeMail",
    request_body = MailRequest, responses((status = 204), Problem))]
pub(in crate::routes) async fn change(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    Body(request): Body<MailRequest>,
) -> Result<StatusCode, Problem> {
    let member = allowed.member()?;
    // Who has only a token could have somebody's notices sent to themselves.
    if member.credential.kind != CredentialKind::Session {
        return Err(forbidden());
    }
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
    app.store().set_mail_choice(member.person, &choice, now_ms).await?;
    Ok(StatusCode::NO_CONTENT)
}
