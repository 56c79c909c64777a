//! The links in mails: one confirms an address, another ends mails to it. The holder of a link needs no account.

use super::digests::forget_unmailed;
use crate::error::StoreError;
use crate::mail::NewMailConfirmation;
use crate::people::PersonId;
use crate::sql::driver::{Connection, query, query_scalar};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

/// The most confirmation mails for one member within a day, so that a member cannot fill a stranger's mailbox.
const MOST_A_DAY: i64 = 5;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

impl SqlLibrary {
    pub(crate) async fn add_mail_confirmation(
        &self,
        new: &NewMailConfirmation<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = add(&mut tx, new).await;
        self.end(tx, done).await
    }

    pub(crate) async fn confirm_mail(
        &self,
        digest: &str,
        now_ms: i64,
    ) -> Result<Option<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = confirm(&mut tx, digest, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn is_mail_confirmation(&self, digest: &str, now_ms: i64) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let found = confirmation(&mut reader, digest, now_ms).await;
        self.map_db_error(found.map(|found| found.is_some()))
    }

    pub(crate) async fn unsubscribe(&self, token: &str) -> Result<Option<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = unsubscribe(&mut tx, token).await;
        self.end(tx, done).await
    }

    pub(crate) async fn is_unsubscribe_link(&self, token: &str) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let found = query("SELECT person FROM digests WHERE unsubscribe = $1").bind(token);
        let found = found.fetch_optional(&mut reader).await.map_err(DbError::from);
        self.map_db_error(found.map(|found| found.is_some()))
    }
}

async fn add(connection: &mut Connection, new: &NewMailConfirmation<'_>) -> Result<bool, DbError> {
    let a_day_ago = new.now_ms.saturating_sub(DAY_MS);
    query("DELETE FROM mail_confirmations WHERE created_at <= $1 AND ends_at <= $2")
        .bind(a_day_ago)
        .bind(new.now_ms)
        .execute(&mut *connection)
        .await?;
    let n_mailed: i64 =
        query_scalar("SELECT count(*) FROM mail_confirmations WHERE person = $1 AND created_at > $2")
            .bind(new.person.number())
            .bind(a_day_ago)
            .fetch_one(&mut *connection)
            .await?;
    if n_mailed >= MOST_A_DAY {
        return Ok(false);
    }
    query(
        "INSERT INTO mail_confirmations (digest, person, address, created_at, ends_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(new.digest)
    .bind(new.person.number())
    .bind(new.address)
    .bind(new.now_ms)
    .bind(new.ends_at)
    .execute(connection)
    .await?;
    Ok(true)
}

/// Whose address a link confirms. The address must be the one that they want mail at now.
async fn confirmation(
    connection: &mut Connection,
    digest: &str,
    now_ms: i64,
) -> Result<Option<PersonId>, DbError> {
    let person: Option<i64> = query_scalar(
        "SELECT c.person FROM mail_confirmations c JOIN digests d ON d.person = c.person AND d.address = c.address \
         WHERE c.digest = $1 AND c.ends_at > $2",
    )
    .bind(digest)
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    Ok(person.map(PersonId::from_number))
}

async fn confirm(
    connection: &mut Connection,
    digest: &str,
    now_ms: i64,
) -> Result<Option<PersonId>, DbError> {
    let Some(person) = confirmation(connection, digest, now_ms).await? else { return Ok(None) };
    // The address may have become another one since it was looked at.
    let confirmed = query(
        "UPDATE digests SET confirmed_at = $1 WHERE person = $2 AND address = \
         (SELECT address FROM mail_confirmations WHERE digest = $3)",
    )
    .bind(now_ms)
    .bind(person.number())
    .bind(digest)
    .execute(&mut *connection)
    .await?;
    if confirmed.rows_affected() == 0 {
        return Ok(None);
    }
    query("UPDATE mail_confirmations SET ends_at = $1 WHERE person = $2 AND ends_at > $1")
        .bind(now_ms)
        .bind(person.number())
        .execute(connection)
        .await?;
    Ok(Some(person))
}

async fn unsubscribe(connection: &mut Connection, token: &str) -> Result<Option<PersonId>, DbError> {
    let person: Option<i64> =
        query_scalar("UPDATE digests SET frequency = 'never' WHERE unsubscribe = $1 RETURNING person")
            .bind(token)
            .fetch_optional(&mut *connection)
            .await?;
    let Some(person) = person.map(PersonId::from_number) else { return Ok(None) };
    forget_unmailed(connection, person).await?;
    Ok(Some(person))
}
