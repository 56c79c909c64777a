//! A write transaction of PostgreSQL: its locks, and a `COMMIT` whose answer may be lost.

use super::{ACQUIRE, CALL, Ending, LONG_CALL, PgLibrary};
use crate::error::StoreError;
use crate::sql::DbError;
use crate::sql::driver::{Connection, PgHandle, in_time, query};
use crate::sql::scope::Scope;
use crate::sql::writer::LOCK_TIMEOUT;
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a commit whose answer was lost is asked after.
const ASKED_AFTER: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(500);
/// A begin waits so long for its locks before it gives its connection back and asks again.
const LOCK_TRY_MS: u32 = 2_000;

/// A write transaction. Dropping it rolls it back.
#[derive(Debug)]
pub(in crate::sql) struct PgTx {
    connection: Connection,
    /// The number of the transaction in the database, by which it can be asked after.
    number: String,
    pool: PgPool,
    /// Dropped after the transaction.
    _ending: Ending,
}

impl PgLibrary {
    /// Begins a transaction that holds the locks of its scope before anything is read. A lock that is taken is waited for
    /// as long as SQLite's writer would be.
    pub(in crate::sql) async fn begin(&self, scope: Scope<'_>) -> Result<PgTx, DbError> {
        self.begin_within(scope, "", CALL).await
    }

    /// The same for what may take long.
    pub(in crate::sql) async fn begin_exclusive(&self, scope: Scope<'_>) -> Result<PgTx, DbError> {
        self.begin_within(scope, "SET LOCAL statement_timeout = 0; ", LONG_CALL).await
    }

    /// Nothing is done before the locks are held, so that a begin which failed can be repeated as it is.
    async fn begin_within(
        &self,
        scope: Scope<'_>,
        settings: &str,
        timeout: Duration,
    ) -> Result<PgTx, DbError> {
        let pool = if scope.is_lease() { &self.leases } else { &self.writers };
        // One message, hence one round trip. The number comes last: a transaction that waits for a lock has none.
        let statements = format!(
            "{settings}SET LOCAL lock_timeout = {LOCK_TRY_MS}; {}SET LOCAL lock_timeout = DEFAULT; \
             SELECT pg_current_xact_id()::text, moved_to FROM library",
            scope.locks()
        );
        let began = Instant::now();
        loop {
            match self.try_begin(pool, statements.clone(), timeout).await {
                Err(error) if error.is_lock_timeout() && began.elapsed() < LOCK_TIMEOUT => {}
                Err(error) if error.is_lost() && began.elapsed() < ACQUIRE => tokio::time::sleep(PAUSE).await,
                begun => return begun,
            }
        }
    }

    /// The locks are taken in the driver's transaction: where they are not got, dropping it rolls it back.
    async fn try_begin(&self, pool: &PgPool, statements: String, timeout: Duration) -> Result<PgTx, DbError> {
        let mut transaction = in_time(ACQUIRE, pool.begin()).await?;
        let locked = sqlx::raw_sql(AssertSqlSafe(statements)).fetch_all(&mut *transaction);
        let rows = in_time(CALL, locked).await?;
        let row = rows.last().ok_or(sqlx::Error::RowNotFound)?;
        let (number, moved_to): (String, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(to) = moved_to {
            return Err(StoreError::MovedAway { place: self.place.clone(), to }.into());
        }
        let connection = PgHandle::Transaction(transaction);
        let connection = Connection::Postgres { connection, timeout };
        let ending = Ending(Arc::clone(&self.n_ended));
        Ok(PgTx { connection, number, pool: self.writers.clone(), _ending: ending })
    }
}

impl PgTx {
    pub(in crate::sql) const fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(in crate::sql) const fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Commits. The work goes on where the caller is cancelled.
    pub(in crate::sql) async fn commit(self) -> Result<(), DbError> {
        tokio::spawn(self.commit_here()).await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// Rolls back, and returns what to tell the caller. The work goes on where the caller is cancelled.
    pub(in crate::sql) async fn rollback(self, cause: DbError) -> DbError {
        match tokio::spawn(self.rollback_here()).await {
            Ok(()) => cause,
            Err(_) => sqlx::Error::WorkerCrashed.into(),
        }
    }

    /// If the connection breaks before the answer, the database is asked whether the transaction was committed.
    async fn commit_here(self) -> Result<(), DbError> {
        let Connection::Postgres { connection: PgHandle::Transaction(transaction), .. } = self.connection
        else {
            return Ok(());
        };
        match in_time(CALL, transaction.commit()).await.map_err(DbError::from) {
            Err(lost) if lost.is_lost() => match was_committed(&self.pool, &self.number).await {
                Some(true) => Ok(()),
                Some(false) | None => Err(lost),
            },
            committed => committed,
        }
    }

    async fn rollback_here(self) {
        let Connection::Postgres { connection: PgHandle::Transaction(transaction), .. } = self.connection
        else {
            return;
        };
        if let Err(error) = in_time(CALL, transaction.rollback()).await {
            tracing::debug!(%error, "nothing to roll back");
        }
    }
}

/// Whether a transaction was committed; `None` if the database could not be asked or no longer knows.
async fn was_committed(pool: &PgPool, number: &str) -> Option<bool> {
    let began = Instant::now();
    while began.elapsed() < ASKED_AFTER {
        match status(pool, number).await {
            Ok(Some(status)) if status == "committed" => return Some(true),
            Ok(Some(status)) if status == "aborted" => return Some(false),
            Ok(None) => return None,
            // Still under way, because the database has not noticed yet that its client is gone; or not there.
            Ok(Some(_)) | Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    None
}

async fn status(pool: &PgPool, number: &str) -> Result<Option<String>, DbError> {
    let connection = PgHandle::Pooled(in_time(ACQUIRE, pool.acquire()).await?);
    let mut connection = Connection::Postgres { connection, timeout: CALL };
    // A commit that the server has begun is answered only when it is on the disk.
    let row = query("SELECT pg_xact_status($1::text::xid8) AS status")
        .bind(number)
        .fetch_one(&mut connection)
        .await?;
    Ok(row.try_get("status")?)
}
