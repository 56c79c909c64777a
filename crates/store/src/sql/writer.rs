//! Group commit: all writers of this process share one connection.
//!
//! The first writer opens a transaction. Writers that arrive while it is open join it, each in a savepoint of its own,
//! and one `COMMIT` makes the whole batch durable. A writer returns only after that `COMMIT`, also one that
//! was refused, because what refused it may be part of the batch. A batch accepts writers for
//! as long as the last commit took, so that on a fast disk no writer waits for another. A failed writer rolls back its own
//! savepoint and nothing else.
//!
//! Locking: `connection` is an async mutex; who holds its guard may send statements. `batch` is a plain mutex that is only
//! locked while the guard is held (or, in `Drop`, by the transaction that still holds it), and never across an await.

use super::DbError;
use super::driver::{Connection, SqliteConn, SqliteHandle, hooked, in_lockstep, query};
use crate::driver_hook::Hook;
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, watch};
use tokio::time::Instant;

/// How often a statement is sent again while another process holds the file lock: SQLite answers some of them without
/// waiting.
pub(super) const BUSY_RETRIES: u32 = 20;
/// How long a writer waits for the connection. Longer than any import of a real book.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_mins(10);

/// The one writing connection of this process.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    connection: Arc<Mutex<Option<SqliteConnection>>>,
    batch: Arc<StdMutex<BatchState>>,
    hook: Hook,
}

/// A write transaction: the batch's own transaction, or a savepoint in it. Dropping it without `end` rolls it back.
#[derive(Debug)]
pub(super) struct BatchTx {
    connection: Connection,
    writer: Writer,
    /// Whether this writer opened the batch's transaction; otherwise it has a savepoint.
    opened_batch: bool,
    is_finished: bool,
}

/// Exclusive use of the connection.
pub(super) type ConnGuard = OwnedMappedMutexGuard<Option<SqliteConnection>, SqliteConnection>;

/// What is open on the connection.
#[derive(Debug, Default)]
struct BatchState {
    batch: Option<Batch>,
    /// How long the last `COMMIT` took.
    commit_took: Duration,
    /// Set when a `BatchTx` was dropped without commit or rollback. `true` if it had opened the transaction, so that the
    /// whole batch must roll back.
    abandoned: Option<bool>,
}

/// The writers that one `COMMIT` makes durable.
#[derive(Debug)]
struct Batch {
    result: watch::Sender<CommitResult>,
    began: Instant,
}

/// The result of the batch's `COMMIT`, once there is one.
type CommitResult = Option<Result<(), Arc<sqlx::Error>>>;

impl Writer {
    pub(super) fn new(connection: SqliteConnection, hook: Hook) -> Self {
        Self { connection: Arc::new(Mutex::new(Some(connection))), batch: Arc::default(), hook }
    }

    /// Begins a write transaction, in the open batch if there is one.
    pub(super) async fn begin(&self) -> Result<BatchTx, DbError> {
        run_detached(self.clone().begin_in_batch()).await
    }

    /// Begins a write transaction that may take long. The open batch is committed first, so that its writers do not wait.
    pub(super) async fn begin_exclusive(&self) -> Result<BatchTx, DbError> {
        let writer = self.clone();
        run_detached(async move {
            writer.flush().await?;
            writer.begin_in_batch().await
        })
        .await
    }

    async fn begin_in_batch(self) -> Result<BatchTx, DbError> {
        let mut conn = self.lock().await?;
        if self.batch().is_full() {
            self.commit(&mut conn).await;
        }
        let opened_batch = self.batch().batch.is_none();
        if opened_batch {
            self.begin_immediate(&mut conn).await?;
            self.batch().batch = Some(Batch { result: watch::Sender::new(None), began: Instant::now() });
        } else {
            self.execute(&mut conn, "SAVEPOINT turn").await?;
        }
        let connection = Connection::Sqlite(SqliteHandle::new(SqliteConn::Writer(conn), self.hook.clone()));
        Ok(BatchTx { connection, writer: self, opened_batch, is_finished: false })
    }

