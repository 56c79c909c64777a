//! A worker process: takes runs from the queue of a library, executes them, and gives them back when it has to leave.
//!
//! What makes it safe to kill, freeze or cut off a worker at any moment is in the library: a run is held under a lease by the
//! database's clock, and every write of a session is refused once another worker has claimed its book. The loop here only has
//! to notice soon what happened.

mod answers;
mod session;

use crate::report::Ending;
use crate::run::{ClaimOwner, RunModel, StopSignal};
use crate::spec::RunSpec;
use async_recursion::async_recursion as boxed;
use book::id::RunId;
use book::work::outcome::RunOutcome;
use checks::dictionary::Dictionaries;
use llm::Budget;
use messages::Message;
use session::{SessionEnd, execute};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;
use store::queue::{MAX_CRASHES, Notices, TakenRun, WorkerId};
use store::store::Store;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How often the queue is looked at and the lease prolonged, whether or not a notice came.
const POLL: Duration = Duration::from_secs(1);
/// A run that could not be worked on now is left alone for so long.
const LATER: Duration = Duration::from_secs(2);
/// An original file that no book names is swept when it is older than any import takes.
const SWEPT_AFTER: Duration = Duration::from_hours(24);
/// How often rows of workers that are gone and files that no book names are removed.
const CLEAN_EVERY: Duration = Duration::from_hours(1);

/// Opens the models of a run; what it refuses ends the run with that message.
pub type OpenModels = dyn Fn(&RunSpec, &Arc<Budget>) -> Result<Vec<RunModel>, Message> + Send + Sync;

/// What a worker is made of.
pub struct WorkerConfig {
    pub store: Store,
    /// Different for every process.
    pub name: String,
    /// The name under which the process shows that it lives.
    pub lock: String,
    /// Who claims books, given the epoch of the run that was taken: no two sessions have the same name.
    pub holder: Arc<dyn Fn(u64) -> ClaimOwner + Send + Sync>,
    /// How long others wait for this worker before they take its runs.
    pub lease: Duration,
    /// Runs at once.
    pub n_at_once: usize,
    /// How long requests in flight are waited for when the worker has to leave.
    pub drain_for: Duration,
    pub models: Arc<OpenModels>,
    pub dictionaries: Arc<dyn Dictionaries>,
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Told what happens.
    pub events: Arc<dyn Fn(WorkerEvent) + Send + Sync>,
}

/// What happens in a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerEvent {
    /// It listens to the queue.
    Ready,
    /// It has taken a run.
    Taken {
        run: RunId,
        /// How often the run was taken, this time included.
        epoch: u64,
    },
    /// A run came to rest; `ending` is the word of its outcome.
    Ended { run: RunId, ending: &'static str },
    /// A run was given back to the queue.
    PutBack { run: RunId },
    /// A run was taken by another worker while this one was frozen or cut off.
    Lost { run: RunId },
    /// A run stopped and waits for a person.
    Failed { run: RunId, reason: Message },
    /// The worker leaves: no request is begun.
    Draining,
}

/// A session under way here, or ended and not settled yet.
struct Session {
    taken: TakenRun,
    stop: StopSignal,
    /// Whether another worker has taken the run. An epoch that was lost never comes back.
    is_lost: bool,
    /// Whether a person stopped the run.
    is_stopped: bool,
}

struct Worker {
    config: Arc<WorkerConfig>,
    id: WorkerId,
    /// By run and epoch: a run that was lost may be taken again while its former session still comes to rest.
    sessions: HashMap<(RunId, u64), Session>,
    ended: JoinSet<(TakenRun, SessionEnd)>,
    /// Sessions that have ended, until their runs are given back or ended in the library.
    unsettled: Vec<(TakenRun, SessionEnd)>,
    /// Wakes sessions that wait for an answer.
    woken: Arc<Notify>,
    /// When the lease was last prolonged.
    heard: Instant,
    /// When the worker was asked to leave.
    draining: Option<Instant>,
}

