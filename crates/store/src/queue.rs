//! Runs that wait for a worker: which worker holds which, and what happens to a run whose worker died.
//!
//! All times are those of [`Library::clock_ms`]: the database's where the library is in one, so that machines whose clocks
//! differ agree on when a lease ends.

use crate::error::StoreError;
use crate::library::Library;
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::RunId;

pub use crate::sql::Notices;

/// A run that killed this many workers in a row without one more step is not taken again.
pub const MAX_CRASHES: u32 = 3;

/// A process that takes runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerId(pub(crate) i64);

/// A worker's hold on a run. Another taker has a higher epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenRun {
    pub run: RunId,
    /// Who took it.
    pub worker: WorkerId,
    /// How often it was taken, this time included.
    pub epoch: u64,
    /// How many takers in a row died without a step, those included that are cut off and may be heard of again.
    pub n_crashes: u32,
    /// Whether a person wants it stopped.
    pub is_stopping: bool,
}

/// A run in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedRun {
    /// Whether a worker has taken it.
    pub is_taken: bool,
    /// Why no worker takes it any more; it stays here until it is queued again.
    pub failure: Option<String>,
}

/// What is asked about the queue to decide whether there are enough workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueueStats {
    /// Runs that no living worker has taken.
    pub n_waiting: u64,
    /// How long the one that came first waits, in milliseconds; zero where none does.
    pub oldest_waiting_ms: u64,
    /// Workers whose lease holds, those that drain included.
    pub n_workers: u64,
}

/// The answer to a request to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopRequest {
    /// No worker had it; it is out of the queue.
    Removed,
    /// Its worker is told with its next heartbeat.
    Told,
    /// It is not in the queue.
    NotQueued,
}

impl Library {
    /// The time by which leases are kept: the database's, or for a library in a file the caller's.
    #[boxed]
    pub async fn clock_ms(&self, machine_ms: i64) -> Result<i64, StoreError> {
        self.backend.clock_ms(machine_ms).await
    }

    /// The run's place in the queue, if it is in it.
    #[boxed]
    pub async fn queued_run(&self, run: RunId) -> Result<Option<QueuedRun>, StoreError> {
        self.backend.queued_run(run).await
    }

    /// How many runs wait, how long, and for how many workers.
    #[boxed]
    pub async fn queue_stats(&self, now_ms: i64) -> Result<QueueStats, StoreError> {
        self.backend.queue_stats(now_ms).await
    }
}

impl Store {
    /// Whether the library is in a database that several machines can reach, so that workers can take its runs.
    pub fn has_queue(&self) -> bool {
        self.path().is_none()
    }

    /// Puts a run into the queue. One that waits already keeps its place; one that a worker has is left to it.
    #[boxed]
    pub async fn queue_run(&self, run: RunId, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.queue_run(run, now_ms).await?;
        self.notify_workers().await
    }

    /// Records a worker. `lock` is the name it shows with [`Store::announce`].
    #[boxed]
    pub async fn register_worker(
        &self,
        name: &str,
        lock: &str,
        until_ms: i64,
        now_ms: i64,
    ) -> Result<WorkerId, StoreError> {
        self.library().backend.register_worker(name, lock, until_ms, now_ms).await
    }

    /// Prolongs a worker's lease, and tells what it holds. A run that is missing was taken by another. Nothing where the worker
    /// is not known any more: it was silent for more than a day, or the database is one that was restored.
    #[boxed]
    pub async fn beat(
        &self,
        worker: WorkerId,
        until_ms: i64,
        is_draining: bool,
    ) -> Result<Option<Vec<TakenRun>>, StoreError> {
        self.library().backend.beat(worker, until_ms, is_draining).await
    }

    /// Forgets a worker that leaves and holds nothing.
    #[boxed]
    pub async fn remove_worker(&self, worker: WorkerId) -> Result<(), StoreError> {
        self.library().backend.remove_worker(worker).await
    }

    /// Forgets workers that are gone for a day.
    #[boxed]
    pub async fn forget_workers(&self, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.forget_workers(now_ms).await
    }

    /// Takes the run that waits longest: one that no worker holds, or one whose worker is dead. A worker without a valid lease
    /// takes nothing.
    #[boxed]
    pub async fn take_run(&self, worker: WorkerId, now_ms: i64) -> Result<Option<TakenRun>, StoreError> {
        self.library().backend.take_run(worker, now_ms).await
    }

    /// Gives a run back, to be taken from `not_before_ms` on; does nothing if another worker has taken it since.
    #[boxed]
    pub async fn put_back_run(&self, taken: &TakenRun, not_before_ms: i64) -> Result<(), StoreError> {
        self.library().backend.put_back_run(taken, not_before_ms).await?;
        self.notify_workers().await
    }

    /// Withdraws the crash that was counted when another worker took this run: the one that had it was cut off, and lives.
    /// Said once for each run that was lost.
    #[boxed]
    pub async fn survived(&self, lost: &TakenRun) -> Result<(), StoreError> {
        self.library().backend.survived(lost).await
    }

    /// Takes a run out of the queue, or keeps it there with the reason why it is not taken again; does nothing if another
    /// worker has taken it since.
    #[boxed]
    pub async fn end_queued_run(&self, taken: &TakenRun, failure: Option<&str>) -> Result<(), StoreError> {
        self.library().backend.end_queued_run(taken, failure).await
    }

    /// Asks for a queued run to be stopped.
    #[boxed]
    pub async fn stop_queued_run(&self, run: RunId) -> Result<StopRequest, StoreError> {
        let request = self.library().backend.stop_queued_run(run).await?;
        if request == StopRequest::Told {
            self.notify_workers().await?;
        }
        Ok(request)
    }

    /// Wakes the workers. It is sent by itself, never in a transaction with data: a database keeps one lock over all
    /// commits that notify. A notice that is lost costs the time until the next poll.
    #[boxed]
    pub async fn notify_workers(&self) -> Result<(), StoreError> {
        self.library().backend.notify_workers().await
    }

    /// Notices that there is something to do; none for a library in a file.
    #[boxed]
    pub async fn notices(&self) -> Result<Option<Notices>, StoreError> {
        self.library().backend.notices().await
    }
}