    /// Commits the open batch and closes the connection.
    pub(super) async fn close(&self) {
        let flushed = self.flush().await;
        let connection = self.connection.lock().await.take();
        let closed = match connection {
            Some(connection) => in_lockstep(&self.hook, connection.close()).await.map_err(DbError::from),
            None => Ok(()),
        };
        for error in [flushed, closed].into_iter().filter_map(Result::err) {
            tracing::warn!(?error, "the library did not close well");
        }
    }

    /// Locks the connection, and rolls back an abandoned transaction it finds there.
    pub(super) async fn lock(&self) -> Result<ConnGuard, DbError> {
        let guard = tokio::time::timeout(LOCK_TIMEOUT, Arc::clone(&self.connection).lock_owned()).await;
        let guard = guard.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let mut conn =
            OwnedMutexGuard::try_map(guard, Option::as_mut).map_err(|_| sqlx::Error::PoolClosed)?;
        let abandoned = self.batch().abandoned.take();
        if let Some(opened_batch) = abandoned {
            self.rollback(&mut conn, opened_batch, &sqlx::Error::WorkerCrashed.into()).await;
        }
        Ok(conn)
    }

    /// Waits for a call on the locked connection.
    pub(super) async fn in_lockstep<T>(&self, call: impl Future<Output = T>) -> T {
        in_lockstep(&self.hook, call).await
    }

    /// Commits the open batch, if there is one.
    async fn flush(&self) -> Result<(), DbError> {
        let mut conn = self.lock().await?;
        if self.batch().batch.is_some() {
            self.commit(&mut conn).await;
        }
        Ok(())
    }

    /// Takes the log over into the file, and empties it.
    pub(super) async fn empty_log(&self) -> Result<(), DbError> {
        let mut conn = self.lock().await?;
        if self.batch().batch.is_some() {
            self.commit(&mut conn).await;
        }
        Ok(self.execute(&mut conn, "PRAGMA wal_checkpoint(TRUNCATE)").await?)
    }

    async fn commit(&self, conn: &mut SqliteConnection) {
        let began = Instant::now();
        let result = self.execute(conn, "COMMIT").await;
        if result.is_err() {
            self.rollback_transaction(conn).await;
        }
        self.batch().commit_took = began.elapsed();
        self.publish(result.map_err(Arc::new));
    }

    /// Rolls back one writer. Where SQLite has given up the whole transaction by itself, as it does on a full disk, every
    /// writer of the batch gets the error.
    async fn rollback(&self, conn: &mut SqliteConnection, opened_batch: bool, cause: &DbError) {
        if opened_batch {
            self.batch().batch = None;
        } else {
            let rolled_back = match self.execute(conn, "ROLLBACK TO turn").await {
                Ok(()) => self.execute(conn, "RELEASE turn").await,
                Err(error) => Err(error),
            };
            let Err(error) = rolled_back else { return };
            let reason = if let DbError::Sql(reason) = cause { Arc::clone(reason) } else { Arc::new(error) };
            self.publish(Err(reason));
        }
        self.rollback_transaction(conn).await;
    }

    /// Begins with the write lock taken, so that nothing read in the transaction can be out of date when it writes.
    async fn begin_immediate(&self, conn: &mut SqliteConnection) -> Result<(), DbError> {
        let mut attempt = 0;
        while let Err(error) = self.execute(conn, "BEGIN IMMEDIATE").await {
            let error = DbError::from(error);
            if !error.is_busy() || attempt == BUSY_RETRIES {
                return Err(error);
            }
            pause(&mut attempt).await;
        }
        Ok(())
    }

    /// Rolls back the whole transaction. A failure is only logged: the caller reports the first error, and SQLite may have
    /// rolled back by itself.
    async fn rollback_transaction(&self, conn: &mut SqliteConnection) {
        if let Err(error) = self.execute(conn, "ROLLBACK").await {
            tracing::debug!(%error, "nothing to roll back");
        }
    }

    async fn execute(&self, conn: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
        let hooked = hooked(&self.hook, sql, conn).await?;
        let sql = hooked.instead.map_or(sql, |instead| instead.sqlite);
        in_lockstep(&self.hook, sqlx::query(sql).execute(conn)).await?;
        hooked.reported_failure()
    }

