//! Runs that workers execute: put into the queue, stopped and followed through the library.

use crate::api::run::RunState;
use crate::context::ServerContext;
use crate::events;
use crate::problem::Problem;
use axum::response::Response;
use book::id::RunId;
use book::work::outcome::RunOutcome;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::queue::StopRequest;
use store::store::Store;
use store::work::RunRecord;

/// How often the library is asked what a worker has done.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Puts a run into the queue.
pub(super) async fn queue(context: &ServerContext, store: &Store, run: RunId) -> Result<RunId, Problem> {
    let now_ms = context.library().clock_ms(context.now_ms()).await?;
    store.reopen_run(run, context.now_ms()).await?;
    store.queue_run(run, now_ms).await?;
    Ok(run)
}

/// Stops a run that is in the queue; `false` where it is not.
pub(super) async fn stop(context: &ServerContext, run: RunId) -> Result<bool, Problem> {
    Ok(match context.process_store().stop_queued_run(run).await? {
        StopRequest::Removed => {
            context.process_store().finish_run(run, RunOutcome::Interrupted, context.now_ms()).await?;
            true
        }
        StopRequest::Told => true,
        StopRequest::NotQueued => false,
    })
}

/// The state of a run that is in the queue. One that no worker takes any more is at rest.
pub(super) async fn state(context: &ServerContext, record: &RunRecord) -> Result<Option<RunState>, Problem> {
    if !context.process_store().has_queue() {
        return Ok(None);
    }
    let queued = context.library().queued_run(record.id).await?;
    Ok(queued
        .filter(|queued| queued.failure.is_none())
        .map(|queued| if queued.is_taken { RunState::Elsewhere } else { RunState::Waiting }))
}

/// The state of a queued run, sent at each change until it rests. Without numbers: a subscriber that reconnects gets all.
pub(crate) fn follow(context: &Arc<ServerContext>, record: &RunRecord) -> Response {
    let following = Following { context: Arc::clone(context), run: record.id, told: None };
    let steps = futures::stream::unfold(Some(following), |following| async move {
        let mut following = following?;
        match following.next().await {
            Ok(Change::Snapshot(sum)) => Some((("snapshot", sum), Some(following))),
            Ok(Change::Ended(sum)) => Some((("ended", sum), None)),
            // The reader comes back and asks again.
            Err(_) => None,
        }
    });
    events::unnumbered(steps)
}

struct Following {
    context: Arc<ServerContext>,
    run: RunId,
    /// What was told last.
    told: Option<Value>,
}

enum Change {
    Snapshot(Value),
    Ended(Value),
}

impl Following {
    /// Waits for something new.
    async fn next(&mut self) -> Result<Change, StoreError> {
        loop {
            let library = self.context.library();
            let queued = library.queued_run(self.run).await?;
            let record = library.run(self.run).await?;
            let at_rest = queued.as_ref().is_none_or(|queued| queued.failure.is_some());
            let sum = runner::earlier::of_run(library, &record).await?.sum;
            let is_taken = queued.as_ref().is_some_and(|queued| queued.is_taken);
            let told = snapshot(sum, &record, at_rest, is_taken);
            if self.told.as_ref() != Some(&told) {
                self.told = Some(told.clone());
                return Ok(Change::Snapshot(told));
            }
            if at_rest {
                let ending = record.outcome.unwrap_or(RunOutcome::Interrupted).as_str();
                // A run that was resumed by hand since has another ending.
                let reason = queued.filter(|_| ending == RunOutcome::Failed.as_str());
                let reason = reason.and_then(|queued| queued.failure);
                return Ok(Change::Ended(json!({"run": self.run, "ending": ending, "reason": reason})));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

fn snapshot(mut sum: Map<String, Value>, record: &RunRecord, at_rest: bool, is_taken: bool) -> Value {
    let state = match (at_rest, is_taken) {
        (true, _) if record.outcome.is_some_and(RunOutcome::is_over) => RunState::Over,
        (true, _) => RunState::Resting,
        (false, true) => RunState::Elsewhere,
        (false, false) => RunState::Waiting,
    };
    sum.insert("state".to_owned(), json!(state));
    sum.insert("resting".to_owned(), json!(at_rest));
    sum.insert("ending".to_owned(), json!(record.outcome.map(RunOutcome::as_str)));
    Value::Object(sum)
}
