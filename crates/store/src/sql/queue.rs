//! The queue of runs and the workers that take from it.
//!
//! A run is one row, taken with `FOR UPDATE SKIP LOCKED`. Its worker is alive while its lease holds and, in PostgreSQL, while
//! its session holds its lock, so that a killed worker is known to be gone at once.
//!
//! A lock is gone, too, when the database died or the network was cut. Therefore a worker without its lock takes nothing: it
//! would look dead to the next one, and the run would go round. And a worker that is heard of again has not crashed.

use super::driver::{Connection, Query, Row, query, query_scalar, sql};
use super::rows::{run_id, stored};
use super::scope::Scope;
use super::{Database, DbError, SqlLibrary};
use crate::error::StoreError;
use crate::queue::{QueueStats, QueuedRun, StopRequest, TakenRun, WorkerId};
use book::id::RunId;

/// Workers are forgotten so long after their lease has ended.
const FORGOTTEN_AFTER_MS: i64 = 24 * 60 * 60 * 1000;

impl SqlLibrary {
    pub(crate) async fn clock_ms(&self, machine_ms: i64) -> Result<i64, StoreError> {
        let Database::Postgres(_) = &self.database else { return Ok(machine_ms) };
        let mut reader = self.reader().await?;
        let now = query_scalar("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)");
        self.map_db_error(now.fetch_one(&mut reader).await.map_err(DbError::from))
    }

