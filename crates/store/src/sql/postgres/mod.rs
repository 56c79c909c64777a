//! A library in a PostgreSQL database: a pool that writes, one that keeps leases, one that can only read, and no queue of our
//! own, because the database groups commits by itself.

mod errors;
mod open;
mod presence;
mod tx;

pub(super) use errors::{explain, is_busy, is_lost, is_of_postgres};
pub(super) use presence::lock_key;
pub(super) use tx::PgTx;

use super::DbError;
use super::driver::{Connection, PgHandle, in_time, query_scalar};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long one call may take. The database itself stops a statement after a minute; this is for a silent network.
const CALL: Duration = Duration::from_secs(75);
/// The same for imports and removals, whose statements have no limit in the database.
const LONG_CALL: Duration = Duration::from_hours(1);
/// How long a connection of the pool is waited for.
const ACQUIRE: Duration = Duration::from_secs(30);

/// The connections to a library in PostgreSQL.
#[derive(Debug, Clone)]
pub(super) struct PgLibrary {
    /// As it may be shown.
    place: String,
    writers: PgPool,
    /// For what takes no lock, so that it never waits behind writers that wait for one.
    leases: PgPool,
    /// Every transaction on these is read-only, whatever the statement.
    readers: PgPool,
    /// How many writing transactions of this process have ended.
    n_ended: Arc<AtomicU64>,
}

/// Counts a writing transaction as ended when it is dropped.
#[derive(Debug)]
struct Ending(Arc<AtomicU64>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl PgLibrary {
    pub(super) async fn reader(&self) -> Result<Connection, DbError> {
        let connection = in_time(ACQUIRE, self.readers.acquire()).await?;
        Ok(Connection::Postgres { connection: PgHandle::Pooled(connection), timeout: CALL })
    }

    /// A connection that writes by itself, for what belongs to no transaction.
    pub(super) async fn outside_transactions(&self) -> Result<Connection, DbError> {
        let connection = in_time(ACQUIRE, self.leases.acquire()).await?;
        Ok(Connection::Postgres { connection: PgHandle::Pooled(connection), timeout: CALL })
    }

    /// A pool of one for a listener, which keeps its connection for as long as it lives.
    pub(super) fn listener_pool(&self) -> PgPool {
        let options = PgConnectOptions::clone(&self.writers.connect_options());
        PgPoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE).connect_lazy_with(options)
    }

    /// One moment of the library for several statements.
    pub(super) async fn snapshot(&self) -> Result<Connection, DbError> {
        let begun = self.readers.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        let transaction = in_time(ACQUIRE, begun).await?;
        Ok(Connection::Postgres { connection: PgHandle::Transaction(transaction), timeout: CALL })
    }

    /// A number for what is visible at this moment: two are the same only if nothing was committed between them.
    pub(super) async fn data_version(&self) -> Result<u64, DbError> {
        let mut reader = self.reader().await?;
        let visible: String =
            query_scalar("SELECT pg_current_snapshot()::text").fetch_one(&mut reader).await?;
        let mut hasher = DefaultHasher::new();
        visible.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// A number that changes when another process has written: all writing transactions that have ended, without ours. Now
    /// and then it changes for one of ours, while that ends.
    pub(super) async fn foreign_version(&self) -> Result<u64, DbError> {
        let mut reader = self.reader().await?;
        let n_ended: i64 = query_scalar(
            "SELECT pg_snapshot_xmax(s)::text::bigint - (SELECT count(*) FROM pg_snapshot_xip(s)) \
             FROM (SELECT pg_current_snapshot() AS s) now",
        )
        .fetch_one(&mut reader)
        .await?;
        Ok(n_ended.unsigned_abs().wrapping_sub(self.n_ended.load(Ordering::SeqCst)))
    }

    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.leases.close().await;
        self.writers.close().await;
    }
}
