//! Batches of a run: kept in the library under the run's claim, and served while its workers wait for them.

use crate::event::RunEvent;
use crate::run::{RunError, RunModel};
use crate::run_session::RunSession;
use async_recursion::async_recursion as boxed;
use async_trait::async_trait;
use book::id::{BookId, RunId};
use llm::{
    BatchCancelling, BatchEvent, BatchJournal, BatchParticipant, BatchQueue, BatchRecord, BatchesEnded,
};
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::store::Store;
use store::work::Fence;

/// What of a run is handed in and not answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingBatches {
    /// Requests in all open batches.
    pub n_requests: usize,
    /// When the oldest of them was handed in, in milliseconds since 1970.
    pub since_ms: i64,
    /// The model they were handed in for, as `service/model`.
    pub model: String,
}

impl WaitingBatches {
    /// The service that has them.
    pub fn service(&self) -> &str {
        self.model.split('/').next().unwrap_or_default()
    }
}

/// How many requests came to what when their batches were to be stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CancelledBatches {
    /// Their batches stop; what was answered before is kept.
    pub n_stopping: usize,
    /// Their batches were over already.
    pub n_over: usize,
    /// Their batches never reached the service.
    pub n_never_arrived: usize,
}

/// What of a run is handed in and not answered yet, if anything.
#[boxed]
pub async fn waiting(library: &Library, run: RunId) -> Result<Option<WaitingBatches>, StoreError> {
    let open = open_batches(library, run).await?;
    let n_requests = open.iter().map(|record| record.keys.len()).sum();
    let oldest = open.into_iter().min_by_key(|record| record.submitted_ms);
    Ok(oldest.map(|BatchRecord { submitted_ms, model, .. }| WaitingBatches {
        n_requests,
        since_ms: submitted_ms,
        model,
    }))
}

/// Asks the service to stop what is open of a run. The library stays as it is: the run, when it goes on, takes in what was
/// answered and asks for the rest, so nothing is lost and nothing is paid for twice.
#[boxed]
pub async fn cancel(library: &Library, run: RunId, model: &RunModel) -> Result<CancelledBatches, RunError> {
    let mut cancelled = CancelledBatches::default();
    let Some(queue) = model.batch_queue() else { return Ok(cancelled) };
    for record in open_batches(library, run).await? {
        let n_requests = record.keys.len();
        match queue.cancel(&record).await.map_err(RunError::Service)? {
            BatchCancelling::Stopping => cancelled.n_stopping += n_requests,
            BatchCancelling::AlreadyOver => cancelled.n_over += n_requests,
            BatchCancelling::NeverArrived => cancelled.n_never_arrived += n_requests,
        }
    }
    Ok(cancelled)
}

async fn open_batches(library: &Library, run: RunId) -> Result<Vec<BatchRecord>, StoreError> {
    let records = library.batches(run).await?;
    let read = records.iter().filter_map(|record| serde_json::from_str::<BatchRecord>(record).ok());
    Ok(read.filter(BatchRecord::is_open).collect())
}

/// The batches of one run in the library.
pub(crate) struct StoredBatches<'a> {
    pub(crate) store: &'a Store,
    pub(crate) book: BookId,
    pub(crate) run: RunId,
    pub(crate) holder: &'a str,
    pub(crate) clock: &'a (dyn Fn() -> i64 + Send + Sync),
}

impl StoredBatches<'_> {
    async fn keep(&self, name: &str, record: Option<&str>) -> Result<(), String> {
        let fence = Fence { run: self.run, holder: self.holder };
        let kept = self.store.keep_batch(self.book, fence, name, record).await;
        kept.map_err(|error| error.to_string())
    }
}

#[async_trait]
impl BatchJournal for StoredBatches<'_> {
    async fn load(&self) -> Result<Vec<BatchRecord>, String> {
        let records = self.store.library().batches(self.run).await.map_err(|error| error.to_string())?;
        let read = records.iter().map(|record| serde_json::from_str(record));
        read.collect::<Result<_, _>>().map_err(|error| format!("a stored batch cannot be read: {error}"))
    }

    async fn save(&self, record: &BatchRecord) -> Result<(), String> {
        let text = serde_json::to_string(record).map_err(|error| error.to_string())?;
        self.keep(&record.name, Some(&text)).await
    }

    async fn remove(&self, name: &str) -> Result<(), String> {
        self.keep(name, None).await
    }

    fn now_ms(&self) -> i64 {
        (self.clock)()
    }
}

/// A worker's part in the batches of its run, where there are any.
pub(crate) fn join(session: &RunSession) -> Option<BatchParticipant> {
    session.models.first()?.batch_queue().map(BatchQueue::join)
}

/// Waits for the workers while their batches are handed in and taken in.
pub(crate) async fn while_served<T>(
    session: &RunSession,
    work: impl Future<Output = T>,
) -> Result<T, RunError> {
    let context = &session.context;
    let journal = StoredBatches {
        store: &context.store,
        book: context.book.id,
        run: context.run,
        holder: context.holder.as_deref().unwrap_or_default(),
        clock: &*context.clock,
    };
    let told = |event: BatchEvent| session.publish(RunEvent::Batch(event));
    let queue = session.models.first().and_then(RunModel::batch_queue);
    serve(queue, &journal, &told, work).await
}

/// Waits for some work while the batches it asks for are handed in and taken in, where it asks for any.
pub(crate) async fn serve<T>(
    queue: Option<&Arc<BatchQueue>>,
    journal: &StoredBatches<'_>,
    told: &(dyn Fn(BatchEvent) + Send + Sync),
    work: impl Future<Output = T>,
) -> Result<T, RunError> {
    let Some(queue) = queue else { return Ok(work.await) };
    tokio::select! {
        done = work => Ok(done),
        ended = queue.serve(journal, told) => Err(match ended {
            BatchesEnded::Journal(detail) => RunError::Batches { detail },
            BatchesEnded::Denied(failure) => RunError::Service(failure),
        }),
    }
}
