//! What owners can look up later: who did what to people, keys and books.

use super::person_name;
use crate::error::StoreError;
use crate::people::{AuditRecord, PersonId};
use crate::sql::driver::{Connection, Row, query};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

impl SqlLibrary {
    pub(crate) async fn note_audit(
        &self,
        person: Option<PersonId>,
        action: &str,
        about: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Anywhere).await?;
        let done = note(&mut tx, person, action, about, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn audit(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<AuditRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(audit(&mut reader, before, limit).await)
    }
}

pub(in crate::sql) async fn note(
    connection: &mut Connection,
    person: Option<PersonId>,
    action: &str,
    about: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    query("INSERT INTO audit (person, action, about, created_at) VALUES ($1, $2, $3, $4)")
        .bind(person.map(PersonId::number))
        .bind(action)
        .bind(about)
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}

async fn audit(
    connection: &mut Connection,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<AuditRecord>, DbError> {
    let rows = query(
        "SELECT a.key, a.person, m.name AS person_name, a.action, a.about, a.created_at FROM audit a \
         LEFT JOIN people m ON m.key = a.person WHERE a.key < $1 ORDER BY a.key DESC LIMIT $2",
    )
    .bind(before.unwrap_or(i64::MAX))
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<AuditRecord, DbError> {
        Ok(AuditRecord {
            id: row.try_get("key")?,
            person: person_name(row)?,
            action: row.try_get("action")?,
            about: row.try_get("about")?,
            created_at: row.try_get("created_at")?,
        })
    };
    rows.iter().map(read).collect()
}