/// Works until `stop` is cancelled and everything that was taken is finished or given back.
#[boxed]
pub async fn work(config: WorkerConfig, stop: &CancellationToken) -> Result<(), StoreError> {
    let config = Arc::new(config);
    let mut notices = config.store.notices().await?;
    let id = register(&config).await?;
    let mut worker = Worker {
        config,
        id,
        sessions: HashMap::new(),
        ended: JoinSet::new(),
        unsettled: Vec::new(),
        woken: Arc::default(),
        heard: Instant::now(),
        draining: None,
    };
    (worker.config.events)(WorkerEvent::Ready);
    let (mut cleaned, mut released) = (Instant::now(), Instant::now());
    loop {
        worker.look().await;
        if worker.has_drained() {
            break;
        }
        if released.elapsed() > worker.config.lease {
            released = Instant::now();
            worker.release().await;
        }
        if cleaned.elapsed() > CLEAN_EVERY {
            cleaned = Instant::now();
            worker.clean().await;
        }
        tokio::select! {
            Some(ended) = worker.ended.join_next() => worker.unsettled.extend(ended.ok()),
            () = next_notice(&mut notices) => worker.woken.notify_waiters(),
            () = tokio::time::sleep(POLL.min(worker.config.lease / 3)) => {}
            () = stop.cancelled(), if worker.draining.is_none() => worker.drain(),
        }
    }
    if let Err(error) = worker.config.store.remove_worker(worker.id).await {
        // Others see by its lock and its lease that it is gone.
        tracing::warn!(%error, "the worker could not say that it leaves");
    }
    Ok(())
}

async fn register(config: &WorkerConfig) -> Result<WorkerId, StoreError> {
    let now_ms = now_ms(config).await?;
    let until_ms = now_ms.saturating_add(ms(config.lease));
    config.store.register_worker(&config.name, &config.lock, until_ms, now_ms).await
}

async fn next_notice(notices: &mut Option<Notices>) {
    match notices {
        Some(notices) => notices.next().await,
        None => std::future::pending().await,
    }
}

