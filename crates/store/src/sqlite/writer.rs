//! Whoever writes takes a turn on one connection, and those who stand in line together are made durable together.
//!
//! Reaching the disk takes its time, whatever is written. So whoever is first in a batch begins a transaction, those who
//! wait behind join it, each in a savepoint of its own, and one commit ends it for all. A batch takes in others for as long
//! as a commit takes and no longer: on a quick disk nobody waits for what the others have to write. Nobody hears that
//! anything is done before the commit. A turn that fails takes back only itself.

use super::Fault;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex as Cell, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, watch};

/// That many times we ask again for another program's lock, because some answers come without waiting.
pub(super) const N_ATTEMPTS: u32 = 20;
/// Longer than any import of a real book; whoever waits this long is told.
pub(super) const PATIENCE: Duration = Duration::from_mins(10);

/// The one writing connection of this program, and the line before it.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    line: Arc<Mutex<Option<SqliteConnection>>>,
    /// Looked at only by whoever is at the head of the line.
    open: Arc<Cell<Open>>,
}

/// The right to write, until it is ended. One that is dropped instead leaves nothing behind.
#[derive(Debug)]
pub(super) struct Turn {
    connection: Head,
    writer: Writer,
    is_first: bool,
    is_over: bool,
}

/// The head of the line.
type Head = OwnedMappedMutexGuard<Option<SqliteConnection>, SqliteConnection>;

/// What is open on the connection.
#[derive(Debug, Default)]
struct Open {
    batch: Option<Batch>,
    /// How long the last commit took.
    commit_took: Duration,
    /// Somebody went away in the middle of a turn; `true` if it was the first of its batch.
    torn: Option<bool>,
}

/// Turns that are committed together.
#[derive(Debug)]
struct Batch {
    fate: watch::Sender<Fate>,
    began: Instant,
}

/// What became of the turns that were to be committed together.
type Fate = Option<Result<(), Arc<sqlx::Error>>>;

impl Writer {
    pub(super) fn new(connection: SqliteConnection) -> Self {
        Self { line: Arc::new(Mutex::new(Some(connection))), open: Arc::default() }
    }

    /// Waits for a turn, together with others.
    pub(super) async fn turn(&self) -> Result<Turn, Fault> {
        to_its_end(self.clone().take_turn()).await
    }

    /// Waits for a turn that may take long: those before it are not kept waiting for it.
    pub(super) async fn long_turn(&self) -> Result<Turn, Fault> {
        let writer = self.clone();
        to_its_end(async move {
            writer.settle().await?;
            writer.take_turn().await
        })
        .await
    }

    async fn take_turn(self) -> Result<Turn, Fault> {
        let mut head = self.head().await?;
        if self.open().is_full() {
            self.commit(&mut head).await;
        }
        let is_first = self.open().batch.is_none();
        if is_first {
            begin(&mut head).await?;
            self.open().batch = Some(Batch { fate: watch::Sender::new(None), began: Instant::now() });
        } else {
            say(&mut head, "SAVEPOINT turn").await?;
        }
        Ok(Turn { connection: head, writer: self, is_first, is_over: false })
    }

    /// Ends what is open and closes the connection.
    pub(super) async fn close(&self) {
        let settled = self.settle().await;
        let connection = self.line.lock().await.take();
        let closed = match connection {
            Some(connection) => connection.close().await.map_err(Fault::from),
            None => Ok(()),
        };
        for fault in [settled, closed].into_iter().filter_map(Result::err) {
            tracing::warn!(?fault, "the library did not close well");
        }
    }

    /// Waits for the head of the line, and tidies up what was left there.
    pub(super) async fn head(&self) -> Result<Head, Fault> {
        let line = tokio::time::timeout(PATIENCE, Arc::clone(&self.line).lock_owned()).await;
        let line = line.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let mut head = OwnedMutexGuard::try_map(line, Option::as_mut).map_err(|_| sqlx::Error::PoolClosed)?;
        let torn = self.open().torn.take();
        if let Some(is_first) = torn {
            self.take_back(&mut head, is_first, &sqlx::Error::WorkerCrashed.into()).await;
        }
        Ok(head)
    }

    /// Makes the open batch durable and tells everybody in it.
    async fn settle(&self) -> Result<(), Fault> {
        let mut head = self.head().await?;
        if self.open().batch.is_some() {
            self.commit(&mut head).await;
        }
        Ok(())
    }

    async fn commit(&self, head: &mut Head) {
        let began = Instant::now();
        let fate = say(head, "COMMIT").await;
        if fate.is_err() {
            roll_back(head).await;
        }
        self.open().commit_took = began.elapsed();
        self.tell(fate.map_err(Arc::new));
    }