    pub(crate) async fn queued_run(&self, run: RunId) -> Result<Option<QueuedRun>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(queued_run(&mut reader, run).await)
    }

    pub(crate) async fn queue_stats(&self, now_ms: i64) -> Result<QueueStats, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(stats(&mut reader, now_ms).await)
    }

    pub(crate) async fn queue_run(&self, run: RunId, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = queue(&mut tx, run, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn register_worker(
        &self,
        name: &str,
        lock: &str,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<WorkerId, StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let insert = query_scalar(
            "INSERT INTO workers (name, lock_key, started_at, until_ms) VALUES ($1, $2, $3, $4) RETURNING key",
        )
        .bind(name)
        .bind(super::postgres::lock_key(lock))
        .bind(now_ms)
        .bind(until_ms);
        let done = insert.fetch_one(&mut tx).await.map(WorkerId).map_err(DbError::from);
        self.end(tx, done).await
    }

    pub(crate) async fn beat(
        &self,
        worker: WorkerId,
        until_ms: i64,
        is_draining: bool,
    ) -> Result<Option<Vec<TakenRun>>, StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = beat(&mut tx, worker, until_ms, is_draining).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_worker(&self, worker: WorkerId) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = query(
            "DELETE FROM workers WHERE key = $1 \
             AND NOT EXISTS (SELECT 1 FROM queued_runs q WHERE q.worker = workers.key)",
        )
        .bind(worker.0)
        .execute(&mut tx)
        .await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    pub(crate) async fn forget_workers(&self, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = query(
            "DELETE FROM workers WHERE until_ms < $1 \
             AND NOT EXISTS (SELECT 1 FROM queued_runs q WHERE q.worker = workers.key)",
        )
        .bind(now_ms - FORGOTTEN_AFTER_MS)
        .execute(&mut tx)
        .await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    pub(crate) async fn take_run(
        &self,
        worker: WorkerId,
        now_ms: i64,
    ) -> Result<Option<TakenRun>, StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = take(&mut tx, worker, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn put_back_run(&self, taken: &TakenRun, not_before_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let update = query(
            "UPDATE queued_runs SET worker = NULL, not_before = $1 \
             WHERE worker = $2 AND epoch = $3 AND run = (SELECT key FROM runs WHERE id = $4)",
        )
        .bind(not_before_ms);
        let done = held_by(update, taken).execute(&mut tx).await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    pub(crate) async fn survived(&self, lost: &TakenRun) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = query(
            "UPDATE queued_runs SET n_crashes = n_crashes - 1 \
             WHERE n_crashes > 0 AND epoch > $1 AND run = (SELECT key FROM runs WHERE id = $2)",
        )
        .bind(i64::try_from(lost.epoch).unwrap_or(i64::MAX))
        .bind(stored(lost.run.number()))
        .execute(&mut tx)
        .await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    pub(crate) async fn end_queued_run(
        &self,
        taken: &TakenRun,
        failure: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let end = match failure {
            Some(failure) => query(
                "UPDATE queued_runs SET worker = NULL, is_stopping = 0, failure = $1 \
                 WHERE worker = $2 AND epoch = $3 AND run = (SELECT key FROM runs WHERE id = $4)",
            )
            .bind(failure),
            None => query(
                "DELETE FROM queued_runs \
                 WHERE worker = $1 AND epoch = $2 AND run = (SELECT key FROM runs WHERE id = $3)",
            ),
        };
        let done = held_by(end, taken).execute(&mut tx).await;
        self.end(tx, done.map(drop).map_err(DbError::from)).await
    }

    pub(crate) async fn stop_queued_run(&self, run: RunId) -> Result<StopRequest, StoreError> {
        let mut tx = self.begin(Scope::Lease).await?;
        let done = stop(&mut tx, run).await;
        self.end(tx, done).await
    }
}

/// The values that say that the taker still holds its run.
fn held_by<'q>(query: Query<'q>, taken: &TakenRun) -> Query<'q> {
    let epoch = i64::try_from(taken.epoch).unwrap_or(i64::MAX);
    query.bind(taken.worker.0).bind(epoch).bind(stored(taken.run.number()))
}

async fn queued_run(connection: &mut Connection, run: RunId) -> Result<Option<QueuedRun>, DbError> {
    let row =
        query("SELECT q.worker, q.failure FROM queued_runs q JOIN runs r ON r.key = q.run WHERE r.id = $1")
            .bind(stored(run.number()))
            .fetch_optional(connection)
            .await?;
    row.map(|row| {
        let worker: Option<i64> = row.try_get("worker")?;
        Ok(QueuedRun { is_taken: worker.is_some(), failure: row.try_get("failure")? })
    })
    .transpose()
}

async fn stats(connection: &mut Connection, now_ms: i64) -> Result<QueueStats, DbError> {
    let row = query(
        "SELECT count(*) AS n_waiting, min(q.queued_at) AS oldest FROM queued_runs q \
         LEFT JOIN present_workers w ON w.key = q.worker \
         WHERE q.failure IS NULL AND (w.key IS NULL OR w.until_ms <= $1)",
    )
    .bind(now_ms)
    .fetch_one(&mut *connection)
    .await?;
    let oldest: Option<i64> = row.try_get("oldest")?;
    let n_waiting: i64 = row.try_get("n_waiting")?;
    let n_workers: i64 = query_scalar("SELECT count(*) FROM present_workers WHERE until_ms > $1")
        .bind(now_ms)
        .fetch_one(connection)
        .await?;
    Ok(QueueStats {
        n_waiting: n_waiting.unsigned_abs(),
        oldest_waiting_ms: oldest.map_or(0, |oldest| u64::try_from(now_ms - oldest).unwrap_or_default()),
        n_workers: n_workers.unsigned_abs(),
    })
}

async fn queue(connection: &mut Connection, run: RunId, now_ms: i64) -> Result<(), DbError> {
    let done = query(
        "INSERT INTO queued_runs (run, queued_at, not_before) SELECT key, $1, $1 FROM runs WHERE id = $2 \
         ON CONFLICT (run) DO UPDATE SET failure = NULL, is_stopping = 0, not_before = excluded.not_before, \
         n_crashes = CASE WHEN queued_runs.worker IS NULL THEN 0 ELSE queued_runs.n_crashes END, \
         queued_at = CASE WHEN queued_runs.failure IS NULL THEN queued_runs.queued_at ELSE excluded.queued_at END",
    )
    .bind(now_ms)
    .bind(stored(run.number()))
    .execute(connection)
    .await?;
    if done.rows_affected() == 0 { Err(StoreError::NoSuchRun { run }.into()) } else { Ok(()) }
}

async fn beat(
    connection: &mut Connection,
    worker: WorkerId,
    until_ms: i64,
    is_draining: bool,
) -> Result<Option<Vec<TakenRun>>, DbError> {
    let known = query("UPDATE workers SET until_ms = $1, is_draining = $2 WHERE key = $3")
        .bind(until_ms)
        .bind(i64::from(is_draining))
        .bind(worker.0)
        .execute(&mut *connection)
        .await?;
    if known.rows_affected() == 0 {
        return Ok(None);
    }
    let rows = query(
        "SELECT r.id, q.epoch, q.n_crashes, q.is_stopping FROM queued_runs q JOIN runs r ON r.key = q.run \
         WHERE q.worker = $1 ORDER BY q.run",
    )
    .bind(worker.0)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| taken(row, worker)).collect::<Result<_, _>>().map(Some)
}

fn taken(row: &Row, worker: WorkerId) -> Result<TakenRun, DbError> {
    let (epoch, n_crashes): (i64, i64) = (row.try_get("epoch")?, row.try_get("n_crashes")?);
    let is_stopping: i64 = row.try_get("is_stopping")?;
    Ok(TakenRun {
        run: run_id(row, "id")?,
        worker,
        epoch: epoch.unsigned_abs(),
        n_crashes: u32::try_from(n_crashes).unwrap_or(u32::MAX),
        is_stopping: is_stopping != 0,
    })
}

/// Takes the run that waits longest, of those whose worker is gone or that have none.
async fn take(
    connection: &mut Connection,
    worker: WorkerId,
    now_ms: i64,
) -> Result<Option<TakenRun>, DbError> {
    let row = loop {
        let row = lock_waiting(connection, worker, now_ms).await?;
        let Some(row) = row else { return Ok(None) };
        // PostgreSQL locks the newest version of the row, but looks at workers as they were when the statement began: if
        // another worker has taken the run since, its row says so and its worker was not looked at. From now on it is locked.
        let holder: Option<i64> = row.try_get("worker")?;
        match holder {
            Some(holder) if is_present(connection, holder, now_ms).await? => {}
            _ => break row,
        }
    };
    let (n_steps, n_steps_now): (i64, i64) = (row.try_get("n_steps")?, row.try_get("n_steps_now")?);
    let before: Option<i64> = row.try_get("worker")?;
    let n_crashes: i64 = row.try_get("n_crashes")?;
    // A worker that brought the run further did not die of it in the same place as those before.
    let n_before = if n_steps_now > n_steps { 0 } else { n_crashes };
    let n_crashes = n_before + i64::from(before.is_some());
    let row = query(
        "UPDATE queued_runs SET worker = $1, epoch = epoch + 1, n_steps = $2, n_crashes = $3 WHERE run = $4 \
         RETURNING (SELECT id FROM runs WHERE key = run) AS id, epoch, n_crashes, is_stopping",
    )
    .bind(worker.0)
    .bind(n_steps_now)
    .bind(n_crashes)
    .bind(row.try_get::<i64, _>("run")?)
    .fetch_one(connection)
    .await?;
    taken(&row, worker).map(Some)
}

/// The row that is found is locked until the transaction ends; others pass over it.
async fn lock_waiting(
    connection: &mut Connection,
    worker: WorkerId,
    now_ms: i64,
) -> Result<Option<Row>, DbError> {
    let select = query(sql!(
        "SELECT q.run, q.worker, q.n_steps, q.n_crashes, \
         (SELECT CAST(coalesce(sum(t.n_steps), 0) AS BIGINT) FROM tasks t WHERE t.run = q.run) AS n_steps_now \
         FROM queued_runs q LEFT JOIN present_workers w ON w.key = q.worker \
         WHERE q.failure IS NULL AND q.not_before <= $1 AND (w.key IS NULL OR w.until_ms <= $1) \
         AND EXISTS (SELECT 1 FROM present_workers me WHERE me.key = $2) \
         ORDER BY q.queued_at, q.run LIMIT 1",
        { "" | " FOR UPDATE OF q SKIP LOCKED" }
    ));
    Ok(select.bind(now_ms).bind(worker.0).fetch_optional(connection).await?)
}

async fn is_present(connection: &mut Connection, worker: i64, now_ms: i64) -> Result<bool, DbError> {
    let n_present: i64 =
        query_scalar("SELECT count(*) FROM present_workers WHERE key = $1 AND until_ms > $2")
            .bind(worker)
            .bind(now_ms)
            .fetch_one(connection)
            .await?;
    Ok(n_present > 0)
}

async fn stop(connection: &mut Connection, run: RunId) -> Result<StopRequest, DbError> {
    let id = stored(run.number());
    let told = query(
        "UPDATE queued_runs SET is_stopping = 1 \
         WHERE run = (SELECT key FROM runs WHERE id = $1) AND worker IS NOT NULL AND failure IS NULL",
    );
    if told.bind(id).execute(&mut *connection).await?.rows_affected() > 0 {
        return Ok(StopRequest::Told);
    }
    let removed =
        query("DELETE FROM queued_runs WHERE run = (SELECT key FROM runs WHERE id = $1) AND failure IS NULL");
    let n_removed = removed.bind(id).execute(connection).await?.rows_affected();
    Ok(if n_removed > 0 { StopRequest::Removed } else { StopRequest::NotQueued })
}