impl Worker {
    /// Prolongs the lease, hears what is wanted, settles what has ended, and takes what there is room for. A library that
    /// cannot be written now is asked again; meanwhile sessions wait for it with what they have, as long as the lease holds.
    async fn look(&mut self) {
        let asked = Instant::now();
        if let Err(error) = self.beat().await {
            tracing::warn!(%error, "the worker could not prolong its lease");
            if self.heard.elapsed() > self.config.lease {
                // Others may take its runs by now. What is still its own is given back once the library can be written.
                self.sessions.values().for_each(|session| session.stop.cancel());
            }
            return;
        }
        self.heard = asked;
        for (taken, end) in std::mem::take(&mut self.unsettled) {
            self.settle(taken, end).await;
        }
        while self.draining.is_none() && self.sessions.len() < self.config.n_at_once {
            match self.take().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "the worker could not take a run");
                    break;
                }
            }
        }
    }

    async fn beat(&mut self) -> Result<(), StoreError> {
        let until_ms = now_ms(&self.config).await?.saturating_add(ms(self.config.lease));
        let heard = self.config.store.beat(self.id, until_ms, self.draining.is_some()).await?;
        let held = if let Some(held) = heard {
            held
        } else {
            // What it held is another's.
            self.id = register(&self.config).await?;
            Vec::new()
        };
        for (place, session) in &mut self.sessions {
            let still = held.iter().find(|taken| (taken.run, taken.epoch) == *place);
            session.is_stopped |= still.is_some_and(|taken| taken.is_stopping);
            if still.is_none() && !session.is_lost {
                session.stop.cancel();
                self.config.store.survived(&session.taken).await?;
                session.is_lost = true;
            }
            if session.is_stopped {
                session.stop.cancel();
            }
        }
        // The library was away when such a run was to be given back.
        for taken in held.iter().filter(|taken| !self.sessions.contains_key(&(taken.run, taken.epoch))) {
            self.config.store.put_back_run(taken, 0).await?;
        }
        if self.is_late() {
            self.sessions.values().for_each(|session| session.stop.cancel());
        }
        Ok(())
    }

    /// Whether requests in flight were waited for long enough.
    fn is_late(&self) -> bool {
        self.draining.is_some_and(|since| since.elapsed() > self.config.drain_for)
    }

    /// Whether the worker has to leave and can. What could not be settled by then is left to the lease.
    fn has_drained(&self) -> bool {
        let is_settled = self.sessions.is_empty();
        self.draining.is_some()
            && (is_settled || self.is_late() && self.sessions.len() == self.unsettled.len())
    }

    /// Takes one run, if one waits.
    async fn take(&mut self) -> Result<bool, StoreError> {
        let now_ms = now_ms(&self.config).await?;
        let Some(taken) = self.config.store.take_run(self.id, now_ms).await? else { return Ok(false) };
        if taken.n_crashes >= MAX_CRASHES {
            let reason = Message::new("run_crashed_workers").with("run", taken.run);
            let reason = reason.count("n", usize::try_from(taken.n_crashes).unwrap_or(usize::MAX));
            self.fail(&taken, reason).await?;
            return Ok(true);
        }
        if taken.is_stopping {
            // Its worker died before it heard of the stop.
            let clock = (self.config.clock)();
            self.config.store.finish_run(taken.run, RunOutcome::Interrupted, clock).await?;
            self.config.store.end_queued_run(&taken, None).await?;
            return Ok(true);
        }
        (self.config.events)(WorkerEvent::Taken { run: taken.run, epoch: taken.epoch });
        let session = Session { taken, stop: StopSignal::new(), is_lost: false, is_stopped: false };
        let (config, woken) = (Arc::clone(&self.config), Arc::clone(&self.woken));
        let stop = session.stop.clone();
        self.ended.spawn(async move {
            // A task of its own, so that a session that breaks off does not take the worker with it.
            let done = tokio::spawn(execute(config, taken, woken, stop)).await;
            let broken = |error| SessionEnd::Failed(Message::new("worker_lost").with("detail", error));
            (taken, done.unwrap_or_else(broken))
        });
        self.sessions.insert((taken.run, taken.epoch), session);
        Ok(true)
    }

    /// Gives the run of an ended session back to the queue, or ends it.
    async fn settle(&mut self, taken: TakenRun, end: SessionEnd) {
        let run = taken.run;
        // Whether the run was still ours a moment ago decides what is told; what is written is decided by the queue itself.
        let session = self.sessions.remove(&(run, taken.epoch));
        let is_stopped = session.as_ref().is_some_and(|session| session.is_stopped);
        if session.is_some_and(|session| session.is_lost) {
            (self.config.events)(WorkerEvent::Lost { run });
            return;
        }
        let store = &self.config.store;
        // Told after it is written, so that who hears of it finds it so.
        let (settled, told) = match end {
            // A run that a user stopped meanwhile is ended by the next worker that takes it.
            SessionEnd::Interrupted if self.draining.is_some() => {
                (store.put_back_run(&taken, 0).await, Some(WorkerEvent::PutBack { run }))
            }
            SessionEnd::Interrupted if is_stopped => {
                let ending = Ending::Interrupted.as_str();
                (store.end_queued_run(&taken, None).await, Some(WorkerEvent::Ended { run, ending }))
            }
            SessionEnd::Rested(ending) => {
                (store.end_queued_run(&taken, None).await, Some(WorkerEvent::Ended { run, ending }))
            }
            SessionEnd::PutBack | SessionEnd::Interrupted => {
                let put_back = match now_ms(&self.config).await {
                    Ok(now) => store.put_back_run(&taken, now.saturating_add(ms(LATER))).await,
                    Err(error) => Err(error),
                };
                (put_back, Some(WorkerEvent::PutBack { run }))
            }
            SessionEnd::Failed(reason) => (self.fail(&taken, reason).await, None),
        };
        if let Some(told) = told {
            (self.config.events)(told);
        }
        if let Err(error) = settled {
            // It is still ours in the queue, and the next heartbeat gives it back.
            tracing::warn!(%error, %run, "what became of a run was not noted");
        }
    }

    async fn fail(&self, taken: &TakenRun, reason: Message) -> Result<(), StoreError> {
        let store = &self.config.store;
        store.finish_run(taken.run, RunOutcome::Failed, (self.config.clock)()).await?;
        store.end_queued_run(taken, Some(&reason.to_string())).await?;
        (self.config.events)(WorkerEvent::Failed { run: taken.run, reason });
        Ok(())
    }

    fn drain(&mut self) {
        self.draining = Some(Instant::now());
        (self.config.events)(WorkerEvent::Draining);
        self.sessions.values().for_each(|session| session.stop.drain());
    }

    /// Releases what sessions that are gone had set aside of the monthly budgets, though no other session takes anything. One
    /// that is only late has another lease to come back: it would be booked with requests that are still under way.
    async fn release(&self) {
        let lease = ms(self.config.lease);
        let released = match now_ms(&self.config).await {
            Ok(now_ms) => self.config.store.release_allowances(now_ms.saturating_sub(lease)).await,
            Err(error) => Err(error),
        };
        if let Err(error) = released {
            tracing::warn!(%error, "what lost sessions had set aside was not released");
        }
    }

    async fn clean(&self) {
        let forgotten = match now_ms(&self.config).await {
            Ok(now_ms) => self.config.store.forget_workers(now_ms).await,
            Err(error) => Err(error),
        };
        if let Err(error) = forgotten {
            tracing::warn!(%error, "workers that are gone were not removed");
        }
        let before_ms = (self.config.clock)().saturating_sub(ms(SWEPT_AFTER));
        match self.config.store.sweep_originals(before_ms).await {
            Ok(swept) => {
                tracing::info!(n_files = swept.n_files, n_removed = swept.n_removed, "originals swept");
            }
            Err(error) => tracing::warn!(%error, "originals were not swept"),
        }
    }
}

/// The time by which leases are kept.
async fn now_ms(config: &WorkerConfig) -> Result<i64, StoreError> {
    config.store.library().clock_ms((config.clock)()).await
}

fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
