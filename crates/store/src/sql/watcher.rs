//! A connection that only watches: SQLite's `data_version` on it is another one after every commit by any other
//! connection, of this process or of another.

use super::DbError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;

/// The watching connection, opened when it is first asked.
#[derive(Debug)]
pub(super) struct Watcher {
    options: SqliteConnectOptions,
    connection: Mutex<Option<SqliteConnection>>,
}

impl Watcher {
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        Self { options, connection: Mutex::default() }
    }

    pub(super) async fn data_version(&self) -> Result<u64, DbError> {
        let mut guard = self.connection.lock().await;
        let connection = match &mut *guard {
            Some(connection) => connection,
            none => none.insert(self.options.connect().await?),
        };
        data_version(connection).await
    }

    pub(super) async fn close(&self) {
        let connection = self.connection.lock().await.take();
        if let Some(connection) = connection
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the library did not close well");
        }
    }
}

/// SQLite's count of commits that others made, as this connection sees it.
pub(super) async fn data_version(connection: &mut SqliteConnection) -> Result<u64, DbError> {
    let version: i64 = sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await?;
    Ok(version.unsigned_abs())
}
