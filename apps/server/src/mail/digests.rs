//! Sends the mails that are due, one after the other, as long as the server runs. Where several servers have one library, each
//! mail is taken by one of them.

use super::text::{letter, unsubscribe};
use super::{MailError, Mailer, mail_address};
use crate::context::ServerContext;
use lettre::message::Mailbox;
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::mail::{Digest, DigestTurn};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// How soon a mail goes out that another server's request was the reason for, or that became due.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(5);
/// A mail that was not taken is tried again after this, and after twice as long each time.
const FIRST_PAUSE_MS: i64 = 1_000;
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1_000;
/// How long a mail belongs to the process that took it: longer than sending it can take.
const LEASE_MS: i64 = 60_000;

/// What a server with a mail server has.
pub(crate) struct Mailing {
    pub(crate) mailer: Mailer,
    /// The page's address outside.
    pub(crate) page: String,
    /// Notified when a member has a new notice.
    pub(crate) noticed: Notify,
}

impl Mailing {
    pub(crate) fn new(mailer: Mailer, page: String) -> Self {
        Self { mailer, page, noticed: Notify::new() }
    }
}

/// The result of one look for a due mail.
enum DigestOutcome {
    Sent,
    Failed,
    NoneDue,
}

/// Sends what is due until the server stops. A mail that is under way then is let finish: broken off, it would come twice.
pub(crate) async fn send_digests(
    context: Arc<ServerContext>,
    mailing: Arc<Mailing>,
    draining: CancellationToken,
) {
    while !draining.is_cancelled() {
        let looked = look(&context, &mailing).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "mails could not be looked for");
            DigestOutcome::NoneDue
        });
        let pause = match looked {
            DigestOutcome::Sent => continue,
            DigestOutcome::Failed => Duration::from_millis(FIRST_PAUSE_MS.unsigned_abs()),
            DigestOutcome::NoneDue => LOOKED_AT_EVERY,
        };
        tokio::select! {
            () = draining.cancelled() => return,
            () = mailing.noticed.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn look(context: &ServerContext, mailing: &Mailing) -> Result<DigestOutcome, StoreError> {
    let (store, library) = (context.process_store(), context.library());
    let now_ms = library.clock_ms(context.now_ms()).await?;
    let Some(message_id) = new_message_id(&mailing.page) else { return Ok(DigestOutcome::NoneDue) };
    let turn = DigestTurn { message_id: &message_id, now_ms, until_ms: now_ms.saturating_add(LEASE_MS) };
    let Some(digest) = store.take_digest(&turn).await? else { return Ok(DigestOutcome::NoneDue) };
    let sent = send(mailing, &digest).await;
    let now_ms = library.clock_ms(context.now_ms()).await?;
    match sent {
        Ok(()) => {
            store.digest_sent(&digest, now_ms).await?;
            let (person, notices) = (digest.person, digest.notices.len());
            tracing::info!(%person, notices, "notices were mailed");
            Ok(DigestOutcome::Sent)
        }
        Err(error) => {
            let pause_ms = pause_ms(digest.n_failed);
            store.digest_failed(&digest, now_ms.saturating_add(pause_ms)).await?;
            let (person, why, seconds) = (digest.person, error.for_log(), pause_ms / 1_000);
            tracing::warn!(%person, why, seconds, "notices could not be mailed; they are tried again");
            Ok(DigestOutcome::Failed)
        }
    }
}

async fn send(mailing: &Mailing, digest: &Digest) -> Result<(), MailError> {
    let address = mail_address(&digest.address).ok_or(MailError::Address)?;
    let to = Mailbox::new(Some(digest.name.clone()), address);
    let letter = letter(digest, &mailing.page);
    let unsubscribe = unsubscribe(&mailing.page, &digest.unsubscribe);
    mailing.mailer.send(to, Some(digest.message_id.clone()), letter, Some(&unsubscribe)).await
}

/// How long a mail rests that was tried in vain so often before.
pub fn pause_ms(n_failed: u32) -> i64 {
    FIRST_PAUSE_MS.saturating_mul(1_i64 << n_failed.min(20)).min(LONGEST_PAUSE_MS)
}

/// What mail servers know a new mail by; nothing where the system has no chance to give.
pub fn new_message_id(page: &str) -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    let host = page.split_once("://").map_or(page, |(_, host)| host);
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    Some(format!("<{}@{host}>", crate::assets::hex(&bytes)))
}
