//! Sessions of browsers and tokens of programs.

use super::role;
use crate::error::StoreError;
use crate::people::{CredentialKind, CredentialRecord, MemberRecord, NewCredential, PersonId, Role};
use crate::sql::driver::{Connection, Row, query};
use crate::sql::rows::word;
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

/// What is read of a credential.
macro_rules! columns {
    () => {
        "key, kind, name, role, created_at, seen_at, ends_at, made_by"
    };
}

impl SqlLibrary {
    pub(crate) async fn add_credential(
        &self,
        new: &NewCredential<'_>,
    ) -> Result<CredentialRecord, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = add(&mut tx, new, self.grant().credential()).await;
        self.end(tx, done).await
    }

    pub(crate) async fn end_credential(&self, person: PersonId, id: i64) -> Result<bool, StoreError> {
        // Alone, so that no write that was verified before comes after.
        let mut tx = self.begin(Scope::Whole).await?;
        let done = end(&mut tx, person, id).await;
        self.end(tx, done).await
    }

    pub(crate) async fn note_seen(&self, id: i64, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Anywhere).await?;
        let seen = query("UPDATE credentials SET seen_at = $1 WHERE key = $2").bind(now_ms).bind(id);
        let done = seen.execute(&mut tx).await.map(|_| ()).map_err(DbError::from);
        self.end(tx, done).await
    }

    pub(crate) async fn member(&self, digest: &str, now_ms: i64) -> Result<Option<MemberRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(member(&mut reader, digest, now_ms).await)
    }

    pub(crate) async fn credentials(&self, person: PersonId) -> Result<Vec<CredentialRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(of_person(&mut reader, person).await)
    }
}

/// A credential that a token makes gives no more than that token, and ends with it.
async fn add(
    connection: &mut Connection,
    new: &NewCredential<'_>,
    by: Option<i64>,
) -> Result<CredentialRecord, DbError> {
    query("DELETE FROM credentials WHERE ends_at <= $1").bind(new.now_ms).execute(&mut *connection).await?;
    let token =
        query(concat!("SELECT ", columns!(), " FROM credentials WHERE key = $1 AND kind = 'token'")).bind(by);
    let token = token.fetch_optional(&mut *connection).await?.as_ref().map(credential).transpose()?;
    let (limit, latest) = token.as_ref().map_or((None, i64::MAX), |token| (token.role, token.ends_at));
    let role = match (new.role, limit) {
        (Some(role), Some(limit)) => Some(role.at_most(limit)),
        (role, limit) => role.or(limit),
    };
    let row = query(concat!(
        "INSERT INTO credentials (digest, kind, person, name, role, created_at, seen_at, ends_at, made_by) ",
        "VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING ",
        columns!()
    ))
    .bind(new.digest)
    .bind(new.kind.as_str())
    .bind(new.person.number())
    .bind(new.name)
    .bind(role.map(Role::as_str))
    .bind(new.now_ms)
    .bind(new.ends_at.min(latest))
    .bind(token.map(|token| token.id))
    .fetch_one(connection)
    .await?;
    credential(&row)
}

async fn end(connection: &mut Connection, person: PersonId, id: i64) -> Result<bool, DbError> {
    let ended = query("DELETE FROM credentials WHERE key = $1 AND person = $2")
        .bind(id)
        .bind(person.number())
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

async fn member(
    connection: &mut Connection,
    digest: &str,
    now_ms: i64,
) -> Result<Option<MemberRecord>, DbError> {
    let row = query(
        "SELECT c.key, c.kind, c.name, c.role, c.created_at, c.seen_at, c.ends_at, c.made_by, c.person, \
         m.name AS person_name, m.role AS person_role FROM credentials c JOIN people m ON m.key = c.person \
         WHERE c.digest = $1 AND c.ends_at > $2 AND m.removed_at IS NULL",
    )
    .bind(digest)
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    let read = |row: Row| -> Result<MemberRecord, DbError> {
        Ok(MemberRecord {
            person: PersonId::from_number(row.try_get("person")?),
            name: row.try_get::<Option<String>, _>("person_name")?.unwrap_or_default(),
            role: role(&row, "person_role")?,
            credential: credential(&row)?,
        })
    };
    row.map(read).transpose()
}

async fn of_person(connection: &mut Connection, person: PersonId) -> Result<Vec<CredentialRecord>, DbError> {
    let rows = query(concat!("SELECT ", columns!(), " FROM credentials WHERE person = $1 ORDER BY key DESC"))
        .bind(person.number())
        .fetch_all(connection)
        .await?;
    rows.iter().map(credential).collect()
}

fn credential(row: &Row) -> Result<CredentialRecord, DbError> {
    Ok(CredentialRecord {
        id: row.try_get("key")?,
        kind: word(row, "kind", CredentialKind::from_word)?,
        name: row.try_get("name")?,
        role: role(row, "role")?,
        created_at: row.try_get("created_at")?,
        seen_at: row.try_get("seen_at")?,
        ends_at: row.try_get("ends_at")?,
        made_by: row.try_get("made_by")?,
    })
}