    /// Closes the batch and wakes its writers with the result.
    fn publish(&self, result: Result<(), Arc<sqlx::Error>>) {
        if let Some(batch) = self.batch().batch.take() {
            batch.result.send_replace(Some(result));
        }
    }

    /// Sets how long the next batch accepts writers. For tests.
    pub(super) fn set_commit_time(&self, long: Duration) {
        self.batch().commit_took = long;
    }

    fn batch(&self) -> MutexGuard<'_, BatchState> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BatchState {
    fn is_full(&self) -> bool {
        self.batch.as_ref().is_some_and(|batch| batch.began.elapsed() > self.commit_took)
    }
}

impl BatchTx {
    /// On return the work is durable or undone.
    pub(super) async fn commit(self) -> Result<(), DbError> {
        run_detached(self.commit_here()).await
    }

    /// On return the work is undone. Returns what to tell the caller.
    pub(super) async fn rollback(self, cause: DbError) -> DbError {
        run_detached(self.rollback_here(cause)).await.unwrap_or_else(|lost| lost)
    }

    async fn commit_here(mut self) -> Result<(), DbError> {
        if !self.opened_batch
            && let Err(error) = query("RELEASE turn").execute(&mut self.connection).await
        {
            return Err(self.rollback_here(error.into()).await?);
        }
        self.is_finished = true;
        let result = self.writer.batch().batch.as_ref().map(|batch| batch.result.subscribe());
        let writer = self.writer.clone();
        let opened_batch = self.opened_batch;
        // Unlocks the connection, so that waiting writers join the batch before it is flushed.
        drop(self);
        let mut result = result.ok_or(sqlx::Error::WorkerCrashed)?;
        if opened_batch {
            // The flush waits behind the writers already in line; one of them may commit the batch first.
            let flushing = tokio::spawn(async move { writer.flush().await });
            tokio::select! {
                biased;
                _ = result.wait_for(Option::is_some) => {}
                flushed = flushing => flushed.map_err(|_| sqlx::Error::WorkerCrashed)??,
            }
        }
        let result = result.wait_for(Option::is_some).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match &*result {
            Some(Err(error)) => Err(DbError::Sql(Arc::clone(error))),
            _ => Ok(()),
        }
    }

    /// Rolls this writer back, and returns the cause. What refused it may be the work of another writer of the batch: the
    /// cause is told only when that is durable, or the batch's own error where it never will be.
    async fn rollback_here(mut self, cause: DbError) -> Result<DbError, DbError> {
        self.is_finished = true;
        if let Connection::Sqlite(handle) = &mut self.connection {
            self.writer.rollback(handle.get(), self.opened_batch, &cause).await;
        }
        let result = self.writer.batch().batch.as_ref().map(|batch| batch.result.subscribe());
        // Unlocks the connection, so that the batch can be committed.
        drop(self);
        let Some(mut result) = result else { return Ok(cause) };
        match result.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(Err(error))) => Ok(DbError::Sql(Arc::clone(error))),
            Ok(_) | Err(_) => Ok(cause),
        }
    }
}

impl Deref for BatchTx {
    type Target = Connection;

    fn deref(&self) -> &Self::Target {
        &self.connection
    }
}

impl DerefMut for BatchTx {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.connection
    }
}

impl Drop for BatchTx {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        self.writer.batch().abandoned = Some(self.opened_batch);
        // The next writer would roll back, but other processes wait for the file lock now.
        if let Ok(runtime) = Handle::try_current() {
            let writer = self.writer.clone();
            runtime.spawn(async move { writer.lock().await.map(drop) });
        }
    }
}

/// Runs the work in a task of its own, so that a cancelled caller cannot stop between two statements and leave the
/// connection in an unknown state.
async fn run_detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, DbError>> + Send + 'static,
) -> Result<T, DbError> {
    tokio::spawn(work).await.map_err(|_| sqlx::Error::WorkerCrashed)?
}

pub(super) async fn pause(attempt: &mut u32) {
    *attempt += 1;
    tokio::time::sleep(Duration::from_millis(u64::from(*attempt) * 25)).await;
}
