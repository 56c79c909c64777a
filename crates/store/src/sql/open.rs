//! Opening a library file: refusing what is none or has another format, making what is missing, and waiting for other programs.

use super::backup::heal;
use super::driver::LentConnections;
use super::private_file::{close_to_others, make_file, make_folder};
use super::watcher::Watcher;
use super::writer::{BUSY_RETRIES, LOCK_TIMEOUT, Writer, pause};
use super::{Database, DbError, FORMAT, SqlLibrary, SqliteFile, display_path};
use crate::driver_hook::Hook;
use crate::error::StoreError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The mark of our files in SQLite's header: `TSMG`.
const APPLICATION_ID: i64 = 0x5453_4d47;

/// What a new library is made from.
const SCHEMA: &str = include_str!("../../schema/sqlite.sql");

/// SQLite itself waits this long for another program before it says so.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
const READERS: u32 = 4;
/// The most rows buffered between two threads: a chapter fits, so that neither thread waits for the other.
const ROWS_UNDER_WAY: usize = 500;

impl SqlLibrary {
    /// Opens the library at `path`, or makes a new one there. One that may not be written is opened for reading, and
    /// every change is refused.
    pub(super) async fn open_file(path: &Path, hook: Hook) -> Result<Self, StoreError> {
        prepare_place(path).await?;
        let mut attempt = 0;
        let opened = loop {
            match open_writer(path, &hook).await {
                Err(db_error) if db_error.is_busy() && attempt < BUSY_RETRIES => pause(&mut attempt).await,
                opened => break opened,
            }
        };
        let (connection, for_readers) = match opened {
            Ok(connection) => (connection, options(path)),
            Err(db_error) if db_error.is_not_permitted() => match open_reader(path).await {
                Ok(connection) => (connection, reading_options(path)),
                // Why it may not be written says more than why it cannot be read either.
                Err(_) => return Err(db_error.explain(&display_path(path))),
            },
            Err(db_error) => return Err(db_error.explain(&display_path(path))),
        };
        let for_readers = for_readers.pragma("query_only", "ON");
        let readers = SqlitePoolOptions::new()
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(LOCK_TIMEOUT)
            .test_before_acquire(false)
            .max_connections(READERS)
            .connect_lazy_with(for_readers.clone());
        let file = SqliteFile {
            path: path.to_owned(),
            writer: Writer::new(connection, hook.clone()),
            lent: hook.map(|hook| (LentConnections::new(for_readers.clone()), hook)),
            readers,
            watcher: Watcher::new(for_readers),
        };
        Ok(Self::of_process(display_path(path), Database::Sqlite(file)))
    }
}

/// A large import leaves a large log; it is cut back to so many bytes when it has been taken over.
const LOG_BYTES: (&str, &str) = ("journal_size_limit", "16777216");
/// Eight megabytes of pages: with the usual two, a long book does not fit and is read again and again.
const PAGES_IN_MEMORY: (&str, &str) = ("cache_size", "-8000");
/// `synchronous=FULL` makes every commit reach the disk before it is acknowledged. With the write-ahead log that is one
/// flush a commit, a few milliseconds against the seconds a model takes; the cheaper NORMAL keeps the file whole after
/// a power cut but may forget the last commits, and each of those was paid for.
const EVERY_COMMIT_ON_DISK: (&str, &str) = ("synchronous", "FULL");

/// What is deleted is overwritten, so that no page of the file keeps a text that was removed.
const OVERWRITTEN: (&str, &str) = ("secure_delete", "ON");

fn options(path: &Path) -> SqliteConnectOptions {
    let settings = [LOG_BYTES, PAGES_IN_MEMORY, EVERY_COMMIT_ON_DISK];
    let options =
        settings.into_iter().fold(plain_options(path), |options, (name, value)| options.pragma(name, value));
    options.journal_mode(SqliteJournalMode::Wal)
}

/// Gives an open connection the settings of [`options`].
async fn set_up(connection: &mut SqliteConnection, hook: &Hook) -> Result<(), DbError> {
    // With a hook, waiting for the lock here would block its holder.
    let waiting = hook.is_some().then_some(("busy_timeout", "0"));
    let settings = [("journal_mode", "WAL"), EVERY_COMMIT_ON_DISK, LOG_BYTES, PAGES_IN_MEMORY, OVERWRITTEN];
    let pragma = |(name, value)| format!("PRAGMA {name} = {value}");
    let pragmas: Vec<String> = waiting.into_iter().chain(settings).map(pragma).collect();
    sqlx::raw_sql(AssertSqlSafe(pragmas.join("; "))).execute(connection).await?;
    Ok(())
}

