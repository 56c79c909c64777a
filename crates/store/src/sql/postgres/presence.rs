//! Proof of life in a database: a lock that belongs to a session. The server gives it up when the connection ends, however
//! the process ends, so that a run that was killed can be resumed at once.
//!
//! It only saves time: a process whose connection breaks while it lives is fenced by its claim, which is another's by then.

use super::PgLibrary;
use crate::presence::Presence;
use crate::sql::driver::in_time;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection as _};
use std::sync::mpsc::Sender;
use std::time::Duration;
use tokio::runtime::Builder;

/// The first half of the lock's key; the other is the name.
const CLASS: i32 = 0x5453_4d47;
/// How soon a lost connection is noticed. Until the lock is taken again, others take the process for dead.
const BEAT: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_millis(200);
const CONNECT: Duration = Duration::from_secs(10);

impl PgLibrary {
    /// Holds the lock of this name until the answer is dropped; nothing if the database could not be asked.
    pub(in crate::sql) fn announce(&self, name: &str) -> Option<Presence> {
        let options = PgConnectOptions::clone(&self.writers.connect_options());
        let key = key(name);
        let (ready, is_ready) = std::sync::mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        // A thread of its own, so that a busy program still shows that it lives.
        let thread = std::thread::Builder::new().name("presence".to_owned()).spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(async {
                tokio::select! {
                    _ = stopped => {}
                    () = hold(&options, key, &ready) => {}
                }
            });
        });
        let is_held = is_ready.recv_timeout(CONNECT).is_ok();
        let thread = thread.ok().filter(|_| is_held)?;
        Some(Presence::new(stop, thread))
    }

    /// Whether no session holds the lock of this name.
    pub(in crate::sql) fn is_absent(&self, name: &str) -> bool {
        let options = PgConnectOptions::clone(&self.writers.connect_options());
        let key = key(name);
        let asked = std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(in_time(CONNECT, is_free(&options, key))).ok()
        });
        // Who cannot be asked after is taken to live.
        asked.join().ok().flatten().unwrap_or(false)
    }
}

/// Takes the lock, and takes it again whenever the connection was lost.
async fn hold(options: &PgConnectOptions, key: i32, ready: &Sender<()>) {
    loop {
        if let Ok(mut connection) = in_time(CONNECT, locked(options, key)).await {
            // The receiver waits only for the first send.
            let _ = ready.send(());
            while in_time(CONNECT, connection.ping()).await.is_ok() {
                tokio::time::sleep(BEAT).await;
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn locked(options: &PgConnectOptions, key: i32) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    sqlx::query("SELECT pg_advisory_lock($1, $2)").bind(CLASS).bind(key).execute(&mut connection).await?;
    Ok(connection)
}

async fn is_free(options: &PgConnectOptions, key: i32) -> Result<bool, sqlx::Error> {
    let mut connection = options.connect().await?;
    // Held until the end of the statement: any longer, and this lock would itself look like a live process.
    let is_free = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1, $2)")
        .bind(CLASS)
        .bind(key)
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(is_free)
}

/// The second half of the lock's key of this name, as `pg_locks` shows it.
pub(in crate::sql) fn lock_key(name: &str) -> i64 {
    i64::from(key(name).cast_unsigned())
}

/// Two names of one key only mean that one is thought to live as long as the other.
fn key(name: &str) -> i32 {
    let digest = blake3::hash(name.as_bytes());
    let [a, b, c, d, ..] = *digest.as_bytes();
    i32::from_le_bytes([a, b, c, d])
}
