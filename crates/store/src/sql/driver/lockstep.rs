//! Statements one after the other on one thread, for simulations: a sender blocks the thread until its statement is answered.

use super::Sql;
use crate::driver_hook::{DriverHook, Hook, Intervention};
use futures::executor::block_on;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Error};
use std::sync::{Arc, Mutex, PoisonError};

/// Waits for a call to the database; with a hook nothing else happens meanwhile.
pub(in crate::sql) async fn in_lockstep<T>(hook: &Hook, call: impl Future<Output = T>) -> T {
    match hook {
        Some(_) => block_on(tokio::task::unconstrained(call)),
        None => call.await,
    }
}

/// What a hook lets through of a statement.
pub(in crate::sql) struct HookedStatement {
    pub(in crate::sql) instead: Option<Sql>,
    is_unheard: bool,
}

impl HookedStatement {
    /// The failure that is told although the statement was sent.
    pub(in crate::sql) fn reported_failure(&self) -> Result<(), Error> {
        if self.is_unheard { Err(failed()) } else { Ok(()) }
    }
}

/// Asks the hook about a statement.
pub(in crate::sql) async fn hooked(
    hook: &Hook,
    sql: &str,
    connection: &mut SqliteConnection,
) -> Result<HookedStatement, Error> {
    let mut hooked = HookedStatement { instead: None, is_unheard: false };
    let Some(hook) = hook else { return Ok(hooked) };
    sleep_before(&**hook, sql).await;
    match hook.before(sql) {
        Intervention::Send => {}
        Intervention::SendInstead(other) => hooked.instead = Some(Sql::from(other)),
        Intervention::SendAfter(first) => {
            block_on(sqlx::query(first).execute(connection))?;
        }
        Intervention::Refuse => return Err(failed()),
        Intervention::SendUnheard => hooked.is_unheard = true,
    }
    Ok(hooked)
}

async fn sleep_before(hook: &dyn DriverHook, sql: &str) {
    if let Some(pause) = hook.pause(sql) {
        tokio::time::sleep(pause).await;
    }
}

fn failed() -> Error {
    Error::Io(std::io::Error::other("injected: the database did not answer"))
}

/// Reading connections that are lent and come back.
#[derive(Debug, Clone)]
pub(in crate::sql) struct LentConnections {
    options: SqliteConnectOptions,
    home: Home,
}

type Home = Arc<Mutex<Vec<AtHome>>>;

/// A connection that is not lent out.
#[derive(Debug)]
struct AtHome {
    connection: SqliteConnection,
    /// Whether a transaction was begun on it, which ends with the next one who takes it.
    in_transaction: bool,
}

/// A connection that goes home when it is dropped.
#[derive(Debug)]
pub(in crate::sql) struct Lent {
    connection: Option<SqliteConnection>,
    in_transaction: bool,
    /// Stands in for a connection that is on its way home.
    home: Home,
}

impl LentConnections {
    pub(in crate::sql) fn new(options: SqliteConnectOptions) -> Self {
        Self { options, home: Home::default() }
    }

    /// A connection that sees one moment of the library if `in_transaction`, and the present one otherwise.
    pub(in crate::sql) fn lend(&self, in_transaction: bool) -> Result<Lent, Error> {
        let at_home = self.home.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match at_home {
            Some(AtHome { mut connection, in_transaction: true }) => {
                block_on(sqlx::query("ROLLBACK").execute(&mut connection))?;
                connection
            }
            Some(AtHome { connection, in_transaction: false }) => connection,
            None => block_on(self.options.connect())?,
        };
        if in_transaction {
            block_on(sqlx::query("BEGIN").execute(&mut connection))?;
        }
        Ok(Lent { connection: Some(connection), in_transaction, home: Arc::clone(&self.home) })
    }
}

impl Lent {
    #[expect(clippy::expect_used, reason = "it is taken only when it is dropped")]
    pub(super) fn get(&mut self) -> &mut SqliteConnection {
        self.connection.as_mut().expect("a lent connection is there until it is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let in_transaction = self.in_transaction;
        let at_home = self.connection.take().map(|connection| AtHome { connection, in_transaction });
        self.home.lock().unwrap_or_else(PoisonError::into_inner).extend(at_home);
    }
}
