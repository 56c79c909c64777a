//! The mail that asks its reader to confirm the address.

use super::digests::Mailing;
use super::text::confirmation;
use super::{MailError, mail_address};
use lettre::message::Mailbox;
use messages::Language;
use secrecy::{ExposeSecret, SecretString};

/// So long the link is good.
pub(crate) const CONFIRM_HOURS: u32 = 24;

/// Mails the link with this secret to an address, and waits until the mail server has taken it.
pub(crate) async fn send_confirmation(
    mailing: &Mailing,
    address: &str,
    secret: &SecretString,
    language: Language,
) -> Result<(), MailError> {
    let to = Mailbox::new(None, mail_address(address).ok_or(MailError::Address)?);
    let letter = confirmation(&mailing.page, secret.expose_secret(), CONFIRM_HOURS, language);
    mailing.mailer.send(to, None, letter, None).await
}
