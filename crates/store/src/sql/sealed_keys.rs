//! Keys that belong to the library. It has only the sealed bytes, and nothing that could open them.

use super::driver::{Connection, Row, query};
use super::people::{audit, person_name};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::keys::SealedKey;
use crate::people::PersonId;

impl SqlLibrary {
    pub(crate) async fn sealed_keys(&self) -> Result<Vec<SealedKey>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(sealed_keys(&mut reader).await)
    }

    pub(crate) async fn set_sealed_key(
        &self,
        variable: &str,
        sealed: Option<&[u8]>,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = set(&mut tx, variable, sealed, person, now_ms).await;
        self.end(tx, done).await
    }
}

async fn sealed_keys(connection: &mut Connection) -> Result<Vec<SealedKey>, DbError> {
    let rows = query(
        "SELECT k.variable, k.sealed, k.person, m.name AS person_name, k.updated_at FROM sealed_keys k \
         LEFT JOIN people m ON m.key = k.person ORDER BY k.variable",
    )
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<SealedKey, DbError> {
        Ok(SealedKey {
            variable: row.try_get("variable")?,
            sealed: row.try_get("sealed")?,
            person: person_name(row)?,
            updated_at: row.try_get("updated_at")?,
        })
    };
    rows.iter().map(read).collect()
}

async fn set(
    connection: &mut Connection,
    variable: &str,
    sealed: Option<&[u8]>,
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<(), DbError> {
    let action = if let Some(sealed) = sealed {
        query(
            "INSERT INTO sealed_keys (variable, sealed, person, updated_at) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (variable) DO UPDATE SET sealed = excluded.sealed, person = excluded.person, \
                 updated_at = excluded.updated_at",
        )
        .bind(variable)
        .bind(sealed)
        .bind(person.map(PersonId::number))
        .bind(now_ms)
        .execute(&mut *connection)
        .await?;
        "key_set"
    } else {
        let removed = query("DELETE FROM sealed_keys WHERE variable = $1").bind(variable);
        if removed.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(());
        }
        "key_removed"
    };
    let about = serde_json::json!({"variable": variable}).to_string();
    audit::note(connection, person, action, &about, now_ms).await
}
