//! Accounts at a login service, and browsers that are known already.

use super::members::{is_last_owner, set_library_role};
use super::role;
use crate::error::StoreError;
use crate::logins::{IdentityLogin, LoginIdentity};
use crate::people::{PersonId, Role};
use crate::sql::driver::{Connection, query, query_scalar};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

/// The most browsers remembered for a member.
const MAX_DEVICES: i64 = 20;

impl SqlLibrary {
    pub(crate) async fn log_in_by_identity(
        &self,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<Option<IdentityLogin>, StoreError> {
        // Alone, so that two first logins at once make one account.
        let mut tx = self.begin(Scope::Whole).await?;
        let done = log_in(&mut tx, identity, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn link_identity(
        &self,
        person: PersonId,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = link(&mut tx, person, identity, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn unlink_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = unlink(&mut tx, person, issuer).await;
        self.end(tx, done).await
    }

    pub(crate) async fn has_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let found = query("SELECT subject FROM identities WHERE person = $1 AND issuer = $2")
            .bind(person.number())
            .bind(issuer)
            .fetch_optional(&mut reader)
            .await
            .map_err(DbError::from);
        self.map_db_error(found.map(|found| found.is_some()))
    }

    pub(crate) async fn note_device(
        &self,
        digest: &str,
        person: PersonId,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = note_device(&mut tx, digest, person, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn is_device_of(&self, digest: &str, login: &str) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let found = query(
            "SELECT d.person FROM devices d JOIN people m ON m.key = d.person WHERE d.digest = $1 AND m.login = $2",
        )
        .bind(digest)
        .bind(login)
        .fetch_optional(&mut reader)
        .await
        .map_err(DbError::from);
        self.map_db_error(found.map(|found| found.is_some()))
    }
}

async fn log_in(
    connection: &mut Connection,
    identity: &LoginIdentity<'_>,
    now_ms: i64,
) -> Result<Option<IdentityLogin>, DbError> {
    let row = query(
        "SELECT m.key, m.role, m.login FROM identities i JOIN people m ON m.key = i.person \
         WHERE i.issuer = $1 AND i.subject = $2",
    )
    .bind(identity.issuer)
    .bind(identity.subject)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else {
        let Some(role) = identity.role else { return Ok(None) };
        let person = add(connection, identity, role, now_ms).await?;
        return Ok(Some(IdentityLogin { person, is_new: true, before: None, role: Some(role) }));
    };
    let person = PersonId::from_number(row.try_get("key")?);
    let before = role(&row, "role")?;
    if row.try_get::<Option<String>, _>("login")?.is_some() {
        return Ok(Some(IdentityLogin { person, is_new: false, before, role: before }));
    }
    let is_kept = identity.role != Some(Role::Owner) && is_last_owner(connection, person).await?;
    let role = if is_kept { before } else { identity.role };
    set_library_role(connection, person, role).await?;
    if identity.role.is_some() {
        query("UPDATE people SET name = $1 WHERE key = $2")
            .bind(identity.name)
            .bind(person.number())
            .execute(connection)
            .await?;
    } else {
        let gone = query("DELETE FROM credentials WHERE person = $1").bind(person.number());
        gone.execute(connection).await?;
    }
    Ok(Some(IdentityLogin { person, is_new: false, before, role }))
}

async fn add(
    connection: &mut Connection,
    identity: &LoginIdentity<'_>,
    role: Role,
    now_ms: i64,
) -> Result<PersonId, DbError> {
    let person: i64 =
        query_scalar("INSERT INTO people (name, role, created_at) VALUES ($1, $2, $3) RETURNING key")
            .bind(identity.name)
            .bind(role.as_str())
            .bind(now_ms)
            .fetch_one(&mut *connection)
            .await?;
    let person = PersonId::from_number(person);
    insert(connection, person, identity, now_ms).await?;
    Ok(person)
}

async fn insert(
    connection: &mut Connection,
    person: PersonId,
    identity: &LoginIdentity<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    query("INSERT INTO identities (issuer, subject, person, created_at) VALUES ($1, $2, $3, $4)")
        .bind(identity.issuer)
        .bind(identity.subject)
        .bind(person.number())
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}

async fn link(
    connection: &mut Connection,
    person: PersonId,
    identity: &LoginIdentity<'_>,
    now_ms: i64,
) -> Result<bool, DbError> {
    let owner: Option<i64> = query_scalar("SELECT person FROM identities WHERE issuer = $1 AND subject = $2")
        .bind(identity.issuer)
        .bind(identity.subject)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(owner) = owner {
        return Ok(owner == person.number());
    }
    unlink(connection, person, identity.issuer).await?;
    insert(connection, person, identity, now_ms).await?;
    Ok(true)
}

async fn unlink(connection: &mut Connection, person: PersonId, issuer: &str) -> Result<bool, DbError> {
    let gone = query("DELETE FROM identities WHERE person = $1 AND issuer = $2");
    let gone = gone.bind(person.number()).bind(issuer).execute(connection).await?;
    Ok(gone.rows_affected() > 0)
}

async fn note_device(
    connection: &mut Connection,
    digest: &str,
    person: PersonId,
    now_ms: i64,
) -> Result<(), DbError> {
    // A browser that two members use is the later one's.
    query(
        "INSERT INTO devices (digest, person, seen_at) VALUES ($1, $2, $3) \
         ON CONFLICT (digest) DO UPDATE SET person = excluded.person, seen_at = excluded.seen_at",
    )
    .bind(digest)
    .bind(person.number())
    .bind(now_ms)
    .execute(&mut *connection)
    .await?;
    query(
        "DELETE FROM devices WHERE person = $1 AND digest NOT IN \
         (SELECT digest FROM devices WHERE person = $1 ORDER BY seen_at DESC, digest LIMIT $2)",
    )
    .bind(person.number())
    .bind(MAX_DEVICES)
    .execute(connection)
    .await?;
    Ok(())
}
