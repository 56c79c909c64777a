//! Who uses which key just now.

use super::driver::{query, query_scalar};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;

impl SqlLibrary {
    pub(crate) async fn use_key(
        &self,
        key_digest: &str,
        user: &str,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<u32, StoreError> {
        let mut tx = self.begin_as_process(Scope::Lease).await?;
        let used = async {
            query("DELETE FROM key_users WHERE key_digest = $1 AND until_ms <= $2")
                .bind(key_digest)
                .bind(now_ms)
                .execute(&mut tx)
                .await?;
            query(
                "INSERT INTO key_users (key_digest, user_name, until_ms) VALUES ($1, $2, $3) \
                 ON CONFLICT (key_digest, user_name) DO UPDATE SET until_ms = excluded.until_ms",
            )
            .bind(key_digest)
            .bind(user)
            .bind(until_ms)
            .execute(&mut tx)
            .await?;
            let n_users: i64 = query_scalar("SELECT count(*) FROM key_users WHERE key_digest = $1")
                .bind(key_digest)
                .fetch_one(&mut tx)
                .await?;
            Ok::<u32, DbError>(u32::try_from(n_users).unwrap_or(u32::MAX))
        };
        let used = used.await;
        self.end(tx, used).await
    }

    pub(crate) async fn leave_keys(&self, user: &str) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Lease).await?;
        let done = query("DELETE FROM key_users WHERE user_name = $1").bind(user).execute(&mut tx).await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }
}