    /// Takes back what a turn did, and only that. Where the database has given up the whole transaction, as it does on a
    /// full disk, everybody in it is told.
    async fn take_back(&self, head: &mut Head, is_first: bool, fault: &Fault) {
        if is_first {
            self.open().batch = None;
        } else {
            let taken_back = match say(head, "ROLLBACK TO turn").await {
                Ok(()) => say(head, "RELEASE turn").await,
                Err(error) => Err(error),
            };
            let Err(error) = taken_back else { return };
            self.tell(Err(if let Fault::Sql(reason) = fault { Arc::clone(reason) } else { Arc::new(error) }));
        }
        roll_back(head).await;
    }

    fn tell(&self, fate: Result<(), Arc<sqlx::Error>>) {
        if let Some(batch) = self.open().batch.take() {
            batch.fate.send_replace(Some(fate));
        }
    }

    /// How long the next batch takes in others.
    #[cfg(test)]
    pub(super) fn expect_commits_of(&self, long: Duration) {
        self.open().commit_took = long;
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn is_full(&self) -> bool {
        self.batch.as_ref().is_some_and(|batch| batch.began.elapsed() > self.commit_took)
    }
}

impl Turn {
    /// Ends the turn with what came of it: taken back, or durable when this returns.
    pub(super) async fn end<T>(self, done: Result<T, Fault>) -> Result<T, Fault> {
        match done {
            Ok(value) => to_its_end(self.keep()).await.map(|()| value),
            Err(fault) => Err(to_its_end(self.give_up(fault)).await.unwrap_or_else(|lost| lost)),
        }
    }

    async fn keep(mut self) -> Result<(), Fault> {
        if !self.is_first
            && let Err(error) = say(&mut self.connection, "RELEASE turn").await
        {
            return Err(self.give_up(error.into()).await?);
        }
        self.is_over = true;
        let fate = self.writer.open().batch.as_ref().map(|batch| batch.fate.subscribe());
        let writer = self.writer.clone();
        let is_first = self.is_first;
        drop(self);
        let mut fate = fate.ok_or(sqlx::Error::WorkerCrashed)?;
        if is_first {
            // In line behind those who have been waiting, one of whom may be quicker.
            let settling = tokio::spawn(async move { writer.settle().await });
            tokio::select! {
                _ = fate.wait_for(Option::is_some) => {}
                settled = settling => settled.map_err(|_| sqlx::Error::WorkerCrashed)??,
            }
        }
        let fate = fate.wait_for(Option::is_some).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match &*fate {
            Some(Err(error)) => Err(Fault::Sql(Arc::clone(error))),
            _ => Ok(()),
        }
    }

    /// Takes back what was done, and gives the reason back.
    async fn give_up(mut self, fault: Fault) -> Result<Fault, Fault> {
        self.is_over = true;
        self.writer.take_back(&mut self.connection, self.is_first, &fault).await;
        Ok(fault)
    }
}

impl Deref for Turn {
    type Target = SqliteConnection;

    fn deref(&self) -> &Self::Target {
        &self.connection
    }
}

impl DerefMut for Turn {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.connection
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.writer.open().torn = Some(self.is_first);
        // The next one in line would tidy up, but other programs wait as well.
        if let Ok(runtime) = Handle::try_current() {
            let writer = self.writer.clone();
            runtime.spawn(async move { writer.head().await.map(drop) });
        }
    }
}

/// Does something to its end, even if nobody waits for it any more: nobody knows where a half-said word to the database
/// leaves it.
async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Fault>> + Send + 'static,
) -> Result<T, Fault> {
    tokio::spawn(work).await.map_err(|_| sqlx::Error::WorkerCrashed)?
}

/// Begins to write. The lock is taken at once, so that nothing read in the transaction can be out of date.
async fn begin(head: &mut Head) -> Result<(), Fault> {
    let mut attempt = 0;
    while let Err(error) = say(head, "BEGIN IMMEDIATE").await {
        let fault = Fault::from(error);
        if !fault.is_busy() || attempt == N_ATTEMPTS {
            return Err(fault);
        }
        pause(&mut attempt).await;
    }
    Ok(())
}

/// The first fault is what the person must hear of, so a second one is only noted: where the database has given up the
/// transaction by itself there is nothing to roll back.
async fn roll_back(head: &mut Head) {
    if let Err(error) = say(head, "ROLLBACK").await {
        tracing::debug!(%error, "nothing to roll back");
    }
}

async fn say(head: &mut Head, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(&mut **head).await.map(drop)
}

pub(super) async fn pause(attempt: &mut u32) {
    *attempt += 1;
    tokio::time::sleep(Duration::from_millis(u64::from(*attempt) * 25)).await;
}
