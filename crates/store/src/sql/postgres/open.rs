//! Opening a library in a database: refusing what is none or has another format, making what is missing.

use super::{ACQUIRE, CALL, LONG_CALL, PgLibrary};
use crate::error::StoreError;
use crate::place::without_password;
use crate::sql::driver::in_time;
use crate::sql::{Database, DbError, FORMAT, SqlLibrary};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _, Row as _};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What a new library is made from.
const SCHEMA: &str = include_str!("../../../schema/postgres.sql");

/// The advisory lock under which a library is made.
const MAKING: &str = "SELECT pg_advisory_xact_lock(-3)";
const READERS: u32 = 4;
const WRITERS: u32 = 4;
/// What keeps leases has connections of its own, so that a series that is locked for long never costs a run its claim.
const LEASES: u32 = 2;
/// How long a connection of a pool may take to show that it is in order.
const CHECK: Duration = Duration::from_secs(5);
/// The oldest PostgreSQL that has everything that is used.
const OLDEST: i32 = 140_000;

/// What every session is opened with. A client whose cable was pulled would otherwise hold its locks for two hours.
const SESSION: [(&str, &str); 8] = [
    // Rolling back where nothing is begun is how a connection is checked, and no reason for a warning.
    ("client_min_messages", "error"),
    ("idle_in_transaction_session_timeout", "10s"),
    ("lock_timeout", "10s"),
    ("statement_timeout", "60s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("client_connection_check_interval", "5s"),
];

impl SqlLibrary {
    /// Opens the library in the database of this address, and makes it if the database is empty.
    pub(in crate::sql) async fn open_database(address: &str) -> Result<Self, StoreError> {
        Self::open_for(address, Purpose::Use).await
    }

    /// Opens a database to move a library into: an empty one, or one that is half filled.
    pub(in crate::sql) async fn receive_in_database(address: &str) -> Result<Self, StoreError> {
        Self::open_for(address, Purpose::Receive).await
    }

    async fn open_for(address: &str, purpose: Purpose) -> Result<Self, StoreError> {
        let place = without_password(address);
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| StoreError::Unreachable { place: place.clone(), detail: error.to_string() })?
            .application_name("tsumugi")
            .options(SESSION)
            .disable_statement_logging();
        prepare(&options, &place, purpose).await.map_err(|error| error.explain(&place))?;
        let read_only = options.clone().options([("default_transaction_read_only", "on")]);
        let library = PgLibrary {
            place: place.clone(),
            writers: pool(WRITERS).connect_lazy_with(options.clone()),
            leases: pool(LEASES).connect_lazy_with(options),
            readers: pool(READERS).connect_lazy_with(read_only),
            n_ended: Arc::default(),
        };
        Ok(Self::of_process(place, Database::Postgres(library)))
    }
}

/// A pool that keeps and hands out only connections that are in order. It is asked when one comes back, so that nothing
/// stays locked, and when one is handed out, because the server may be another by then.
fn pool(max_connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .acquire_timeout(ACQUIRE)
        .idle_timeout(Some(Duration::from_mins(10)))
        .max_lifetime(Some(Duration::from_hours(1)))
        .max_connections(max_connections)
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(leave_transaction(connection)))
        .after_release(|connection, _| Box::pin(leave_transaction(connection)))
}

/// After this the connection is in no transaction, whatever the driver thinks of it. One that does not answer in time is
/// closed: the driver would wait for it without end.
async fn leave_transaction(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    in_time(CHECK, sqlx::raw_sql("ROLLBACK").execute(connection)).await?;
    Ok(true)
}

/// What a database is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Use,
    Receive,
}

/// Looks whether the database can hold a library, and makes one where it is empty.
async fn prepare(options: &PgConnectOptions, place: &str, purpose: Purpose) -> Result<(), DbError> {
    let mut connection = in_time(ACQUIRE, options.connect()).await?;
    let prepared = async {
        within(CALL, refuse_unfit(&mut connection, place)).await?;
        if !within(CALL, is_made(&mut connection, place)).await? {
            within(LONG_CALL, make(&mut connection, place)).await?;
        }
        within(CALL, look_for_move(&mut connection, place, purpose)).await
    };
    let prepared = prepared.await;
    // What went wrong before says more than that the connection did not close well.
    let _ = in_time(CALL, connection.close()).await;
    prepared
}