pub(super) fn plain_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .row_buffer_size(ROWS_UNDER_WAY)
        .disable_statement_logging()
}

/// Options for a library that may not be written. Without a log beside it nothing can change under us as long as we may not
/// write either, and SQLite needs no files of its own; with one it has to be read along.
fn reading_options(path: &Path) -> SqliteConnectOptions {
    let has_log = std::fs::metadata(log_of(path)).is_ok_and(|log| log.len() > 0);
    plain_options(path).read_only(true).immutable(!has_log)
}

/// Only looks at names and kinds: opening and closing the file here would drop SQLite's locks of this process on it.
async fn prepare_place(path: &Path) -> Result<(), StoreError> {
    let unreachable = |error: std::io::Error| {
        let place = display_path(path);
        if error.kind() == ErrorKind::PermissionDenied {
            return StoreError::Forbidden { place };
        }
        StoreError::Unreachable { place, detail: error.to_string() }
    };
    match tokio::fs::metadata(path).await {
        Ok(metadata) if metadata.is_dir() => return Err(StoreError::IsFolder { place: display_path(path) }),
        Ok(metadata) if !metadata.is_file() => {
            return Err(StoreError::NotALibrary { place: display_path(path) });
        }
        Ok(_) => {
            for file in [path.to_owned(), log_of(path)] {
                close_to_others(&file).await;
            }
            return Ok(());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(unreachable(error)),
    }
    heal(path).await?;
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        make_folder(parent).await.map_err(unreachable)?;
    }
    make_file(path).await.map_err(unreachable)
}

/// The log that SQLite keeps beside a library.
fn log_of(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}-wal", path.file_name().unwrap_or_default().to_string_lossy()))
}

/// A connection that writes; makes the library where there is none.
async fn open_writer(path: &Path, hook: &Hook) -> Result<SqliteConnection, DbError> {
    let mut connection = plain_options(path).create_if_missing(true).connect().await?;
    match prepare(&mut connection, path, hook).await {
        Ok(()) => Ok(connection),
        Err(db_error) => {
            // A refused library has no files of ours left beside it. Why it is refused says more than why closing failed.
            let _ = connection.close().await;
            Err(db_error)
        }
    }
}

/// Looks first, without any setting of ours, so that a file that is no library is not even given a log.
async fn prepare(connection: &mut SqliteConnection, path: &Path, hook: &Hook) -> Result<(), DbError> {
    let is_made = is_made(connection, path).await?;
    set_up(connection, hook).await?;
    if !is_made {
        make(connection, path).await?;
    }
    ready_to_read(connection).await
}

/// A connection that only reads.
async fn open_reader(path: &Path) -> Result<SqliteConnection, DbError> {
    let mut connection = reading_options(path).connect().await?;
    if !is_made(&mut connection, path).await? {
        return Err(StoreError::ReadOnly { place: display_path(path) }.into());
    }
    ready_to_read(&mut connection).await?;
    Ok(connection)
}

/// Makes a library of an empty file, in one transaction.
async fn make(connection: &mut SqliteConnection, path: &Path) -> Result<(), DbError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another program may have been faster.
    if is_made(&mut transaction, path).await? {
        transaction.rollback().await?;
        return Ok(());
    }
    let stamp = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT}");
    sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await?;
    sqlx::raw_sql(AssertSqlSafe(stamp)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Whether the file is a library, `false` if it is empty. Anything else is refused, a library of another format as well.
pub(super) async fn is_made(connection: &mut SqliteConnection, path: &Path) -> Result<bool, DbError> {
    let application: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let n_tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *connection).await?;
    match (application, found) {
        (APPLICATION_ID, FORMAT) => Ok(true),
        (APPLICATION_ID, found) => Err(StoreError::OtherFormat { place: display_path(path), found }.into()),
        (0, 0) if n_tables == 0 => Ok(false),
        _ => Err(StoreError::NotALibrary { place: display_path(path) }.into()),
    }
}

async fn ready_to_read(connection: &mut SqliteConnection) -> Result<(), DbError> {
    sqlx::query("SELECT key FROM books LIMIT 1").fetch_optional(connection).await?;
    Ok(())
}
