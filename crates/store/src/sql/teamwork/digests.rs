//! Mails of notices: one row for each member who gets any, which is locked while a mail is taken from it.

use super::notices::{read, select_notices};
use crate::error::StoreError;
use crate::mail::{Digest, DigestTurn, MailChoice, MailFrequency, MailRecord};
use crate::people::PersonId;
use crate::sql::driver::{Connection, Row, query, query_scalar, sql};
use crate::sql::rows::{count, word};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

/// The most notices that a mail shows; it counts the others.
const MOST_NOTICES: i64 = 100;
const HOUR_MS: i64 = 60 * 60 * 1_000;

impl SqlLibrary {
    pub(crate) async fn mail_choice(&self, person: PersonId) -> Result<Option<MailRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(choice(&mut reader, person).await)
    }

    pub(crate) async fn set_mail_choice(
        &self,
        person: PersonId,
        choice: &MailChoice,
        unsubscribe: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = set_choice(&mut tx, person, choice, unsubscribe, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn take_digest(&self, turn: &DigestTurn<'_>) -> Result<Option<Digest>, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = take(&mut tx, turn).await;
        self.end(tx, done).await
    }

    pub(crate) async fn digest_sent(&self, digest: &Digest, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = sent(&mut tx, digest, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn digest_failed(&self, digest: &Digest, again_at_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = query(
            "UPDATE digests SET until_ms = 0, n_failed = n_failed + 1, due_at = $1 WHERE person = $2 AND message_id = $3",
        )
        .bind(again_at_ms)
        .bind(digest.person.number())
        .bind(digest.message_id.as_str())
        .execute(&mut tx)
        .await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }
}

async fn choice(connection: &mut Connection, person: PersonId) -> Result<Option<MailRecord>, DbError> {
    let row = query("SELECT address, frequency, language, confirmed_at FROM digests WHERE person = $1")
        .bind(person.number())
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        let choice = MailChoice {
            address: row.try_get("address")?,
            frequency: word(&row, "frequency", MailFrequency::from_word)?,
            language: row.try_get("language")?,
        };
        let is_confirmed = row.try_get::<Option<i64>, _>("confirmed_at")?.is_some();
        Ok(MailRecord { choice, is_confirmed })
    })
    .transpose()
}

async fn set_choice(
    connection: &mut Connection,
    person: PersonId,
    choice: &MailChoice,
    unsubscribe: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    let gets_mail =
        |choice: &MailChoice| choice.frequency != MailFrequency::Never && choice.address.is_some();
    let before = self::choice(connection, person).await?;
    query(
        "INSERT INTO digests (person, address, frequency, language, due_at, until_ms, n_failed, unsubscribe) \
         SELECT key, $2, $3, $4, $5, 0, 0, $6 FROM people WHERE key = $1 AND removed_at IS NULL \
         ON CONFLICT (person) DO UPDATE SET address = excluded.address, frequency = excluded.frequency, \
         language = excluded.language, \
         confirmed_at = CASE WHEN digests.address = excluded.address THEN digests.confirmed_at END, \
         unsubscribe = CASE WHEN digests.address = excluded.address THEN digests.unsubscribe ELSE excluded.unsubscribe END",
    )
    .bind(person.number())
    .bind(choice.address.as_deref())
    .bind(choice.frequency.as_str())
    .bind(choice.language.as_str())
    .bind(now_ms)
    .bind(unsubscribe)
    .execute(&mut *connection)
    .await?;
    if gets_mail(choice) && before.is_some_and(|before| gets_mail(&before.choice)) {
        return Ok(());
    }
    forget_unmailed(connection, person).await
}

/// What was not mailed until now is not mailed later, and a mail under way is given up.
pub(super) async fn forget_unmailed(connection: &mut Connection, person: PersonId) -> Result<(), DbError> {
    query("UPDATE notices SET mailed = 2 WHERE person = $1 AND mailed < 2")
        .bind(person.number())
        .execute(&mut *connection)
        .await?;
    query("UPDATE digests SET message_id = NULL, until_ms = 0, n_failed = 0 WHERE person = $1")
        .bind(person.number())
        .execute(connection)
        .await?;
    Ok(())
}

/// The row that is found is locked until the transaction ends; others pass over it. Who may not read a book any more is not
/// told about it.
async fn take(connection: &mut Connection, turn: &DigestTurn<'_>) -> Result<Option<Digest>, DbError> {
    let row = query(sql!(
        "SELECT d.person, d.address, d.language, d.unsubscribe, d.message_id, d.n_failed, m.name FROM digests d \
         JOIN people m ON m.key = d.person WHERE d.address IS NOT NULL AND d.confirmed_at IS NOT NULL \
         AND d.frequency <> 'never' AND d.due_at <= $1 AND d.until_ms <= $1 AND m.removed_at IS NULL AND (d.message_id IS NOT NULL OR EXISTS \
         (SELECT 1 FROM notices n WHERE n.person = d.person AND n.mailed = 0 AND n.read_at IS NULL AND (m.role IS NOT NULL \
         OR EXISTS (SELECT 1 FROM book_roles r WHERE r.person = n.person AND r.book = n.book)))) \
         ORDER BY d.due_at, d.person LIMIT 1",
        { "" | " FOR UPDATE OF d SKIP LOCKED" }
    ))
    .bind(turn.now_ms)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let person: i64 = row.try_get("person")?;
    let begun: Option<String> = row.try_get("message_id")?;
    if begun.is_none() {
        query(
            "UPDATE notices SET mailed = 1 WHERE person = $1 AND mailed = 0 AND read_at IS NULL \
             AND (EXISTS (SELECT 1 FROM people p WHERE p.key = notices.person AND p.role IS NOT NULL) \
             OR EXISTS (SELECT 1 FROM book_roles r WHERE r.person = notices.person AND r.book = notices.book))",
        )
        .bind(person)
        .execute(&mut *connection)
        .await?;
    }
    let message_id = begun.unwrap_or_else(|| turn.message_id.to_owned());
    query("UPDATE digests SET message_id = $1, until_ms = $2 WHERE person = $3")
        .bind(message_id.as_str())
        .bind(turn.until_ms)
        .bind(person)
        .execute(&mut *connection)
        .await?;
    digest(connection, &row, message_id).await.map(Some)
}

async fn digest(connection: &mut Connection, row: &Row, message_id: String) -> Result<Digest, DbError> {
    let person: i64 = row.try_get("person")?;
    let rows = query(select_notices!("WHERE n.person = $1 AND n.mailed = 1 ORDER BY n.key LIMIT $2"))
        .bind(person)
        .bind(MOST_NOTICES)
        .fetch_all(&mut *connection)
        .await?;
    let n_all: i64 = query_scalar("SELECT count(*) FROM notices WHERE person = $1 AND mailed = 1")
        .bind(person)
        .fetch_one(connection)
        .await?;
    Ok(Digest {
        person: PersonId::from_number(person),
        name: row.try_get::<Option<String>, _>("name")?.unwrap_or_default(),
        address: row.try_get::<Option<String>, _>("address")?.unwrap_or_default(),
        language: row.try_get("language")?,
        unsubscribe: row.try_get("unsubscribe")?,
        message_id,
        notices: rows.iter().map(read).collect::<Result<_, _>>()?,
        n_more: u32::try_from(n_all - MOST_NOTICES).unwrap_or_default(),
        n_failed: count(row, "n_failed")?,
    })
}

/// Another process that had it later, or a choice against mail, has the last word.
async fn sent(connection: &mut Connection, digest: &Digest, now_ms: i64) -> Result<(), DbError> {
    let person = digest.person.number();
    let noted = query(
        "UPDATE digests SET message_id = NULL, until_ms = 0, n_failed = 0, \
         due_at = $1 + CASE frequency WHEN 'hourly' THEN $2 ELSE $3 END WHERE person = $4 AND message_id = $5",
    )
    .bind(now_ms)
    .bind(HOUR_MS)
    .bind(24 * HOUR_MS)
    .bind(person)
    .bind(digest.message_id.as_str())
    .execute(&mut *connection)
    .await?;
    if noted.rows_affected() == 0 {
        return Ok(());
    }
    query("UPDATE notices SET mailed = 2 WHERE person = $1 AND mailed = 1")
        .bind(person)
        .execute(connection)
        .await?;
    Ok(())
}