/// Does something no longer than this: a silent network would be waited for without end.
async fn within<T>(limit: Duration, work: impl Future<Output = Result<T, DbError>>) -> Result<T, DbError> {
    in_time(limit, async { Ok(work.await) }).await?
}

/// Texts are compared and ordered by their bytes, as SQLite does, and every character can be kept.
async fn refuse_unfit(connection: &mut PgConnection, place: &str) -> Result<(), DbError> {
    let row = sqlx::query(
        "SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding, \
         datcollate AS collation, 'B' < 'a' AS is_by_bytes FROM pg_database \
         WHERE datname = current_database()",
    )
    .fetch_one(connection)
    .await?;
    let (version, encoding, mut collation): (i32, String, String) =
        (row.try_get("version")?, row.try_get("encoding")?, row.try_get("collation")?);
    let mut by_bytes = ["C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic"].contains(&collation.as_str());
    // A locale of ICU goes before the collation that is named.
    if by_bytes && !row.try_get::<bool, _>("is_by_bytes")? {
        by_bytes = false;
        "that of ICU".clone_into(&mut collation);
    }
    let detail = if version < OLDEST {
        "it is older than PostgreSQL 14".to_owned()
    } else if encoding != "UTF8" || !by_bytes {
        format!(
            "its encoding is {encoding} and its collation {collation}; make one with \
             CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
        )
    } else {
        return Ok(());
    };
    Err(StoreError::Unreachable { place: place.to_owned(), detail }.into())
}

/// Refuses a half moved library to everybody but the move, and a library with books to the move.
async fn look_for_move(connection: &mut PgConnection, place: &str, purpose: Purpose) -> Result<(), DbError> {
    let is_half: bool =
        sqlx::query_scalar("SELECT is_receiving <> 0 FROM library").fetch_one(&mut *connection).await?;
    let place = place.to_owned();
    match (purpose, is_half) {
        (Purpose::Use, false) | (Purpose::Receive, true) => Ok(()),
        (Purpose::Use, true) => Err(StoreError::HalfMoved { place }.into()),
        (Purpose::Receive, false) => {
            let is_used: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM series)")
                .fetch_one(&mut *connection)
                .await?;
            if is_used {
                return Err(StoreError::NotEmpty { place }.into());
            }
            sqlx::query("UPDATE library SET is_receiving = 1").execute(connection).await?;
            Ok(())
        }
    }
}

/// Makes the tables in one transaction. A program that comes meanwhile waits for it.
async fn make(connection: &mut PgConnection, place: &str) -> Result<(), DbError> {
    let mut transaction = connection.begin().await?;
    let unlimited = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";
    sqlx::raw_sql(unlimited).execute(&mut *transaction).await?;
    sqlx::raw_sql(MAKING).execute(&mut *transaction).await?;
    // Another program may have been faster.
    if !is_made(&mut transaction, place).await? {
        sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await?;
        sqlx::query("UPDATE library SET shape = $1").bind(FORMAT).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Whether the database holds a library, `false` if it is empty. Anything else is refused, a library of another format as well.
async fn is_made(connection: &mut PgConnection, place: &str) -> Result<bool, DbError> {
    let known: Option<bool> = sqlx::query_scalar(
        "SELECT bool_or(tablename = 'library') FROM pg_tables WHERE schemaname = current_schema()",
    )
    .fetch_one(&mut *connection)
    .await?;
    match known {
        None => Ok(false),
        Some(false) => Err(StoreError::NotALibrary { place: place.to_owned() }.into()),
        Some(true) => {
            let found: i64 = sqlx::query_scalar("SELECT shape FROM library").fetch_one(connection).await?;
            if found != FORMAT {
                return Err(StoreError::OtherFormat { place: place.to_owned(), found }.into());
            }
            Ok(true)
        }
    }
}
